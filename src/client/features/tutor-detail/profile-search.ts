import { date, oneOf, searchParams, someOf, text } from '#client/lib/search-params.ts';
import { BOOKABLE_METHODS } from '#shared/vocabulary/bookings.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';

// The route loads this before its component, in the first chunk: import no components here.

export const PROFILE_TABS = ['about', 'subjects', 'education', 'experience', 'reviews'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

export const profileSearchParams = searchParams({
  tab: oneOf(PROFILE_TABS),
  /** The booking modal is open, for a subject by id or name. */
  book: oneOf([1]),
  subject: text(LIMITS.name.max),
  /** The method to begin with in the modal. */
  method: oneOf(BOOKABLE_METHODS),
  /** The day that somebody came for, as in the search: the calendar opens on it. */
  days: someOf(WEEKDAYS),
  freeOn: date,
  /** The start of an hour that was chosen before the modal, in milliseconds. */
  at: (value) => (typeof value === 'number' && Math.abs(value) < 8e15 ? value : undefined),
});
