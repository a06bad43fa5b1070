import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

export type NoticeProps = { tone: 'success' | 'danger'; title?: string; children: ReactNode };

/** What happened, above the form that it is about; read out at once. */
export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = tone === 'danger' ? CircleAlert : CircleCheck;
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={20} aria-hidden="true" />
      <div className={classes.text}>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
