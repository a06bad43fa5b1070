import type { LucideIcon } from 'lucide-react';
import classes from './teaching-icon-button.module.css';

export type IconButtonProps = {
  label: string;
  icon: LucideIcon;
  disabled?: boolean;
  tone?: 'danger';
  /** By which it is found again. */
  mark?: string;
  onClick: () => void;
};

/** As large as a finger, named for those who cannot see the sign. */
export function IconButton({ label, icon: Icon, disabled, tone, mark, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      data-tone={tone}
      data-mark={mark}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  );
}
