import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { detectLang } from '#client/ui/detect-lang.ts';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { AnchorLink } from '#client/ui/links.tsx';
import { RatingStars } from '#client/ui/rating-stars.tsx';
import { RowCheckbox, type RowSelection, SELECTED_BACKGROUND } from '#client/ui/row-checkbox.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { ReportedCase } from '#shared/contracts/admin-reports.ts';
import { formatInstant, formatRange } from '#shared/domain/zone.ts';
import type { ReportKind, ReportState } from '#shared/vocabulary/content.ts';
import classes from './report-card.module.css';

export const KIND_LABELS: Record<ReportKind, string> = { session: 'Session', message: 'Message', review: 'Review', profile: 'Profile' };

export const STATES: Record<ReportState, { label: string; color: string }> = {
  open: { label: 'Open', color: 'yellow' },
  in_review: { label: 'In review', color: 'blue' },
  resolved: { label: 'Resolved', color: 'green' },
  dismissed: { label: 'Dismissed', color: 'gray' },
};

const REASON_LABELS: Record<ReportedCase['reason'], string> = {
  not_held: 'The session did not take place',
  quality: 'Quality',
  behaviour: 'Behaviour',
  spam: 'Spam',
  offensive: 'Offensive',
  false: 'False',
  other: 'Other',
};

const DELETED_ACCOUNT = 'a deleted account';

export type ReportAction = 'state' | 'hide' | 'person';

export type ReportCardProps = {
  report: ReportedCase;
  /** Not where there is only this one. */
  selection: RowSelection | null;
  onAction: (action: ReportAction) => void;
};

