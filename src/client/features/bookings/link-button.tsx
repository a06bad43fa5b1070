import { Button } from '@mantine/core';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { useOpener } from '#client/ui/use-opener.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { canHaveLink } from '#shared/domain/meeting-link.ts';
import { useOpenDialog } from './open-dialog.ts';

const LinkDialog = lazyDialog(() => import('./link-dialog.tsx').then((module) => module.LinkDialog));

export type LinkButtonProps = { booking: BookingView; now: Date };

export function LinkButton({ booking, now }: LinkButtonProps) {
  const [openDialog, setOpenDialog] = useOpenDialog<'link'>(booking);
  const [openings, setOpenings] = useState(0);
  const isOpen = openDialog !== null;
  const { setOpener } = useOpener(isOpen);

  const isOffered = canHaveLink(booking) && now < booking.endTime;
  if (!isOffered && !isOpen) return null;
  return (
    <>
      {isOffered && (
        <Button
          variant="default"
          leftSection={<Link2 size={18} aria-hidden="true" />}
          {...preloadOnIntent(LinkDialog)}
          onClick={(event) => {
            setOpener(event.currentTarget);
            setOpenings(openings + 1);
            setOpenDialog('link');
          }}
        >
          {booking.meetingLink ? 'Edit Link' : 'Add Link'}
        </Button>
      )}
      <LinkDialog key={openings} booking={booking} opened={isOpen} onClose={() => setOpenDialog(null)} />
    </>
  );
}
