import { Skeleton } from '@mantine/core';
import { AnchorLink } from '#client/ui/links.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { NotificationList } from './notification-list.tsx';
import classes from './notification-panel.module.css';
import { useNotificationActions, useNotifications } from './use-notifications.ts';

export type NotificationPanelProps = { id: string; userId: string; unread: number; onLeave: () => void };

const MOST_SHOWN = 20;

export function NotificationPanel({ id, userId, unread, onLeave }: NotificationPanelProps) {
  const { notifications, isPending } = useNotifications(userId);
  const { markRead, remove, markAllRead } = useNotificationActions(userId);

  return (
    <section id={id} className={classes.panel} aria-label="Newest notifications" tabIndex={-1}>
      <div className={classes.head}>
        <span className={classes.heading}>Notifications</span>
        {unread > 0 && (
          <button type="button" className={classes.all} onClick={(event) => markAll(event.currentTarget)}>
            Mark all as read
          </button>
        )}
      </div>
      <div className={classes.scroll}>
        {isPending && (
          <Loading>
            <Skeleton height={76} mb="xs" />
            <Skeleton height={76} />
          </Loading>
        )}
        {!isPending && notifications.length === 0 && <p className={classes.none}>No notifications yet</p>}
        <NotificationList isCompact notifications={notifications.slice(0, MOST_SHOWN)} onRead={markRead} onRemove={remove} onFollowed={onLeave} />
      </div>
      <AnchorLink to="/notifications" className={classes.foot} onClick={onLeave}>
        View all notifications
      </AnchorLink>
    </section>
  );

  function markAll(button: HTMLElement): void {
    button.closest('section')?.focus();
    markAllRead(notifications, unread);
  }
}
