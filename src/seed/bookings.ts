import { clockJobs, lastReminderBefore } from '#shared/domain/booking-clock.ts';
import { cancellationAmounts, refundShare } from '#shared/domain/cancellation.ts';
import { MODE_OF_METHOD } from '#shared/domain/rates.ts';
import type { BookingStatus, LearningMethod } from '#shared/vocabulary/bookings.ts';
import { NO_RESPONSE } from '#shared/vocabulary/bookings.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import type { NotificationKind } from '#shared/vocabulary/notifications.ts';
import type { Calendar } from './calendar.ts';
import { BOOKINGS } from './data.ts';
import type { Student, Tutor } from './people.ts';
import { createId, createRandom, type Random } from './random.ts';

export type SeedContext = { calendar: Calendar; tutors: readonly Tutor[]; students: readonly Student[]; sessions: readonly Session[] };
export type Session = ReturnType<typeof makeSession>;
type Pair = { student: Student; tutor: Tutor };
type Meeting = Pair & { subject: Tutor['subjects'][number]; day: number; hours: number };
type Span = { start: Date; end: Date };
type Canceller = (typeof BOOKINGS.demo)[number]['cancelledBy'];
type Planned = Meeting & Span & { status: BookingStatus; cancelledBy?: Canceller; isGroup?: boolean };
type Schedule = Pick<SeedContext, 'calendar'> & { sessions: Session[] };
type Step = { kind: Extract<NotificationKind, `booking.${string}`>; at: Date };

const NIGHT = 23 * 60;
/** How many students come back, at least and at most, by how busy a tutor is. */
const REGULARS = [
  [0, 0],
  [2, 4],
  [4, 7],
  [9, 13],
] as const;
const OLDEST_WEEKS = 17;
const DAYS_BEFORE_FIRST_SESSION = 10;
/** Groups can no longer be booked. */
const LAST_GROUP_DAY = -61;

export function findByName<Person extends Student | Tutor>(people: readonly Person[], name: string): Person {
  const person = people.find(({ user }) => user.name === name);
  if (!person) throw new Error(`nobody is called ${name}`);
  return person;
}

/** The demo accounts come first, so that nobody else takes their times. */
export function makeSessions({ calendar, tutors, students }: Omit<SeedContext, 'sessions'>): Session[] {
  const sessions: Session[] = [];
  const others = students.filter(({ record }) => !record.isDemo);
  for (const planned of BOOKINGS.demo) {
    const pair = { tutor: findByName(tutors, planned.tutor), student: findByName(students, planned.student) };
    const random = createRandom(`${pair.student.user.email} wants ${pair.tutor.user.email} on ${planned.day}`);
    const meetings = daysToTry(planned.day).flatMap((day) => pair.tutor.subjects.map((subject) => ({ ...pair, subject, day, hours: planned.hours })));
    for (const meeting of meetings) {
      const span = findSpan(meeting, random, { calendar, sessions });
      if (!span) continue;
      sessions.push(makeSession({ ...planned, ...meeting, ...span }, calendar));
      break;
    }
  }
  for (const tutor of tutors) {
    const random = createRandom(`students of ${tutor.user.email}`);
    const [fewest, most] = REGULARS[tutor.record.busy];
    if (most === 0) continue;
    const { mediums } = tutor.record;
    const possible = others.filter(({ record }) => mediums.includes('english') || mediums.includes(record.medium));
    const regulars = random.shuffle(possible).slice(0, random.int(fewest, most));
    for (const student of regulars) addCourse({ tutor, student }, random, { calendar, sessions });
  }
  return sessions;
}

/** A full day gives way to the nearest one further from today, so that the status still fits; yesterday and today cannot. */
function daysToTry(day: number): number[] {
  const step = day < -1 ? -1 : 1;
  return Array.from({ length: day === 0 || day === -1 ? 1 : 7 }, (_, index) => day + index * step);
}

