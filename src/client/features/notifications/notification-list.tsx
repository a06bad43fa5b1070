import { useRouter } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { MouseEvent } from 'react';
import { pageConfig } from '#client/api/page-config.ts';
import type { NotificationView } from '#shared/contracts/notifications.ts';
import { relativeTime } from '#shared/domain/notification-copy.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import classes from './notification-list.module.css';

const ICONS = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert, info: Info } as const;

export type NotificationListProps = { notifications: readonly NotificationView[]; now: Date };

export function NotificationList({ notifications, now }: NotificationListProps) {
  return (
    <ul className={classes.list}>
      {notifications.map((notification) => (
        <NotificationItem key={notification.id} notification={notification} now={now} />
      ))}
    </ul>
  );
}

function NotificationItem({ notification: { type, title, message, action, read, createdAt }, now }: { notification: NotificationView; now: Date }) {
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
          {action && <ActionLink {...action} />}
        </div>
      </div>
    </li>
  );
}

/** A stored link may name a page that this version does not have: then it is none. */
function ActionLink({ label, url }: { label: string; url: string }) {
  const router = useRouter();
  const isInside = url.startsWith('/');
  const [, , page] = router.getMatchedRoutes(new URL(url, window.location.origin).pathname);
  if (isInside && !page) return null;

  const follow = (event: MouseEvent) => {
    if (!isInside || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void router.navigate({ href: url });
  };
  return (
    <a className={classes.link} href={url} onClick={follow}>
      {label}
    </a>
  );
}
