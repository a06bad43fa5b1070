import { useLingui } from '@lingui/react/macro';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { getNow } from '#client/ui/clock.ts';
import { saveFile } from '#client/ui/save-file.ts';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { toast } from '#client/ui/toasts.ts';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { withLocale } from '#shared/domain/locale-paths.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { wallClock } from '#shared/domain/zone.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';

const loadCalendarText = () => import('#shared/domain/calendar-text.ts');

/** The file of a cancelled session removes it from the calendar. */
export function useCalendarFile(by: Party, read: () => BookingDetails | Promise<BookingDetails>): () => void {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const save = useOneAtATime(async () => {
    try {
      const [{ calendarEntryOf, calendarText }, booking] = await Promise.all([loadCalendarText(), read()]);
      const entry = calendarEntryOf(
        booking,
        { appUrl: `${window.location.origin}${withLocale('/', i18n.locale).replace(/\/$/, '')}`, role: by },
        textsOf(i18n),
      );
      const text = calendarText([entry], { name: pageConfig().appName, now: getNow() });
      saveFile({ name: `session-${wallClock(booking.startTime, zone).date}.ics`, type: 'text/calendar;charset=utf-8', text });
    } catch {
      toast.error(t`The calendar file could not be made. Please try again.`);
    }
  });
  return () => void save();
}
