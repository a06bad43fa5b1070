import { Button } from '@mantine/core';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { proposingProblem } from '#shared/domain/proposals.ts';
import type { ProposalPartProps } from './proposal-parts.ts';
import { ProposeOnDemand } from './propose-on-demand.tsx';

/** For either party of a confirmed session, as long as there is time for an answer; a student asks for nothing new during a vacation. */
export function ProposeButton({ booking, role, now, zone }: ProposalPartProps) {
  const [isOpen, setOpen] = useState(false);
  const problem = proposingProblem(booking, now);
  const tutorId = booking.tutor.id;
  const isPossible = problem === null && tutorId !== '' && role !== 'admin';
  const tutor = trpc.tutors.availability.useQuery({ id: tutorId }, { enabled: isPossible && role === 'student' });
  const isClosed = role === 'student' && (tutor.data?.vacationMode || toApiError(tutor.error)?.code === 'tutor.not_found');
  if (role === 'admin' || tutorId === '') return null;

  return (
    <>
      {isPossible && !isClosed && (
        <Button variant="default" leftSection={<CalendarClock size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
          Propose another time
        </Button>
      )}
      <ProposeOnDemand booking={booking} by={role} now={now} zone={zone} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
