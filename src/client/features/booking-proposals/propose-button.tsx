import { Button } from '@mantine/core';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useLazy } from '#client/ui/use-lazy.ts';
import { proposingProblem } from '#shared/domain/proposals.ts';
import type { ProposalProps, ProposeDialogProps } from './proposal-parties.ts';

export function ProposeButton({ booking, role, now }: ProposalProps) {
  const [isOpen, setOpen] = useState(false);
  const tutorId = booking.tutor.id;
  const isPossible = proposingProblem(booking, now) === null && tutorId !== '' && role !== 'admin';
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
      <LazyProposeDialog booking={booking} by={role} now={now} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

const loadDialog = () => import('./propose-dialog.tsx').then(({ ProposeDialog }) => ProposeDialog);

export function LazyProposeDialog(props: ProposeDialogProps) {
  const ProposeDialog = useLazy(loadDialog, { isNeeded: props.opened, onError: props.onClose });
  return ProposeDialog && <ProposeDialog {...props} />;
}
