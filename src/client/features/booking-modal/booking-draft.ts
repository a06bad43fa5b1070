import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ChosenTime } from '#client/features/booking-times/index.ts';
import { type Draft, userDraft } from '#client/lib/drafts/draft.ts';
import { type DraftField, integer, nullable, oneOf, record, text } from '#client/lib/drafts/schema.ts';
import { newId } from '#client/lib/new-id.ts';
import { getNow } from '#client/ui/clock.ts';
import type { AvailabilityView } from '#shared/contracts/availability.ts';
import type { RequestBookingInput } from '#shared/contracts/bookings.ts';
import type { SubjectEntryView, TutorProfileView } from '#shared/contracts/tutors.ts';
import { type FreeSessions, type Interval, withBuffer } from '#shared/domain/free-times.ts';
import { toRupees } from '#shared/domain/money.ts';
import { bookableMethods, sessionPrice } from '#shared/domain/rates.ts';
import { translated } from '#shared/domain/texts.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { VALIDATION } from '#shared/messages.ts';
import { BOOKABLE_METHODS, BOOKING_DURATIONS, type BookableMethod, type BookingDuration } from '#shared/vocabulary/bookings.ts';
import { DAY_MS } from '#shared/vocabulary/durations.ts';
import { LIMITS, REPEAT_WEEKS } from '#shared/vocabulary/limits.ts';

export const BOOKING_STEPS: readonly MessageDescriptor[] = [
  msg`Duration & Method`,
  msg`Select Topic`,
  msg`Choose Day & Time`,
  msg`Contact & Confirm`,
];

export type BookingDraft = {
  /** Index into `BOOKING_STEPS`. */
  step: number;
  subjectId: string;
  hours: BookingDuration | null;
  method: BookableMethod | null;
  topicId: string | null;
  /** Null: the first date with a free time. */
  date: string | null;
  /** In milliseconds, so that equal instants compare as equal. */
  start: number | null;
  weeks: number;
  contactNumber: string;
  notes: string;
  address: string;
  acceptsUnverified: boolean;
  /** Part of the idempotency key: sending an unchanged draft again books nothing twice. */
  attempt: string;
};

export function findSubject(subjects: readonly SubjectEntryView[], idOrName: string | undefined): SubjectEntryView | undefined {
  const name = idOrName?.toLowerCase();
  return subjects.find(({ subject }) => subject.id === idOrName || subject.name.toLowerCase() === name) ?? subjects[0];
}

export function createDraft(subject: SubjectEntryView | undefined, contactNumber: string): BookingDraft {
  const typed = { contactNumber, notes: '', address: '', acceptsUnverified: false };
  return { ...typed, step: 0, hours: null, method: getOnlyMethod(subject), attempt: newId(), ...forSubject(subject) };
}

export function withNewAttempt(draft: BookingDraft): BookingDraft {
  return { ...draft, attempt: newId() };
}

export function withSubject(draft: BookingDraft, subject: SubjectEntryView): BookingDraft {
  const isOffered = draft.method !== null && bookableMethods(subject.teachingModes).includes(draft.method);
  return { ...draft, ...forSubject(subject), method: isOffered ? draft.method : getOnlyMethod(subject) };
}

export function withHours(draft: BookingDraft, hours: BookingDuration): BookingDraft {
  return { ...draft, hours, date: null, start: null, weeks: 1 };
}

export function withStart(draft: BookingDraft, start: Date, zone: string): BookingDraft {
  return { ...draft, start: start.getTime(), date: wallClock(start, zone).date };
}

/** `own`: upcoming sessions of the student, with this tutor or another one. */
type TakenTimes = { own?: readonly Interval[] | undefined; now: Date; zone: string };
type Calendar = Pick<AvailabilityView, 'availability' | 'booked' | 'blocked' | 'minimumNoticeHours' | 'bufferMinutes'>;

export function toFreeSessions(draft: BookingDraft, calendar: Calendar | undefined, { own = [], now, zone }: TakenTimes): FreeSessions | null {
  const week = calendar?.availability.find(({ subjectId }) => subjectId === draft.subjectId)?.availability;
  if (draft.hours === null || !calendar) return null;
  const { booked = [], blocked, minimumNoticeHours, bufferMinutes } = calendar;
  return { week: week ?? [], hours: draft.hours, taken: [...withBuffer(booked, bufferMinutes), ...own], blocked, minimumNoticeHours, now, zone };
}