export function ReportCard({ report, selection, onAction }: ReportCardProps) {
  const { state, reason, text, adminNote, reporter, person, review, createdAt } = report;
  const zone = useTimeZone();
  const title = toTitle(report);
  return (
    <Card component="article" px="1.125rem" py="md" aria-label={title} bg={selection?.has(report.id) ? SELECTED_BACKGROUND : undefined}>
      <Stack gap="sm">
        <div>
          <Group component="header" justify="space-between" gap="0.375rem 1rem">
            <Group gap="sm" wrap="nowrap" miw={0}>
              {selection && <RowCheckbox id={report.id} label={`Select ${title}, ${formatInstant(createdAt, zone)}`} selection={selection} />}
              <Text component="h2" fz="1.0625rem" fw={700} miw={0}>
                {title}
              </Text>
            </Group>
            <Group component="span" gap={4}>
              <Badge color={STATES[state].color}>{STATES[state].label}</Badge>
              {person?.status === 'suspended' && (
                <Badge color="red" variant="filled">
                  Suspended
                </Badge>
              )}
            </Group>
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            Reported by {reporter?.name ?? DELETED_ACCOUNT} on <time dateTime={createdAt.toISOString()}>{formatInstant(createdAt, zone)}</time>
          </Text>
        </div>
        {report.session ? <ReportedSession report={report} session={report.session} /> : <ReportedContent report={report} />}
        <Facts labelWidth="100%">
          <Fact label="Reason">{REASON_LABELS[reason]}</Fact>
          {text !== '' && (
            <Fact label="What the reporter says" dir="auto" lang={detectLang(text)}>
              {text}
            </Fact>
          )}
          {adminNote !== '' && (
            <Fact label="Note" dir="auto">
              {adminNote}
            </Fact>
          )}
        </Facts>
        <Group gap="0.5rem">
          <Button size="sm" variant="light" onClick={() => onAction('state')}>
            Change State
          </Button>
          {review && (
            <Button size="sm" variant="default" onClick={() => onAction('hide')}>
              {review.isHidden ? 'Show Review Again' : 'Hide Review'}
            </Button>
          )}
          {person && (
            <Button size="sm" variant="default" maw="100%" onClick={() => onAction('person')}>
              {person.status === 'suspended' ? `Reinstate ${person.name}` : `Suspend ${person.name}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

function toTitle({ kind, person, review }: ReportedCase): string {
  const name = person?.name ?? DELETED_ACCOUNT;
  if (kind === 'session') return `Problem on a session with ${name}`;
  if (kind === 'profile') return `Profile of ${name}`;
  if (kind === 'message') return `Message from ${name}`;
  return review ? `Review by ${name}, about ${review.tutor?.name ?? DELETED_ACCOUNT}` : `Review by ${name}`;
}

type ReportedSessionProps = { report: ReportedCase; session: NonNullable<ReportedCase['session']> };

function ReportedSession({ report: { reporter, person }, session: { bookingId, subject, startTime, endTime } }: ReportedSessionProps) {
  const zone = useTimeZone();
  return (
    <Stack gap="xs" align="start">
      <Text>
        <strong>{subject}</strong>, {formatRange(startTime, endTime, zone)}
      </Text>
      <Text>{`Between ${reporter?.name ?? DELETED_ACCOUNT} and ${person?.name ?? DELETED_ACCOUNT}`}</Text>
      <AnchorLink to="/bookings/$id" params={{ id: bookingId }} className={classes.link}>
        View booking
      </AnchorLink>
    </Stack>
  );
}

function ReportedContent({ report: { id, kind, review, profileId, snapshot, hasMessage } }: { report: ReportedCase }) {
  return (
    <Stack gap="xs" align="start">
      {review && (
        <Group gap="0.25rem 0.625rem">
          <RatingStars rating={review.rating} size={16} />
          {review.isHidden && <Badge color="red">Hidden</Badge>}
          {review.tutor && (
            <Text span>
              Tutor:{' '}
              <AnchorLink to="/tutors/$id" params={{ id: review.tutor.id }} className={classes.link}>
                {review.tutor.name}
              </AnchorLink>
            </Text>
          )}
        </Group>
      )}
      {kind === 'review' && !review && <Text c="dimmed">The author has removed this review.</Text>}
      {snapshot !== '' && <Quote text={snapshot} />}
      {review && review.text !== snapshot && (
        <>
          <Text c="dimmed">Now it says:</Text>
          <Quote text={review.text} />
        </>
      )}
      {kind === 'profile' &&
        (profileId === null ? (
          <Text c="dimmed">This profile no longer exists.</Text>
        ) : (
          <AnchorLink to="/tutors/$id" params={{ id: profileId }} className={classes.link}>
            View profile
          </AnchorLink>
        ))}
      {hasMessage && <PreviousMessages id={id} />}
    </Stack>
  );
}

function Quote({ text }: { text: string }) {
  return (
    <blockquote className={classes.quote} dir="auto" lang={detectLang(text)}>
      {text}
    </blockquote>
  );
}

/** Loaded only when opened: nothing else of a conversation is shown to admins. */
function PreviousMessages({ id }: { id: string }) {
  const zone = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.moderation.reportedMessages.queryOptions({ id }, { enabled: isOpen }));
  return (
    <details className={classes.messages} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The message and the ten before it</summary>
      {!data && <p role="status">{error ? errorMessage(error, 'Failed to fetch reports') : 'Loading messages…'}</p>}
      {data && (
        <Stack component="ol" gap={10}>
          {data.map((message) => (
            <li key={message.id} data-reported={message.isReported || undefined}>
              <Group gap="0 0.5rem">
                <strong>{message.sender}</strong>{' '}
                <Text component="time" size="xs" dateTime={message.createdAt.toISOString()}>
                  {formatInstant(message.createdAt, zone)}
                </Text>
                {message.isReported && <Badge color="red">Reported</Badge>}
              </Group>
              <Text style={{ whiteSpace: 'pre-wrap' }} dir="auto" lang={detectLang(message.text)}>
                {message.text}
              </Text>
            </li>
          ))}
        </Stack>
      )}
    </details>
  );
}
