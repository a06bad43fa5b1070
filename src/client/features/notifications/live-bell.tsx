import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { usePopup } from '#client/ui/use-popup.ts';
import { badgeText } from '#shared/domain/notification-badge.ts';
import bellClasses from './notification-bell.module.css';
import classes from './notification-panel.module.css';
import { NotificationPanel } from './notification-panel.tsx';
import { useUnread } from './use-notifications.ts';

export type LiveBellProps = { userId: string };

export function LiveBell({ userId }: LiveBellProps) {
  const unread = useUnread(userId);
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup<HTMLAnchorElement>();

  function press(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    triggerProps.onClick();
  }

  function pressSpace(event: KeyboardEvent): void {
    if (event.key !== ' ') return;
    event.preventDefault();
    triggerProps.onClick();
  }

  return (
    <div ref={rootRef} className={classes.root}>
      <Link
        ref={triggerProps.ref}
        to="/notifications"
        className={bellClasses.bell}
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={press}
        onKeyDown={pressSpace}
      >
        <Bell size={22} aria-hidden="true" />
        {unread > 0 && (
          <span className={bellClasses.badge} aria-hidden="true">
            {badgeText(unread)}
          </span>
        )}
      </Link>
      {isOpen && <NotificationPanel id={panelId} userId={userId} unread={unread} onLeave={close} />}
    </div>
  );
}
