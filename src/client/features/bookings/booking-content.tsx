import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Card, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Copy } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { ProposalPanel } from '#client/features/booking-proposals/index.ts';
import { SessionProblems } from '#client/features/session-problems/index.ts';
import { copyText } from '#client/ui/copy-text.ts';
import { detectLang } from '#client/ui/detect-lang.ts';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { toast } from '#client/ui/toasts.ts';
import { ZonedTime, ZoneNote } from '#client/ui/zoned-time.tsx';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { toReasonText } from '#shared/domain/cancellation-copy.ts';
import { canHaveLink, joinState } from '#shared/domain/meeting-link.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { formatHours, METHOD_LABELS } from '#shared/domain/rates.ts';
import { textsOf, translated, translatedName } from '#shared/domain/texts.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { BookingActions } from './booking-actions.tsx';
import classes from './booking-page.module.css';
import { BookingPeople } from './booking-people.tsx';
import { formatParties } from './booking-text.ts';
import { BookingTimeline } from './booking-timeline.tsx';
import { CancellationTerms } from './cancellation-terms.tsx';
import { CallLink } from './contact-buttons.tsx';
import { JoinButton } from './join-button.tsx';
import { LinkButton } from './link-button.tsx';
import { Countdown, StatusBadges } from './status-badges.tsx';
import { Topics } from './topics.tsx';

export type BookingContentProps = { booking: BookingDetails; role: Role; now: Date };

export function BookingContent({ booking, role, now }: BookingContentProps) {
  const { t, i18n } = useLingui();
  const { status, subject, notes } = booking;
  const reason = toReasonText(booking, textsOf(i18n));

  return (
    <article className={classes.content}>
      <Stack component="header" gap="xs" align="flex-start" pb="xs">
        <StatusBadges booking={booking} now={now} />
        <Title order={1} tabIndex={-1} data-lead>
          {translatedName(i18n, subject.name)}
        </Title>
        <Text c="dimmed" fz="1.0625rem">
          {formatParties(i18n, booking, role)}
        </Text>
        <Text fz="1.1875rem" fw={600} mt={4}>
          <ZonedTime start={booking.startTime} end={booking.endTime} />
        </Text>
        <Countdown booking={booking} now={now} />
        <ZoneNote now={now} />
      </Stack>

      {role !== 'admin' && <BookingActions booking={booking} by={role} now={now} />}

      <Stack>
        <ProposalPanel booking={booking} role={role} now={now} />
        {status === 'cancelled' && reason && (
          <Section title={t`Cancellation reason`} isDanger>
            <Written>{reason}</Written>
          </Section>
        )}
        {canHaveLink(booking) && role !== 'admin' && (
          <Section title={t`Meeting link`}>
            <Meeting booking={booking} role={role} now={now} />
          </Section>
        )}
        <Section title={t`Session`}>
          <SessionFacts booking={booking} role={role} />
        </Section>
        {notes && (
          <Section title={t`Notes`}>
            <Written>{notes}</Written>
          </Section>
        )}
        <Section title={t`Status`}>
          <BookingTimeline booking={booking} role={role} now={now} />
        </Section>
        <SessionProblems booking={booking} role={role} now={now} />
      </Stack>

      <Stack>
        <Section title={role === 'admin' ? t`Who` : t`With`}>
          <BookingPeople booking={booking} role={role} now={now} />
        </Section>
        <Section title={t`Amount`}>
          <Text fz="1.375rem" fw={650} lh={1.2} mod="tabular">
            {formatRupees(booking.amount, i18n.locale)}
          </Text>
          <Text c="dimmed">{translated(i18n, NO_PAYMENT)}</Text>
          {booking.cancellation && <CancellationTerms {...booking.cancellation} reader={role} />}
        </Section>
      </Stack>
    </article>
  );
}

type SectionProps = { title: string; isDanger?: boolean; children: ReactNode };

function Section({ title, isDanger = false, children }: SectionProps) {
  const id = useId();
  const danger = { bg: 'var(--vidya-danger-tint)', c: 'var(--vidya-danger-ink)', bd: '1px solid transparent' };
  return (
    <Card component="section" shadow="none" aria-labelledby={id} {...(isDanger && danger)}>
      <Stack gap="sm">
        <Title order={2} id={id} size="1.0625rem" ff="text" fw={650} lh={1.6} lts={0}>
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  );
}

function Written({ children }: { children: string }) {
  return (
    <Text lang={detectLang(children)} style={{ whiteSpace: 'pre-line' }}>
      {children}
    </Text>
  );
}

function Meeting({ booking, role, now }: BookingContentProps) {
  const { i18n } = useLingui();
  const { meetingLink } = booking;
  return (
    <>
      {meetingLink ? (
        <Paper p="0.625rem 0.875rem" radius="md" bg="var(--vidya-sunken)">
          <Text size="sm" style={{ userSelect: 'all' }}>
            {meetingLink}
          </Text>
        </Paper>
      ) : (
        <Text c="dimmed">
          {role === 'tutor' ? <Trans>There is none yet. Your student joins where you say.</Trans> : <Trans>Your tutor has not added one yet.</Trans>}
        </Text>
      )}
      {joinState(booking, now) !== 'open' && <JoinButton booking={booking} now={now} />}
      <Group gap="0.625rem">
        {meetingLink && (
          <Button variant="default" leftSection={<Copy size={18} aria-hidden="true" />} onClick={() => void copyLink(i18n, meetingLink)}>
            <Trans>Copy Link</Trans>
          </Button>
        )}
        {role === 'tutor' && <LinkButton booking={booking} now={now} />}
      </Group>
    </>
  );
}

async function copyLink(i18n: I18n, link: string): Promise<void> {
  if (await copyText(link)) toast.success(i18n._(msg`Meeting link copied`));
  else toast.error(i18n._(msg`The link could not be copied. Please select it and copy it by hand.`));
}

function SessionFacts({ booking, role }: { booking: BookingDetails; role: Role }) {
  const { t, i18n } = useLingui();
  const { duration, learningMethod, selectedTopics, contactNumber, address } = booking;
  return (
    <Facts labelWidth="7.5rem">
      <Fact label={t({ message: 'Duration', context: 'of a session' })}>{formatHours(duration, textsOf(i18n))}</Fact>
      <Fact label={t`Method`}>{translated(i18n, METHOD_LABELS[learningMethod])}</Fact>
      {selectedTopics.length > 0 && (
        <Fact label={t`Topics`} isWide>
          <Topics topics={selectedTopics} />
        </Fact>
      )}
      {contactNumber && (
        <Fact label={role === 'student' ? t`Your contact number` : t`Contact number`} isWide>
          {role === 'student' ? contactNumber : <CallLink phone={contactNumber} />}
        </Fact>
      )}
      {address && (
        <Fact label={t`Address`} isWide>
          {address}
        </Fact>
      )}
    </Facts>
  );
}
