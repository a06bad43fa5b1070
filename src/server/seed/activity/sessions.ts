import type { bookings, bookingTopics } from '#db/schema/bookings.ts';
import type { Calendar } from '#server/seed/calendar.ts';
import type { Student } from '#server/seed/people.ts';
import type { Entry, Tutor } from '#server/seed/profiles.ts';
import { idOf, type Random, randomOf } from '#server/seed/random.ts';
import { lastReminderBefore, NO_RESPONSE } from '#shared/domain/booking-clock.ts';
import { cancellationFigures, refundShare } from '#shared/domain/cancellation.ts';
import { MODE_OF_METHOD } from '#shared/domain/rates.ts';
import type { BookingActor, BookingStatus, LearningMethod } from '#shared/vocabulary/bookings.ts';
import type { NotificationKind } from '#shared/vocabulary/content.ts';
import { NOTES, STREETS, STUDENT_REASONS, TUTOR_REASONS } from './booking-texts.ts';
import type { Span } from './diary.ts';

type BookingRow = typeof bookings.$inferInsert & { id: string; status: BookingStatus };
type Happening = { kind: Extract<NotificationKind, `booking.${string}`>; at: Date };

/** A booking with those who meet, and what has happened to it. */
export type Session = {
  booking: BookingRow;
  topics: (typeof bookingTopics.$inferInsert)[];
  student: Student;
  tutor: Tutor;
  entry: Entry;
  day: number;
  story: Happening[];
};

export type Meeting = {
  student: Student;
  tutor: Tutor;
  entry: Entry;
  day: number;
  hours: number;
  span: Span;
  status: BookingStatus;
  by?: BookingActor;
  isGroup?: boolean;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NIGHT = 23 * 60;

export function makeSession(meeting: Meeting, calendar: Calendar): Session {
  const { student, tutor, entry, day, hours, span, status } = meeting;
  const name = `${student.user.email} meets ${tutor.user.email} at ${span.start.toISOString()}`;
  const random = randomOf(name);
  const learningMethod = methodOf(meeting, random);
  const rate = entry.modes.find(({ type }) => type === MODE_OF_METHOD[learningMethod])?.rateCents ?? 0;
  const by = status === 'cancelled' ? (meeting.by ?? random.pick<BookingActor>(['student', 'student', 'tutor', 'system'])) : null;
  const story = storyOf({ ...meeting, by }, random, calendar);
  const createdAt = story[0]?.at ?? span.start;
  const id = idOf(name, createdAt);
  const isHeld = status === 'confirmed' || status === 'completed';
  const chosen = random.shuffled(entry.topics).slice(0, random.int(entry.topics.length > 0 ? 1 : 0, 2));

  return {
    booking: {
      id,
      studentId: student.user.id,
      tutorUserId: tutor.user.id,
      tutorId: tutor.profile.id,
      subjectId: entry.subject.row.id,
      subjectName: entry.subject.row.name,
      status,
      startTime: span.start,
      endTime: span.end,
      learningMethod,
      amountCents: rate * hours,
      contactNumber: student.user.phone ?? '',
      notes: random.chance(0.55) ? random.pick(NOTES) : '',
      address: learningMethod === 'individual' ? `${random.pick(STREETS)}, ${student.seed.town}` : '',
      meetingLink: learningMethod === 'online' && isHeld ? `https://meet.jit.si/vidya-${id.slice(-12)}` : null,
      cancellationReason: by === null ? null : reasonOf(by, random),
      cancelledBy: by,
      ...figuresOf({ by, amountCents: rate * hours, startTime: span.start, story }),
      ...momentsOf(story),
      remindedHours: isHeld ? lastReminderBefore({ startTime: span.start }, calendar.at(0, 0)) : null,
      createdAt,
      updatedAt: story.at(-1)?.at ?? createdAt,
    },
    topics: chosen.map((topic, position) => ({ bookingId: id, position, topicId: topic.id, name: topic.name, description: topic.description })),
    student,
    tutor,
    entry,
    day,
    story,
  };
}

function momentsOf(story: Happening[]) {
  const at = (kind: Happening['kind']) => story.find((happening) => happening.kind === kind)?.at ?? null;
  return { confirmedAt: at('booking.confirmed'), completedAt: at('booking.completed'), cancelledAt: at('booking.cancelled') };
}

/** What a cancellation of the story gives back and keeps; nothing where there is none. */
function figuresOf({ by, amountCents, startTime, story }: { by: BookingActor | null; amountCents: number; startTime: Date; story: Happening[] }) {
  const last = story.at(-1);
  if (by === null || !last) return {};
  const status = story.some(({ kind }) => kind === 'booking.confirmed') ? 'confirmed' : 'pending';
  const { refund, retained, platformFee } = cancellationFigures(amountCents, refundShare({ by, status, startTime, now: last.at }));
  return { refundCents: refund, retainedCents: retained, platformFeeCents: platformFee };
}

function methodOf({ entry, isGroup }: Meeting, random: Random): LearningMethod {
  const offers = (method: LearningMethod) => entry.modes.some(({ type, enabled }) => enabled && type === MODE_OF_METHOD[method]);
  if (isGroup && offers('group')) return 'group';
  if (offers('online') && offers('individual')) return random.chance(0.6) ? 'online' : 'individual';
  return offers('online') ? 'online' : 'individual';
}

function reasonOf(by: BookingActor, random: Random): string {
  if (by === 'system') return NO_RESPONSE;
  return random.pick(by === 'student' ? STUDENT_REASONS : TUTOR_REASONS);
}

/** Requests are made days ahead, those that wait for an answer late last night; nothing has happened that lies in the future. */
function storyOf({ day, span, status, by }: Omit<Meeting, 'by'> & { by: BookingActor | null }, random: Random, calendar: Calendar): Happening[] {
  const made = status === 'pending' ? -1 : Math.min(day - random.int(2, 6), -2);
  const minutes = status === 'pending' ? NIGHT + random.int(1, 50) : random.int(16 * 60, NIGHT - 30);
  const created: Happening = { kind: 'booking.created', at: calendar.at(made, minutes) };
  if (status === 'pending') return [created];

  if (by === 'system') return [created, { kind: 'booking.cancelled', at: later(created.at, 24 * 60) }];
  if (by === 'tutor' && random.chance(0.5)) return [created, { kind: 'booking.cancelled', at: later(created.at, random.int(15, 600)) }];
  const confirmed: Happening = { kind: 'booking.confirmed', at: later(created.at, random.int(10, 700)) };
  if (status === 'confirmed') return [created, confirmed];
  if (status === 'cancelled') return [created, confirmed, { kind: 'booking.cancelled', at: later(confirmed.at, random.int(30, 600)) }];

  const midnight = calendar.at(0, 0).getTime() - MINUTE;
  const completed = Math.min(span.end.getTime() + random.int(1, 20) * HOUR, midnight);
  return [created, confirmed, { kind: 'booking.completed', at: new Date(completed) }];
}

function later(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * MINUTE);
}
