import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useId } from 'react';
import { useMinuteClock } from '#client/ui/clock.ts';
import { StoredLink } from '#client/ui/stored-link.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { groupNotifications } from '#shared/domain/notification-groups.ts';
import { relativeTime } from '#shared/domain/relative-time.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import classes from './notification-list.module.css';
import type { ShownNotification } from './use-notifications.ts';

export type NotificationListProps = {
  notifications: readonly ShownNotification[];
  isCompact?: boolean;
  onRead: (group: readonly ShownNotification[]) => void;
  onRemove: (group: readonly ShownNotification[]) => void;
  onFollowed?: () => void;
};

export function NotificationList({ notifications, isCompact = false, onRead, onRemove, onFollowed }: NotificationListProps) {
  const now = useMinuteClock();

  return (
    <ul className={classes.list} data-compact={isCompact || undefined}>
      {groupNotifications(notifications).map((group) => (
        <NotificationItem
          key={group[0].id}
          group={group}
          now={now}
          isCompact={isCompact}
          onRead={(pressed) => {
            removeButton(pressed.closest('li'))?.focus();
            onRead(group);
          }}
          onRemove={(pressed) => {
            focusBeside(pressed);
            onRemove(group);
          }}
          onFollowed={() => {
            onRead(group);
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

const ICONS = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert, info: Info } as const;

type NotificationItemProps = {
  group: readonly [ShownNotification, ...ShownNotification[]];
  now: Date;
  isCompact: boolean;
  onRead: (pressed: HTMLElement) => void;
  onRemove: (pressed: HTMLElement) => void;
  onFollowed: () => void;
};

function NotificationItem({ group, now, isCompact, onRead, onRemove, onFollowed }: NotificationItemProps) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const { type, title, message, createdAt } = group[0];
  const read = group.every((one) => one.read);
  const { action } = findFirst(group);
  const Icon = ICONS[type];
  const Title = isCompact ? 'p' : 'h2';
  const titleId = useId();
  return (
    <li className={classes.item} data-type={type} data-unread={!read || undefined}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={18} />
      </span>
      <Title id={titleId} className={classes.title}>
        <span className={classes.words}>{group.length > 1 ? `${title} (${group.length})` : title}</span>
        {!read && (
          <span className={classes.new}>
            <Trans>Unread</Trans>
          </span>
        )}
      </Title>
      <button
        type="button"
        className={classes.remove}
        data-remove
        aria-label={t`Remove ${title}`}
        title={t`Remove`}
        // The second press of a double click hits the next item, which has moved up.
        onClick={({ currentTarget, detail }) => detail < 2 && onRemove(currentTarget)}
      >
        <X size={18} aria-hidden="true" />
      </button>
      <p className={classes.message}>{message}</p>
      <BookingFacts group={group} zone={zone} />
      <div className={classes.foot}>
        <time className={classes.time} dateTime={createdAt.toISOString()} title={formatInstant(createdAt, zone, i18n.locale)}>
          {relativeTime(createdAt, now, textsOf(i18n))}
        </time>
        {action && <StoredLink {...action} className={classes.link} onFollow={onFollowed} />}
        {!read && (
          <button type="button" className={classes.read} aria-describedby={titleId} onClick={(event) => onRead(event.currentTarget)}>
            <Trans>Mark as read</Trans>
          </button>
        )}
      </div>
    </li>
  );
}

const startOf = ({ booking, createdAt }: ShownNotification): number => (booking?.startTime ?? createdAt).getTime();

/** Of a series, the first session. */
const findFirst = (group: NotificationItemProps['group']): ShownNotification =>
  group.reduce((first, one) => (startOf(one) < startOf(first) ? one : first), group[0]);

/** With whom and when, as the bookings are now. */
function BookingFacts({ group, zone }: { group: NotificationItemProps['group']; zone: string }) {
  const { i18n } = useLingui();
  const [first] = group;
  if (!first.booking) return null;
  const starts = group.flatMap(({ booking }) => booking?.startTime ?? []).sort((one, other) => one.getTime() - other.getTime());
  const { with: name } = first.booking;
  return (
    <p className={classes.facts}>
      {name && (
        <span>
          <Trans>With {name}</Trans>
        </span>
      )}
      {starts.map((start) => (
        <time key={start.getTime()} dateTime={start.toISOString()}>
          {formatInstant(start, zone, i18n.locale)}
        </time>
      ))}
    </p>
  );
}
