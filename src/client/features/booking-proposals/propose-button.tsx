import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { withMessages } from '#client/lib/i18n.ts';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { lazyDialog, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { proposingProblem } from '#shared/domain/proposals.ts';
import type { ProposalProps } from './proposal-parties.ts';

export const LazyProposeDialog = lazyDialog(withMessages('tutor-page', () => import('./propose-dialog.tsx').then((module) => module.ProposeDialog)));

export function ProposeButton({ booking, role, now }: ProposalProps) {
  const [isOpen, setOpen] = useState(false);
  const tutorId = booking.tutor.id;
  const isPossible = proposingProblem(booking, now) === null && tutorId !== '' && role !== 'admin';
  const trpc = useTRPC();
  const tutor = useQuery(trpc.tutors.availability.queryOptions({ id: tutorId }, { enabled: isPossible && role === 'student' }));
  const isClosed = role === 'student' && (tutor.data?.vacationMode || toApiError(tutor.error)?.code === 'tutor.not_found');
  if (role === 'admin' || tutorId === '') return null;

  return (
    <>
      {isPossible && !isClosed && (
        <Button
          variant="default"
          leftSection={<CalendarClock size={18} aria-hidden="true" />}
          {...preloadOnIntent(LazyProposeDialog)}
          onClick={() => setOpen(true)}
        >
          <Trans>Propose another time</Trans>
        </Button>
      )}
      <LazyProposeDialog booking={booking} by={role} now={now} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
