import { ActionIcon } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';

export type IconButtonProps = {
  label: string;
  icon: LucideIcon;
  disabled?: boolean;
  isDanger?: boolean;
  'data-move'?: 'up' | 'down';
  onClick: () => void;
};

const DANGER = { root: { '--ai-hover': 'var(--vidya-danger-tint)', '--ai-hover-color': 'var(--vidya-danger-ink)' } };

export function IconButton({ label, icon: Icon, isDanger = false, ...button }: IconButtonProps) {
  return (
    <ActionIcon aria-label={label} title={label} {...(isDanger && { vars: () => DANGER })} {...button}>
      <Icon size={20} aria-hidden="true" />
    </ActionIcon>
  );
}
