import '@mantine/core/styles/Alert.layer.css';
import { Alert, type AlertProps, Group } from '@mantine/core';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

const TONES = {
  info: { color: 'blue', Icon: Info },
  success: { color: 'green', Icon: CircleCheck },
  warning: { color: 'yellow', Icon: TriangleAlert },
  danger: { color: 'red', Icon: CircleAlert },
} as const;

export type NoticeProps = Omit<AlertProps, 'color' | 'variant' | 'icon' | 'role'> & {
  tone?: keyof typeof TONES;
  icon?: LucideIcon;
  role?: 'alert' | 'status' | 'note' | 'region';
  actions?: ReactNode;
  tabIndex?: number;
  ref?: Ref<HTMLDivElement>;
};

export function Notice({ tone = 'info', icon, role = 'note', actions, children, ...alert }: NoticeProps) {
  const { color, Icon } = TONES[tone];
  const Shown = icon ?? Icon;
  return (
    <Alert color={color} icon={<Shown size={20} aria-hidden="true" />} role={role} {...alert}>
      {children}
      {actions && (
        <Group gap="xs" mt="sm">
          {actions}
        </Group>
      )}
    </Alert>
  );
}
