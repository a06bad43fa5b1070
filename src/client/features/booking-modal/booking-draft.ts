import { newId } from '#client/lib/new-id.ts';
import type { ChosenTime } from '#client/ui/chosen-time.ts';
import type { RequestBookingInput } from '#shared/contracts/bookings.ts';
import type { AvailabilityView, SubjectEntryView, TutorProfileView } from '#shared/contracts/tutors.ts';
import type { FreeSessions, Interval } from '#shared/domain/free-times.ts';
import { bookableMethods } from '#shared/domain/rates.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { VALIDATION } from '#shared/messages.ts';
import type { BookableMethod, BookingDuration } from '#shared/vocabulary/bookings.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

export const BOOKING_STEPS = ['Duration & Method', 'Select Topic', 'Choose Day & Time', 'Contact & Confirm'] as const;

/** What has been chosen and typed so far. */
export type BookingDraft = {
  /** Index into `BOOKING_STEPS`. */
  step: number;
  subjectId: string;
  hours: BookingDuration | null;
  method: BookableMethod | null;
  topicId: string | null;
  /** The date whose times are looked at; null is the first with a free one. */
  date: string | null;
  /** Milliseconds, so that the same instant is the same choice. */
  start: number | null;
  /** How many weeks in a row, this one included. */
  weeks: number;
  contactNumber: string;
  notes: string;
  address: string;
  /** Whether a home visit is wanted although the tutor is not verified. */
  acceptsUnverified: boolean;
  /** Names what was sent: as long as nothing is changed, sending again books nothing twice. */
  attempt: string;
};

/** The subject asked for by id or name, else the first. */
export function subjectWanted(subjects: readonly SubjectEntryView[], wanted: string | undefined): SubjectEntryView | undefined {
  const name = wanted?.toLowerCase();
  return subjects.find(({ subject }) => subject.id === wanted || subject.name.toLowerCase() === name) ?? subjects[0];
}

export function newDraft(subject: SubjectEntryView | undefined, contactNumber: string): BookingDraft {
  const typed = { contactNumber, notes: '', address: '', acceptsUnverified: false };
  return { ...typed, step: 0, hours: null, method: onlyMethod(subject), attempt: newId(), ...aboutSubject(subject) };
}

/** What was changed is another request. */
export function renewed(draft: BookingDraft): BookingDraft {
  return { ...draft, attempt: newId() };
}

/** Another subject: its own topics and times, and its own methods. */
export function withSubject(draft: BookingDraft, subject: SubjectEntryView): BookingDraft {
  const isKept = draft.method !== null && bookableMethods(subject.teachingModes).includes(draft.method);
  return { ...draft, ...aboutSubject(subject), method: isKept ? draft.method : onlyMethod(subject) };
}

export function withHours(draft: BookingDraft, hours: BookingDuration): BookingDraft {
  return { ...draft, hours, date: null, start: null, weeks: 1 };
}

export function withStart(draft: BookingDraft, start: Date, zone: string): BookingDraft {
  return { ...draft, start: start.getTime(), date: wallClock(start, zone).date };
}

/** The calendar in which a session of the chosen length is looked for; null until a length is chosen. */
export function sessionsOf(
  draft: BookingDraft,
  calendar: Pick<AvailabilityView, 'availability' | 'booked' | 'blocked'> | undefined,
  moment: { now: Date; zone: string },
): FreeSessions | null {
  const week = calendar?.availability.find(({ subjectId }) => subjectId === draft.subjectId)?.availability;
  if (draft.hours === null || !calendar) return null;
  return { week: week ?? [], hours: draft.hours, taken: calendar.booked ?? [], blocked: calendar.blocked, ...moment };
}

/** What is missing before the step can be left, in words. */
export function missingIn(draft: BookingDraft, time: ChosenTime, tutor: Pick<TutorProfileView, 'isVerified'>): string | null {
  switch (draft.step) {
    case 0:
      if (draft.hours === null) return draft.method === null ? 'Choose a duration and a method' : 'Choose a duration';
      return draft.method === null ? 'Choose a method' : null;
    case 2:
      return time.kind === 'free' ? null : 'Choose a day and a time';
    case 3:
      if (time.kind !== 'free') return 'Choose another time';
      return (
        contactProblem(draft.contactNumber) ?? (asksToAccept(draft, tutor) && !draft.acceptsUnverified ? 'Tick the box about the home visit' : null)
      );
    default:
      return null;
  }
}

/** Whoever opens their door to a tutor has read that nobody has checked who it is. */
export function asksToAccept({ method }: Pick<BookingDraft, 'method'>, { isVerified }: Pick<TutorProfileView, 'isVerified'>): boolean {
  return method === 'individual' && !isVerified;
}

export function contactProblem(contactNumber: string): string | null {
  return contactNumber.trim().length < LIMITS.contactNumber.min ? VALIDATION.contactNumber : null;
}

export function toRequest(tutor: Pick<TutorProfileView, 'id'>, draft: BookingDraft, { start, end }: Interval): RequestBookingInput {
  return {
    tutorId: tutor.id,
    subjectId: draft.subjectId,
    startTime: start,
    endTime: end,
    duration: draft.hours ?? undefined,
    learningMethod: draft.method ?? 'online',
    contactNumber: draft.contactNumber.trim(),
    selectedTopics: draft.topicId === null ? [] : [draft.topicId],
    notes: draft.notes.trim(),
    address: draft.method === 'individual' ? draft.address.trim() : '',
    idempotencyKey: `${draft.attempt} ${start.getTime()}`,
  };
}

function aboutSubject(subject: SubjectEntryView | undefined): Pick<BookingDraft, 'subjectId' | 'topicId' | 'date' | 'start' | 'weeks'> {
  return { subjectId: subject?.subject.id ?? '', topicId: null, date: null, start: null, weeks: 1 };
}

function onlyMethod(subject: SubjectEntryView | undefined): BookableMethod | null {
  const methods = bookableMethods(subject?.teachingModes ?? []);
  return methods.length === 1 ? (methods[0] ?? null) : null;
}
