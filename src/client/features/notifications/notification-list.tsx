import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { pageConfig } from '#client/api/page-config.ts';
import { StoredLink } from '#client/ui/stored-link.tsx';
import type { NotificationView } from '#shared/contracts/notifications.ts';
import { relativeTime } from '#shared/domain/relative-time.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import type { LocalNotification } from './local-entries.ts';
import classes from './notification-list.module.css';

const ICONS = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert, info: Info } as const;

/** Stored, or kept by this browser alone. */
export type ShownNotification = Pick<NotificationView, 'id' | 'type' | 'title' | 'message' | 'action' | 'read' | 'createdAt'>;
export type NotificationListProps = { notifications: readonly ShownNotification[]; now: Date };

/** Stored ones and announcements, the newest first. */
export function merged(stored: readonly ShownNotification[], local: readonly LocalNotification[]): ShownNotification[] {
  const announced = local.map((entry) => ({ ...entry, type: 'info' as const, createdAt: new Date(entry.createdAt) }));
  return [...stored, ...announced].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

export function NotificationList({ notifications, now }: NotificationListProps) {
  return (
    <ul className={classes.list}>
      {notifications.map((notification) => (
        <NotificationItem key={notification.id} notification={notification} now={now} />
      ))}
    </ul>
  );
}

function NotificationItem({ notification: { type, title, message, action, read, createdAt }, now }: { notification: ShownNotification; now: Date }) {
  const Icon = ICONS[type];
  return (
    <li className={classes.item} data-type={type} data-unread={!read || undefined}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={18} />
      </span>
      <div className={classes.body}>
        <h2 className={classes.title}>
          {title}
          {!read && <span className={classes.new}>Unread</span>}
        </h2>
        <p>{message}</p>
        <div className={classes.foot}>
          <time className={classes.time} dateTime={createdAt.toISOString()} title={formatInstant(createdAt, pageConfig().timezone)}>
            {relativeTime(createdAt, now)}
          </time>
          {action && <StoredLink {...action} className={classes.link} />}
        </div>
      </div>
    </li>
  );
}
