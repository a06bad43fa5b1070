import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { RowMenu, type RowMenuItem } from '#client/ui/row-menu.tsx';
import { useOtherZone, useTimeZone } from '#client/ui/time-zone.ts';
import { formatOwnRange } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { formatAgendaDate } from '#shared/domain/booking-agenda.ts';
import { answerCountdown, countdown } from '#shared/domain/booking-lifecycle.ts';
import { toReasonText } from '#shared/domain/cancellation-copy.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { formatHours, METHOD_LABELS } from '#shared/domain/rates.ts';
import { textsOf, translated, translatedName } from '#shared/domain/texts.ts';
import { cityOf, formatTime, wallClock } from '#shared/domain/zone.ts';
import classes from './booking-row.module.css';
import { getShortStatus } from './status-badges.tsx';

export type BookingRowProps = {
  booking: BookingView;
  person: { name: string; profileImage: string };
  heading: string;
  now: Date;
  isNew?: boolean | undefined;
  /** The reader is who has to answer a request. */
  isToAnswer?: boolean | undefined;
  /** For a row that does not stand under its day. */
  hasDate?: boolean | undefined;
  action: ReactNode;
  menu: readonly RowMenuItem[];
  dialogs: ReactNode;
};

export function BookingRow({ booking, person, heading, now, isNew, isToAnswer = false, hasDate, action, menu, dialogs }: BookingRowProps) {
  const { t, i18n } = useLingui();
  const { status, subject, learningMethod, selectedTopics, amount } = booking;
  const [subjectName, ...topics] = [subject, ...selectedTopics].map(({ name }) => translatedName(i18n, name));
  const subjectLine = [subjectName, translated(i18n, METHOD_LABELS[learningMethod]), ...topics].join(' · ');
  const { label, color } = getShortStatus(booking, now);

  return (
    <article className={classes.row} data-new={isNew || undefined} data-status={status}>
      <RowTime booking={booking} now={now} hasDate={hasDate} />
      <div className={classes.photo}>
        <Avatar name={person.name} src={person.profileImage || null} size={36} alt="" />
      </div>
      <Title order={3} className={classes.heading}>
        <Link to="/bookings/$id" params={{ id: booking.id }} className={classes.title} title={heading} data-lead>
          {heading}
        </Link>
      </Title>
      <Text size="sm" c="dimmed" className={`${classes.subject} ${classes.line}`} title={subjectLine}>
        {subjectLine}
      </Text>
      <div className={classes.facts}>
        {isNew && (
          <Badge color="terracotta" variant="filled" size="md">
            <Trans>New</Trans>
          </Badge>
        )}
        <Badge color={color} size="md">
          {i18n._(label)}
        </Badge>
        <Text span size="sm" fw={650} mod="tabular">
          {formatRupees(amount, i18n.locale)}
        </Text>
        <RowNote booking={booking} now={now} isToAnswer={isToAnswer} />
      </div>
      {action && <div className={classes.action}>{action}</div>}
      {menu.length > 0 && (
        <div className={classes.menu}>
          <RowMenu label={t`More actions for ${heading}`} items={menu} />
        </div>
      )}
      {dialogs}
    </article>
  );
}

function RowTime({ booking, now, hasDate = false }: Pick<BookingRowProps, 'booking' | 'now' | 'hasDate'>) {
  const { t, i18n } = useLingui();
  const { startTime: start, endTime: end, duration } = booking;
  const zone = useTimeZone();
  const own = useOtherZone(zone, start);
  const city = own && cityOf(own);
  const range = own && formatOwnRange({ start, end, zone, own, locale: i18n.locale });
  const startsAt = formatTime(start, zone, i18n.locale);

  return (
    <div className={classes.time}>
      <Text span fw={650} mod="tabular">
        <time dateTime={start.toISOString()}>
          {hasDate
            ? `${formatAgendaDate(wallClock(start, zone).date, { now, zone }, i18n.locale)}, ${startsAt}`
            : `${startsAt} – ${formatTime(end, zone, i18n.locale)}`}
        </time>
      </Text>{' '}
      <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {formatHours(duration, textsOf(i18n))}
      </Text>
      {own && (
        <Text size="sm" c="dimmed">
          {t`In ${city}: ${range}`}
        </Text>
      )}
    </div>
  );
}

type RowNoteProps = { booking: BookingView; now: Date; isToAnswer: boolean };

/** What a glance at the list needs besides: how long until then, why it was cancelled, what a request says and how long it waits. */
function RowNote({ booking, now, isToAnswer }: RowNoteProps) {
  const { i18n } = useLingui();
  const { status, notes } = booking;
  const texts = textsOf(i18n);
  const label = countdown(booking, now, texts) ?? (isToAnswer ? answerCountdown(booking, now, texts) : null);
  const text = status === 'cancelled' ? toReasonText(booking, texts) : status === 'pending' && notes;
  return (
    <>
      {label && (
        <Text span size="sm" c="dimmed" className={classes.countdown} mod="tabular">
          <Timer size={14} aria-hidden="true" />
          {label}
        </Text>
      )}
      {text && (
        <Text size="sm" c="dimmed" className={classes.line} title={text}>
          {text}
        </Text>
      )}
    </>
  );
}
