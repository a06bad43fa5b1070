import type { ErrorCode } from '#shared/errors.ts';
import type { BookingStatus, LearningMethod, Party, ProposalState } from '#shared/vocabulary/bookings.ts';
import { PROPOSALS } from '#shared/vocabulary/limits.ts';
import { type BookableTutor, blockedProblem, bookingProblem, type Moment, slotProblem, type Wish } from './booking-request.ts';

export type StandingSession = { status: BookingStatus; startTime: Date };
/** A booking, as far as another time for it is concerned. */
export type MovedSession = { subjectId: string | null; startTime: Date; endTime: Date; learningMethod: LearningMethod };
export type Proposed = { booking: MovedSession; start: Date; by: Party };

const HOUR = 3_600_000;

/** Why no other time at all can be proposed for a booking now, or null. */
export function proposingProblem({ status, startTime }: StandingSession, now: Date): ErrorCode | null {
  if (status !== 'confirmed') return 'proposal.not_confirmed';
  return now < noticeBefore(startTime) ? null : 'proposal.too_late';
}

/** Why this time cannot be proposed, or null; whether it is taken, the bookings say. */
export function proposedTimeProblem(tutor: BookableTutor, proposed: Proposed, moment: Moment): ErrorCode | null {
  const { booking, start } = proposed;
  if (start.getTime() === booking.startTime.getTime()) return 'proposal.same_time';
  const problem = bookingProblem(asFor(proposed, tutor), wishOf(proposed), moment);
  if (problem) return problem;
  return moment.now < noticeBefore(start) ? null : 'proposal.too_near';
}

/** Why a proposal that is open cannot be accepted any more, or null: only the hours and days off are asked again, for what is booked goes on. */
export function acceptanceProblem({ subjects, blocked = [] }: BookableTutor, proposed: Omit<Proposed, 'by'>, zone: string): ErrorCode | null {
  const wish = wishOf(proposed);
  const week = subjects.find(({ id }) => id === wish.subjectId)?.week ?? [];
  return slotProblem(week, wish, zone) ?? blockedProblem(blocked, wish);
}

/** The last instant at which a proposal that is made now can be accepted. */
export function lapseOf(from: Date, to: Date, now: Date): Date {
  const latest = now.getTime() + PROPOSALS.lapse * HOUR;
  return new Date(Math.min(latest, noticeBefore(from).getTime(), noticeBefore(to).getTime()));
}

/** Whether it can be answered: one that has lapsed may wait for the job that says so. */
export function isOpen({ state, lapsesAt }: { state: ProposalState; lapsesAt: Date }, now: Date): boolean {
  return state === 'open' && now <= lapsesAt;
}

/** A tutor on vacation may still move what is booked; a student asks for nothing new meanwhile. */
function asFor({ by }: Proposed, tutor: BookableTutor): BookableTutor {
  return { ...tutor, isOnVacation: tutor.isOnVacation && by === 'student' };
}

function wishOf({ booking, start }: Omit<Proposed, 'by'>): Wish {
  const { subjectId, startTime, endTime, learningMethod } = booking;
  const length = endTime.getTime() - startTime.getTime();
  return { subjectId: subjectId ?? '', start, end: new Date(start.getTime() + length), hours: length / HOUR, method: learningMethod };
}

function noticeBefore(start: Date): Date {
  return new Date(start.getTime() - PROPOSALS.notice * HOUR);
}
