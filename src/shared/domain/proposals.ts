import type { ErrorCode } from '#shared/errors.ts';
import type { BookingStatus, LearningMethod, Party, ProposalState } from '#shared/vocabulary/bookings.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { PROPOSALS } from '#shared/vocabulary/limits.ts';
import { type BookableTutor, blockedProblem, bookingProblem, type Moment, type SessionRequest, slotProblem } from './booking-request.ts';

export type ProposableBooking = { status: BookingStatus; startTime: Date };
export type RescheduledSession = { subjectId: string | null; startTime: Date; endTime: Date; learningMethod: LearningMethod };
export type ProposedTime = { booking: RescheduledSession; start: Date; by: Party };

export function proposingProblem({ status, startTime }: ProposableBooking, now: Date): ErrorCode | null {
  if (status !== 'confirmed') return 'proposal.not_confirmed';
  return now < noticeBefore(startTime) ? null : 'proposal.too_late';
}

export function proposedTimeProblem(tutor: BookableTutor, proposed: ProposedTime, moment: Moment): ErrorCode | null {
  const { booking, start } = proposed;
  if (start.getTime() === booking.startTime.getTime()) return 'proposal.same_time';
  const problem = bookingProblem(ignoreVacationOfProposer(proposed, tutor), toSessionRequest(proposed), moment);
  if (problem) return problem;
  return moment.now < noticeBefore(start) ? null : 'proposal.too_near';
}

/** Only hours and days off are checked again: an existing booking may move even when new ones are refused. */
export function acceptanceProblem({ subjects, blocked = [] }: BookableTutor, proposed: Omit<ProposedTime, 'by'>, zone: string): ErrorCode | null {
  const request = toSessionRequest(proposed);
  const week = subjects.find(({ id }) => id === request.subjectId)?.week ?? [];
  return slotProblem(week, request, zone) ?? blockedProblem(blocked, request);
}

export function lapseTime(from: Date, to: Date, now: Date): Date {
  const latest = now.getTime() + PROPOSALS.lapse * HOUR_MS;
  return new Date(Math.min(latest, noticeBefore(from).getTime(), noticeBefore(to).getTime()));
}

/** A proposal past `lapsesAt` may still have the state `open` until its job has run. */
export function isOpen({ state, lapsesAt }: { state: ProposalState; lapsesAt: Date }, now: Date): boolean {
  return state === 'open' && now <= lapsesAt;
}

/** A tutor on vacation may still move existing bookings; students may not propose meanwhile. */
function ignoreVacationOfProposer({ by }: ProposedTime, tutor: BookableTutor): BookableTutor {
  return { ...tutor, isOnVacation: tutor.isOnVacation && by === 'student' };
}

function toSessionRequest({ booking, start }: Omit<ProposedTime, 'by'>): SessionRequest {
  const { subjectId, startTime, endTime, learningMethod } = booking;
  const length = endTime.getTime() - startTime.getTime();
  return { subjectId: subjectId ?? '', start, end: new Date(start.getTime() + length), hours: length / HOUR_MS, method: learningMethod };
}

function noticeBefore(start: Date): Date {
  return new Date(start.getTime() - PROPOSALS.notice * HOUR_MS);
}
