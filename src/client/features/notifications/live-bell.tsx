import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import bellClasses from '#client/ui/bell-link.module.css';
import { AnchorLink } from '#client/ui/links.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { usePopup } from '#client/ui/use-popup.ts';
import { badgeText } from '#shared/domain/notification-badge.ts';
import { NotificationList } from './notification-list.tsx';
import classes from './notification-panel.module.css';
import { useNotificationActions, useNotifications, useUnread } from './use-notifications.ts';

export type LiveBellProps = { userId: string };

export function LiveBell({ userId }: LiveBellProps) {
  const { t } = useLingui();
  const unread = useUnread(userId);
  const { isOpen, close, rootRef, triggerProps, panelId } = usePopup<HTMLAnchorElement>();
  const { type: _, onClick: toggle, ...linkProps } = triggerProps;

  function press(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    toggle();
  }

  function pressSpace(event: KeyboardEvent): void {
    if (event.key !== ' ') return;
    event.preventDefault();
    toggle();
  }

  return (
    <div ref={rootRef} className={classes.root}>
      <Link
        {...linkProps}
        to="/notifications"
        className={bellClasses.bell}
        aria-label={unread > 0 ? t`Notifications, ${unread} unread` : t`Notifications`}
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

type NotificationPanelProps = { id: string; userId: string; unread: number; onLeave: () => void };

const MAX_SHOWN = 20;

function NotificationPanel({ id, userId, unread, onLeave }: NotificationPanelProps) {
  const { t } = useLingui();
  const { notifications, isPending } = useNotifications(userId);
  const { markRead, remove, markAllRead } = useNotificationActions(userId);

  function markAll(button: HTMLElement): void {
    button.closest('section')?.focus();
    markAllRead(notifications, unread);
  }

  return (
    <section id={id} className={classes.panel} aria-label={t`Newest notifications`} tabIndex={-1}>
      <div className={classes.head}>
        <span className={classes.heading}>
          <Trans>Notifications</Trans>
        </span>
        {unread > 0 && (
          <button type="button" className={classes.all} onClick={(event) => markAll(event.currentTarget)}>
            <Trans>Mark all as read</Trans>
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
        {!isPending && notifications.length === 0 && (
          <p className={classes.none}>
            <Trans>No notifications yet</Trans>
          </p>
        )}
        <NotificationList isCompact notifications={notifications.slice(0, MAX_SHOWN)} onRead={markRead} onRemove={remove} onFollowed={onLeave} />
      </div>
      <AnchorLink to="/notifications" className={classes.foot} onClick={onLeave}>
        <Trans>View all notifications</Trans>
      </AnchorLink>
    </section>
  );
}