export function findMissing(i18n: I18n, draft: BookingDraft, time: ChosenTime, tutor: Pick<TutorProfileView, 'isVerified'>): string | null {
  switch (draft.step) {
    case 0:
      if (draft.hours === null) return i18n._(draft.method === null ? msg`Choose a duration and a method` : msg`Choose a duration`);
      return draft.method === null ? i18n._(msg`Choose a method`) : null;
    case 2:
      return time.kind === 'free' ? null : i18n._(msg`Choose a day and a time`);
    case 3:
      if (time.kind !== 'free') return i18n._(msg`Choose another time`);
      return (
        contactProblem(i18n, draft.contactNumber) ??
        (mustAcceptUnverified(draft, tutor) && !draft.acceptsUnverified ? i18n._(msg`Tick the box about the home visit`) : null)
      );
    default:
      return null;
  }
}

export function mustAcceptUnverified({ method }: Pick<BookingDraft, 'method'>, { isVerified }: Pick<TutorProfileView, 'isVerified'>): boolean {
  return method === 'individual' && !isVerified;
}

export function contactProblem(i18n: I18n, contactNumber: string): string | null {
  return contactNumber.trim().length < LIMITS.contactNumber.min ? translated(i18n, VALIDATION.contactNumber) : null;
}

export type BookedSubject = { tutorId: string; entry: SubjectEntryView };

export function toRequest({ tutorId, entry }: BookedSubject, draft: BookingDraft, { start, end }: Interval): RequestBookingInput {
  const price = draft.method && draft.hours && sessionPrice(entry.teachingModes, draft.method, draft.hours);
  return {
    tutorId,
    subjectId: draft.subjectId,
    startTime: start,
    endTime: end,
    duration: draft.hours ?? undefined,
    learningMethod: draft.method ?? 'online',
    contactNumber: draft.contactNumber.trim(),
    selectedTopics: draft.topicId === null ? [] : [draft.topicId],
    notes: draft.notes.trim(),
    address: draft.method === 'individual' ? draft.address.trim() : '',
    maxAmount: price === null ? undefined : toRupees(price),
    idempotencyKey: `${draft.attempt} ${start.getTime()}`,
  };
}

function forSubject(subject: SubjectEntryView | undefined): Pick<BookingDraft, 'subjectId' | 'topicId' | 'date' | 'start' | 'weeks'> {
  return { subjectId: subject?.subject.id ?? '', topicId: null, date: null, start: null, weeks: 1 };
}

function getOnlyMethod(subject: SubjectEntryView | undefined): BookableMethod | null {
  const methods = bookableMethods(subject?.teachingModes ?? []);
  return methods.length === 1 ? (methods[0] ?? null) : null;
}

const MAX_AGE_MS = DAY_MS;
const MAX_DATE_MS = 8e15;

const date: DraftField<string> = {
  defaultValue: '',
  parse(value) {
    if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) throw new TypeError('no date');
    return value;
  },
};

export function storedBooking(userId: string, tutorId: string, initial: BookingDraft): Draft<BookingDraft> {
  const fields = record(
    {
      step: integer(0, { min: 0, max: BOOKING_STEPS.length - 1 }),
      subjectId: text(),
      hours: nullable(oneOf<BookingDuration>(BOOKING_DURATIONS, 1)),
      method: nullable(oneOf<BookableMethod>(BOOKABLE_METHODS, 'online')),
      topicId: nullable(text()),
      date: nullable(date),
      start: nullable(integer(0, { min: -MAX_DATE_MS, max: MAX_DATE_MS })),
      weeks: integer(1, { min: 1, max: REPEAT_WEEKS }),
      contactNumber: text('', LIMITS.contactNumber.max),
      notes: text('', LIMITS.notes),
      address: text('', LIMITS.address),
      attempt: text('', LIMITS.id),
    },
    initial,
  );
  const stored = userDraft(userId, `booking:${tutorId}`, record({ draft: fields, keptAt: integer(0) }));
  return {
    read() {
      const value = stored.read();
      if (!value || getNow().getTime() - value.keptAt > MAX_AGE_MS) return null;
      return { ...value.draft, acceptsUnverified: false };
    },
    write: (draft) => stored.write({ draft, keptAt: getNow().getTime() }),
    remove: stored.remove,
  };
}
