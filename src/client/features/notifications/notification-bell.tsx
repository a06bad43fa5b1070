import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useViewer } from '#client/api/session.ts';
import { trpc } from '#client/api/trpc.ts';
import { badgeText } from '#shared/domain/notification-badge.ts';
import { useLocalNotifications } from './local-entries.ts';
import classes from './notification-bell.module.css';

/** Leads to the notifications, and says how many are unread. */
export function NotificationBell() {
  const viewer = useViewer();
  const { data } = trpc.notifications.unreadCount.useQuery(undefined, { enabled: Boolean(viewer) });
  const announced = useLocalNotifications(viewer?.id).filter(({ read }) => !read).length;
  const unread = viewer ? (data?.unreadCount ?? 0) + announced : 0;

  return (
    <Link to="/notifications" className={classes.bell} aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}>
      <Bell size={22} aria-hidden="true" />
      {unread > 0 && (
        <span className={classes.badge} aria-hidden="true">
          {badgeText(unread)}
        </span>
      )}
    </Link>
  );
}
