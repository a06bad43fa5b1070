import { Button } from '@mantine/core';
import { CalendarPlus } from 'lucide-react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { getNow } from '#client/ui/clock.ts';
import { saveFile } from '#client/ui/save-file.ts';
import { toast } from '#client/ui/toasts.ts';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { wallClock } from '#shared/domain/zone.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';

export type CalendarButtonProps = { booking: BookingDetails; by: Party; zone: string };

/** Makes a file that puts the session into a calendar; of one that was cancelled after all, the same file strikes it out. */
export function CalendarButton({ booking, by, zone }: CalendarButtonProps) {
  const isCancelled = booking.status === 'cancelled';
  const save = useOneAtATime(async () => {
    try {
      const { calendarEntryOf, calendarText } = await import('#shared/domain/calendar-text.ts');
      const entry = calendarEntryOf(booking, { appUrl: window.location.origin, role: by });
      const text = calendarText([entry], { name: pageConfig().appName, now: getNow() });
      saveFile({ name: `session-${wallClock(booking.startTime, zone).date}.ics`, type: 'text/calendar;charset=utf-8', text });
    } catch {
      toast.error('The calendar file could not be made. Please try again.');
    }
  });

  if (booking.status !== 'confirmed' && !(isCancelled && booking.confirmedAt)) return null;
  return (
    <Button variant="default" leftSection={<CalendarPlus size={18} aria-hidden="true" />} onClick={() => void save()}>
      {isCancelled ? 'Update calendar' : 'Add to calendar'}
    </Button>
  );
}
