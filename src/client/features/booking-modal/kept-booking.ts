import { draftKeyOf } from '#client/lib/drafts/draft-keys.ts';
import { getNow } from '#client/ui/clock.ts';
import { BOOKABLE_METHODS, BOOKING_DURATIONS } from '#shared/vocabulary/bookings.ts';
import { LIMITS, REPEAT_WEEKS } from '#shared/vocabulary/limits.ts';
import { BOOKING_STEPS, type BookingDraft } from './booking-draft.ts';

const LASTS_MS = 24 * 3_600_000;

const keyOf = (userId: string, tutorId: string): string => draftKeyOf(userId, `booking:${tutorId}`);

/** Whoever has to log in again, or loads the page anew, finds the booking where it was. */
export function keepBooking(userId: string, tutorId: string, draft: BookingDraft): void {
  try {
    localStorage.setItem(keyOf(userId, tutorId), JSON.stringify({ draft, keptAt: getNow().getTime() }));
  } catch {}
}

export function forgetBooking(userId: string, tutorId: string): void {
  try {
    localStorage.removeItem(keyOf(userId, tutorId));
  } catch {}
}

/** What was kept and is not a day old; whoever uses the browser may have written it. */
export function keptBooking(userId: string, tutorId: string, begun: BookingDraft): BookingDraft | null {
  const { draft, keptAt } = recordIn(textAt(keyOf(userId, tutorId)));
  const kept = recordIn(draft);
  if (typeof keptAt !== 'number' || getNow().getTime() - keptAt > LASTS_MS || typeof kept.subjectId !== 'string') return null;
  const text = (value: unknown, most: number, otherwise: string) => (typeof value === 'string' ? value.slice(0, most) : otherwise);
  const whole = (value: unknown, least: number, most: number) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : least;
  return {
    step: whole(kept.step, 0, BOOKING_STEPS.length - 1),
    subjectId: kept.subjectId,
    hours: BOOKING_DURATIONS.find((hours) => hours === kept.hours) ?? null,
    method: BOOKABLE_METHODS.find((method) => method === kept.method) ?? null,
    topicId: typeof kept.topicId === 'string' ? kept.topicId : null,
    date: typeof kept.date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(kept.date) ? kept.date : null,
    start: typeof kept.start === 'number' && Math.abs(kept.start) < 8e15 ? kept.start : null,
    weeks: whole(kept.weeks, 1, REPEAT_WEEKS),
    contactNumber: text(kept.contactNumber, LIMITS.contactNumber.max, begun.contactNumber),
    notes: text(kept.notes, LIMITS.notes, ''),
    address: text(kept.address, LIMITS.address, ''),
    acceptsUnverified: false,
    attempt: text(kept.attempt, LIMITS.id, begun.attempt),
  };
}

function textAt(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function recordIn(value: unknown): Partial<Record<string, unknown>> {
  try {
    const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