function addCourse({ tutor, student }: Pair, random: Random, { calendar, sessions }: Schedule): void {
  const subject = random.pick(tutor.subjects);
  const hours = random.pick([1, 1, 1, 2, 2]);
  const mostDays = Math.min(tutor.record.joined, student.record.joined) - DAYS_BEFORE_FIRST_SESSION;
  if (mostDays < 1) return;
  const isGoingOn = random.chance(0.45) && !tutor.record.onVacation;
  const weeks = random.int(1, 6);
  const firstDay = -Math.min(mostDays, isGoingOn ? weeks * 7 : random.int(weeks, OLDEST_WEEKS) * 7);
  const lastDay = isGoingOn ? random.int(3, BOOKING.daysAhead - 2) : firstDay + weeks * 7;
  const isGroup = subject.modes.some(({ type }) => type === 'group') && random.chance(0.25);
  const weekday = random.pick(subject.slots).day;
  for (let day = firstDay; day <= lastDay; day += 1) {
    if (calendar.weekday(day) !== weekday) continue;
    const meeting = { student, tutor, subject, day, hours };
    const span = findSpan(meeting, random, { calendar, sessions });
    if (!span) continue;
    const status = chooseStatus(day, random);
    sessions.push(makeSession({ ...meeting, ...span, status, isGroup: isGroup && day <= LAST_GROUP_DAY }, calendar));
  }
}

function chooseStatus(day: number, random: Random): BookingStatus {
  const chance = random.next();
  if (day < -1) return chance < 0.08 ? 'cancelled' : 'completed';
  if (day < 0) return chance < 0.25 ? 'confirmed' : 'completed';
  if (day < 2) return 'confirmed';
  if (chance < 0.06) return 'cancelled';
  return chance < 0.3 ? 'pending' : 'confirmed';
}

function findSpan({ student, tutor, subject, day, hours }: Meeting, random: Random, { calendar, sessions }: Schedule): Span | null {
  const busy = sessions.filter((other) => other.booking.status !== 'cancelled' && (other.student === student || other.tutor === tutor));
  const spans = subject.slots
    .filter((slot) => slot.day === calendar.weekday(day))
    .flatMap(({ startMinute, endMinute }) => {
      const count = Math.floor((endMinute - startMinute - hours * 60) / BOOKING.stepMinutes) + 1;
      return Array.from({ length: Math.max(0, count) }, (_, index) => startMinute + index * BOOKING.stepMinutes);
    })
    .map((minute) => ({ start: calendar.at(day, minute), end: calendar.at(day, minute + hours * 60) }))
    .filter(({ start, end }) => busy.every(({ booking }) => end <= booking.startTime || start >= booking.endTime));
  return spans.length > 0 ? random.pick(spans) : null;
}

function makeSession(planned: Planned, calendar: Calendar) {
  const { student, tutor, subject, day, hours, start, end, status } = planned;
  const name = `${student.user.email} meets ${tutor.user.email} at ${start.toISOString()}`;
  const random = createRandom(name);
  const learningMethod = chooseMethod(planned, random);
  const rate = subject.modes.find(({ type }) => type === MODE_OF_METHOD[learningMethod])?.rateCents ?? 0;
  const amountCents = rate * hours;
  const cancellers = ['student', 'student', 'tutor', 'system'] as const;
  const cancelledBy = status === 'cancelled' ? (planned.cancelledBy ?? random.pick(cancellers)) : undefined;
  const history = makeHistory({ ...planned, cancelledBy }, random, calendar);
  const createdAt = history[0]?.at ?? start;
  const updatedAt = history.at(-1)?.at ?? start;
  const happenedAt = (kind: Step['kind']) => history.find((step) => step.kind === kind)?.at ?? null;
  const confirmedAt = happenedAt('booking.confirmed');
  const cancellation = cancelledBy && ({ by: cancelledBy, status: confirmedAt ? 'confirmed' : 'pending', startTime: start, now: updatedAt } as const);
  const figures = cancellation && cancellationAmounts(amountCents, refundShare(cancellation));
  const isAccepted = status === 'confirmed' || status === 'completed';
  const id = createId(name, createdAt);
  const topics = random.shuffle(subject.topics).slice(0, random.int(subject.topics.length > 0 ? 1 : 0, 2));
  const booking = {
    id,
    studentId: student.user.id,
    tutorUserId: tutor.user.id,
    tutorId: tutor.profile.id,
    subjectId: subject.row.subjectId,
    subjectName: subject.name,
    status,
    startTime: start,
    endTime: end,
    learningMethod,
    amountCents,
    contactNumber: student.user.phone,
    notes: random.chance(0.55) ? random.pick(BOOKINGS.notes) : '',
    address: learningMethod === 'individual' ? `${random.pick(BOOKINGS.streets)}, ${student.record.town}` : '',
    meetingLink: learningMethod === 'online' && isAccepted ? `https://meet.jit.si/vidya-${id.slice(-12)}` : null,
    cancelledBy,
    cancellationReason: cancelledBy && (cancelledBy === 'system' ? NO_RESPONSE : random.pick(BOOKINGS.cancellationReasons[cancelledBy])),
    refundCents: figures?.refund,
    retainedCents: figures?.retained,
    platformFeeCents: figures?.platformFee,
    confirmedAt,
    completedAt: happenedAt('booking.completed'),
    cancelledAt: happenedAt('booking.cancelled'),
    remindedHours: isAccepted ? lastReminderBefore({ startTime: start }, calendar.at(0, 0)) : null,
    createdAt,
    updatedAt,
  };
  const toRow = ({ id: topicId, name, description }: (typeof topics)[number], position: number) => ({
    bookingId: id,
    position,
    topicId,
    name,
    description,
  });
  return { student, tutor, subject, day, history, booking, topics: topics.map(toRow) };
}

