import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { CircleAlert, Clock } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '#client/ui/notice.tsx';
import { getOtherZone, useTimeZone } from '#client/ui/time-zone.ts';
import type { PendingRequestsView } from '#shared/contracts/bookings.ts';
import { type FreeSessions, findOverlapping, nextFreeStarts } from '#shared/domain/free-times.ts';
import { translatedName } from '#shared/domain/texts.ts';
import { cityOf, formatInstant, formatTime } from '#shared/domain/zone.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import type { LostTime } from './chosen-time.ts';

export type TimeNoticeProps = {
  title: string;
  message: string;
  kind: 'refused' | 'lost';
  offers: readonly Date[];
  onChoose: (start: Date) => void;
  children?: ReactNode;
};

export function TimeNotice({ title, message, kind, offers, onChoose, children }: TimeNoticeProps) {
  const { i18n } = useLingui();
  const zone = useTimeZone();
  const ref = useRef<HTMLDivElement>(null);
  const dialog = useRef<Element>(null);

  useEffect(() => {
    if (kind === 'refused') ref.current?.focus();
  }, [kind]);

  // The notice goes once an offer is chosen, and the button that had the focus with it.
  useEffect(
    () => () => {
      const chosen = dialog.current?.querySelector<HTMLElement>('[data-times] :checked');
      if (document.activeElement === document.body) (chosen ?? dialog.current?.querySelector<HTMLElement>('[data-autofocus]'))?.focus();
    },
    [],
  );

  return (
    <Notice
      ref={ref}
      tone={kind === 'refused' ? 'danger' : 'warning'}
      icon={kind === 'refused' ? CircleAlert : Clock}
      title={title}
      role="alert"
      tabIndex={-1}
      mb="md"
    >
      {message}
      {offers.length > 0 && (
        <Group gap="xs" mt="sm">
          <Text w="100%">
            <Trans>Next free times:</Trans>
          </Text>
          {offers.map((start) => (
            <Button
              key={start.getTime()}
              variant="default"
              h="auto"
              mih="2.75rem"
              py={6}
              onClick={({ currentTarget }) => {
                dialog.current = currentTarget.closest('[role="dialog"]');
                onChoose(start);
              }}
            >
              {formatWithOwnZone(i18n, start, zone)}
            </Button>
          ))}
        </Group>
      )}
      {children}
    </Notice>
  );
}

const LOST = {
  taken: { title: msg`Your time has just been taken`, message: msg`It is no longer free. Please choose another one.` },
  'too soon': { title: msg`Your time is now too soon`, message: msg`Sessions can be booked from tomorrow. Please choose another time.` },
  'within notice': {
    title: msg`Your time is now too soon`,
    message: msg`The tutor wants sessions to be booked earlier. Please choose another time.`,
  },
  'not offered': { title: msg`Your time is no longer offered`, message: msg`The tutor no longer teaches at that time. Please choose another one.` },
} as const satisfies Record<LostTime['reason'], { title: MessageDescriptor; message: MessageDescriptor }>;

type OwnSession = PendingRequestsView['own'][number];

export type LostTimeNoticeProps = {
  time: LostTime;
  sessions: FreeSessions | null;
  /** Sessions of the student: where one of them takes the time, the notice names it. */
  own?: readonly OwnSession[];
  onChoose: (start: Date) => void;
};

export function LostTimeNotice({ time: { session, reason }, sessions, own = [], onChoose }: LostTimeNoticeProps) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const ownSession = reason === 'taken' ? findOverlapping(session, own) : undefined;
  const offers = sessions ? nextFreeStarts({ ...sessions, after: session.start, count: BOOKING.nextFree }) : [];
  const shared = { kind: 'lost', offers, onChoose } as const;
  if (ownSession) return <TimeNotice {...shared} title={t`You already have a session then`} message={describeOwn(i18n, ownSession, zone)} />;
  const { title, message } = LOST[reason];
  return <TimeNotice {...shared} title={i18n._(title)} message={i18n._(message)} />;
}

function describeOwn(i18n: I18n, { subject, tutorName, start, end }: OwnSession, zone: string): string {
  const [name, from, until] = [translatedName(i18n, subject), formatTime(start, zone, i18n.locale), formatTime(end, zone, i18n.locale)];
  return i18n._(msg`${name} with ${tutorName}, ${from} – ${until}. Please choose another time.`);
}

function formatWithOwnZone(i18n: I18n, start: Date, zone: string): string {
  const own = getOtherZone(zone, start);
  const time = formatInstant(start, zone, i18n.locale);
  if (!own) return time;
  const [ownTime, city] = [formatInstant(start, own, i18n.locale), cityOf(own)];
  return i18n._(msg`${time} (${ownTime} in ${city})`);
}
