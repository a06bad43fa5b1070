import { CircleAlert, CircleCheck, Hourglass, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './editor-notice.module.css';

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger' | 'waiting';

const ICONS: Record<NoticeTone, LucideIcon> = { info: Info, success: CircleCheck, warning: CircleAlert, danger: CircleAlert, waiting: Hourglass };

export type EditorNoticeProps = {
  /** For whoever leads to it. */
  id?: string;
  tone: NoticeTone;
  title: string;
  /** How it is read out, where it appears while somebody is at work. */
  role?: 'alert' | 'status';
  actions?: ReactNode;
  children?: ReactNode;
};

export function EditorNotice({ id, tone, title, role, actions, children }: EditorNoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div id={id} className={classes.notice} data-tone={tone} role={role} tabIndex={id ? -1 : undefined}>
      <Icon size={22} aria-hidden="true" />
      <div className={classes.text}>
        <strong>{title}</strong>
        {children}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
