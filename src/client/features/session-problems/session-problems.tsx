import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Card, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { detectLang } from '#client/ui/detect-lang.ts';
import { DividedList } from '#client/ui/divided-list.tsx';
import { lazyDialog, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { useOpener } from '#client/ui/use-opener.ts';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { BookingDetails, BookingView } from '#shared/contracts/bookings.ts';
import type { ProblemView } from '#shared/contracts/moderation.ts';
import { problemRefusal } from '#shared/domain/booking-lifecycle.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { type ReportState, UNDECIDED_REPORT_STATES } from '#shared/vocabulary/content.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { KINDS } from './problem-kinds.ts';

const STATES = {
  open: { label: msg({ message: 'Open', context: 'status' }), color: 'yellow' },
  in_review: { label: msg`In review`, color: 'blue' },
  resolved: { label: msg`Resolved`, color: 'green' },
  dismissed: { label: msg`Dismissed`, color: 'gray' },
} as const satisfies Record<ReportState, { label: MessageDescriptor; color: string }>;

const REPORTED_BY = {
  student: msg`Reported by the student`,
  tutor: msg`Reported by the tutor`,
} as const satisfies Record<Party, MessageDescriptor>;

export type SessionProblemsProps = { booking: BookingDetails; role: Role; now: Date };

export function SessionProblems({ booking, role, now }: SessionProblemsProps) {
  const { problems } = booking;
  const isWaiting = problems.some(({ by, state }) => by === role && UNDECIDED_REPORT_STATES.some((undecided) => undecided === state));
  const canReport = role !== 'admin' && !isWaiting && problemRefusal(booking, now) === null;
  if (problems.length === 0 && !canReport) return null;

  return (
    <Card component="section" shadow="none" aria-labelledby="problems">
      <Stack gap="sm" align="flex-start">
        <Title order={2} id="problems" size="1.0625rem" ff="text" fw={650} lh={1.6} lts={0}>
          {problems.length > 0 ? <Trans>Reported problems</Trans> : <Trans>Did something go wrong?</Trans>}
        </Title>
        {problems.length > 0 && (
          <DividedList w="100%">
            {problems.map((problem) => (
              <Problem key={problem.id} problem={problem} role={role} />
            ))}
          </DividedList>
        )}
        <ReportButton booking={booking} isOffered={canReport} />
      </Stack>
    </Card>
  );
}

function Problem({ problem, role }: { problem: ProblemView; role: Role }) {
  const { t, i18n } = useLingui();
  const { by, kind, text, state, adminNote, createdAt } = problem;
  const { label, color } = STATES[state];
  return (
    <Stack component="li" gap={6} py="sm">
      <Group justify="space-between" gap="0.25rem 0.75rem">
        <Title order={3} size="1rem" ff="text" lh={1.6} lts={0}>
          {i18n._(KINDS[kind])}
        </Title>
        <Badge color={color}>{i18n._(label)}</Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {`${by === role ? t`Reported by you` : i18n._(REPORTED_BY[by])}, `}
        <ZonedInstant at={createdAt} />
      </Text>
      <Text lang={detectLang(text)} style={{ whiteSpace: 'pre-line' }}>
        {text}
      </Text>
      {adminNote && (
        <Paper p="0.75rem 0.875rem" radius="md" bg="var(--vidya-sunken)">
          <Text size="sm" c="dimmed">
            <Trans>Note of an administrator</Trans>
          </Text>
          <Text style={{ whiteSpace: 'pre-line' }}>{adminNote}</Text>
        </Paper>
      )}
    </Stack>
  );
}

const ReportDialog = lazyDialog(() => import('./report-dialog.tsx').then((module) => module.ReportDialog));

/** The dialog stays mounted although its report removes the button. */
function ReportButton({ booking, isOffered }: { booking: BookingView; isOffered: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { setOpener, returnFocus } = useOpener();

  return (
    <>
      {isOffered && (
        <>
          <Text c="dimmed">
            <Trans>Tell us what happened. You, the other person and our administrators can read it. Your booking does not change.</Trans>
          </Text>
          <Button
            variant="default"
            leftSection={<Flag size={18} aria-hidden="true" />}
            {...preloadOnIntent(ReportDialog)}
            onClick={(event) => {
              setOpener(event.currentTarget);
              setOpen(true);
            }}
          >
            <Trans>Report a problem</Trans>
          </Button>
        </>
      )}
      <ReportDialog booking={booking} opened={isOpen} onReported={returnFocus} onClose={() => setOpen(false)} />
    </>
  );
}
