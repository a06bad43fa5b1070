import { useMinuteClock } from '#client/ui/clock.ts';
import { NotificationItem } from './notification-item.tsx';
import classes from './notification-list.module.css';
import type { ShownNotification } from './use-notifications.ts';

export type NotificationListProps = {
  notifications: readonly ShownNotification[];
  isCompact?: boolean;
  onRead: (notification: ShownNotification) => void;
  onRemove: (notification: ShownNotification) => void;
  onFollowed?: () => void;
};

export function NotificationList({ notifications, isCompact = false, onRead, onRemove, onFollowed }: NotificationListProps) {
  const now = useMinuteClock();

  return (
    <ul className={classes.list} data-compact={isCompact || undefined}>
      {notifications.map((notification) => (
        <NotificationItem
          key={notification.id}
          notification={notification}
          now={now}
          isCompact={isCompact}
          onRead={(pressed) => {
            removeButton(pressed.closest('li'))?.focus();
            onRead(notification);
          }}
          onRemove={(pressed) => {
            focusBeside(pressed);
            onRemove(notification);
          }}
          onFollowed={() => {
            onRead(notification);
            onFollowed?.();
          }}
        />
      ))}
    </ul>
  );
}

const removeButton = (item: Element | null | undefined) => item?.querySelector<HTMLElement>('[data-remove]');

function focusBeside(pressed: HTMLElement): void {
  const item = pressed.closest('li');
  const beside = removeButton(item?.nextElementSibling) ?? removeButton(item?.previousElementSibling);
  (beside ?? pressed.closest<HTMLElement>('[tabindex="-1"]'))?.focus({ preventScroll: true });
}
