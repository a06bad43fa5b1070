import { Button } from '@mantine/core';
import { Link2 } from 'lucide-react';
import { useOpener } from '#client/ui/use-opener.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { canHaveLink } from '#shared/domain/meeting-link.ts';
import { useAsked } from './held-booking.ts';
import { LinkDialog } from './link-dialog.tsx';

export type LinkButtonProps = { booking: BookingView; now: Date };

/** For the tutor, as long as anybody could still join; what was begun stays open beyond that. */
export function LinkButton({ booking, now }: LinkButtonProps) {
  const [asked, ask] = useAsked<'link'>(booking);
  const { opener } = useOpener(asked !== null);
  const isOffered = canHaveLink(booking) && now < booking.endTime;
  if (!isOffered && asked === null) return null;
  return (
    <>
      {isOffered && (
        <Button
          variant="default"
          leftSection={<Link2 size={18} aria-hidden="true" />}
          onClick={(event) => {
            opener.current = event.currentTarget;
            ask('link');
          }}
        >
          {booking.meetingLink ? 'Edit Link' : 'Add Link'}
        </Button>
      )}
      <LinkDialog booking={booking} opened={asked !== null} onClose={() => ask(null)} />
    </>
  );
}
