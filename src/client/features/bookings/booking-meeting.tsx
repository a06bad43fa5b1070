import { Button } from '@mantine/core';
import { Copy } from 'lucide-react';
import { toast } from '#client/ui/toasts.ts';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { canHaveLink, joinState } from '#shared/domain/meeting-link.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import classes from './booking-page.module.css';
import { JoinButton } from './join-button.tsx';
import { LinkButton } from './link-button.tsx';

export type BookingMeetingProps = { booking: BookingDetails; role: Role; now: Date };

/** Where the parties of a confirmed online session meet; an admin is not one of them. */
export function BookingMeeting({ booking, role, now }: BookingMeetingProps) {
  const { meetingLink } = booking;
  if (!canHaveLink(booking) || role === 'admin') return null;

  return (
    <section className={classes.section} aria-labelledby="meeting">
      <h2 id="meeting">Meeting link</h2>
      {meetingLink ? (
        <p className={classes.link}>{meetingLink}</p>
      ) : (
        <p className={classes.quiet}>
          {role === 'tutor' ? 'There is none yet. Your student joins where you say.' : 'Your tutor has not added one yet.'}
        </p>
      )}
      <div className={classes.buttons}>
        {joinState(booking, now) !== 'open' && <JoinButton booking={booking} now={now} />}
        {meetingLink && (
          <Button variant="default" leftSection={<Copy size={18} aria-hidden="true" />} onClick={() => void copy(meetingLink)}>
            Copy Link
          </Button>
        )}
        {role === 'tutor' && <LinkButton booking={booking} now={now} />}
      </div>
    </section>
  );
}

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast.success('Meeting link copied');
  } catch {
    toast.error('The link could not be copied. Please select it and copy it by hand.');
  }
}
