import { Button } from '@mantine/core';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { canHaveLink } from '#shared/domain/meeting-link.ts';
import { LinkDialog } from './link-dialog.tsx';

export type LinkButtonProps = { booking: BookingView; now: Date };

/** For the tutor, as long as anybody could still join. */
export function LinkButton({ booking, now }: LinkButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (!canHaveLink(booking) || now >= booking.endTime) return null;
  return (
    <>
      <Button variant="default" leftSection={<Link2 size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {booking.meetingLink ? 'Edit Link' : 'Add Link'}
      </Button>
      <LinkDialog booking={booking} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