function chooseMethod({ subject, isGroup }: Planned, random: Random): LearningMethod {
  const offers = (method: LearningMethod) => subject.modes.some(({ type, enabled }) => enabled && type === MODE_OF_METHOD[method]);
  if (isGroup && offers('group')) return 'group';
  if (offers('online') && offers('individual')) return random.chance(0.6) ? 'online' : 'individual';
  return offers('online') ? 'online' : 'individual';
}

/** Nothing happens after last midnight: a pending request was made late last night, so that it has not lapsed yet. */
function makeHistory({ day, end, status, cancelledBy }: Planned, random: Random, calendar: Calendar): Step[] {
  const createdDay = status === 'pending' ? -1 : Math.min(day - random.int(2, 6), -2);
  const minutes = status === 'pending' ? NIGHT + random.int(1, 50) : random.int(16 * 60, NIGHT - 30);
  const created: Step = { kind: 'booking.created', at: calendar.at(createdDay, minutes) };
  const after = ({ at }: Step, kind: Step['kind'], delay: number): Step => ({ kind, at: new Date(at.getTime() + delay * MINUTE_MS) });
  if (status === 'pending') return [created];
  if (cancelledBy === 'system') return [created, after(created, 'booking.cancelled', 24 * 60)];
  if (cancelledBy === 'tutor' && random.chance(0.5)) return [created, after(created, 'booking.cancelled', random.int(15, 600))];
  const confirmed = after(created, 'booking.confirmed', random.int(10, 700));
  if (status === 'confirmed') return [created, confirmed];
  if (status === 'cancelled') return [created, confirmed, after(confirmed, 'booking.cancelled', random.int(30, 600))];
  const completedAt = Math.min(end.getTime() + random.int(1, 20) * HOUR_MS, calendar.at(0, 0).getTime() - MINUTE_MS);
  return [created, confirmed, { kind: 'booking.completed', at: new Date(completedAt) }];
}

export function makeJobs({ calendar, sessions }: SeedContext) {
  const today = calendar.at(0, 0);
  return sessions.flatMap(({ booking }) =>
    clockJobs(booking, today).map((job) => ({ ...job, id: createId(job.key, today), createdAt: booking.updatedAt })),
  );
}

/** A morning and a weekend of the demo tutor on which nothing is booked. */
export function makeDaysOff({ calendar, tutors, sessions }: SeedContext) {
  const booked = new Set(sessions.filter(({ tutor }) => tutor.record.isDemo).map(({ day }) => day));
  const free = Array.from({ length: 34 }, (_, index) => 6 + index).filter((day) => !booked.has(day));
  const isOn = (day: number, ...weekdays: string[]) => weekdays.includes(calendar.weekday(day));
  const morning = free.find((day) => !isOn(day, 'Saturday', 'Sunday'));
  const saturday = free.find((day) => isOn(day, 'Saturday') && !booked.has(day + 1));
  const tutor = tutors.find(({ record }) => record.isDemo);
  const createdAt = calendar.at(-3, 20 * 60);
  const plans = [
    { from: morning, days: 1, note: 'Parents at the clinic', startMinute: 8 * 60, endMinute: 12 * 60 },
    { from: saturday, days: 2, note: 'Wedding in Galle' },
  ];
  return plans.flatMap(({ from, days, ...rest }) => {
    if (from === undefined || !tutor) return [];
    const id = createId(`days off of ${tutor.user.email} ${rest.note}`, createdAt);
    return { id, tutorId: tutor.profile.id, fromDate: calendar.date(from), toDate: calendar.date(from + days - 1), createdAt, ...rest };
  });
}
