import type { BookingActor, BookingStatus } from '#shared/vocabulary/bookings.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { type Diary, openDiary, spansOf } from './activity/diary.ts';
import { type Meeting, makeSession, type Session } from './activity/sessions.ts';
import type { Calendar } from './calendar.ts';
import type { Student } from './people.ts';
import type { Entry, Tutor } from './profiles.ts';
import { type Random, randomOf } from './random.ts';

type Cast = { tutors: readonly Tutor[]; students: readonly Student[]; calendar: Calendar };
type Wanted = { student: Student; tutor: Tutor; day: number; hours: number; status: BookingStatus; by?: BookingActor };

/** How many students come back, by how busy a tutor is. */
const COMPANIONS = [
  [0, 0],
  [2, 4],
  [4, 7],
  [9, 13],
] as const;
const OLDEST_WEEKS = 17;
const ACQUAINTED_DAYS = 10;
const GROUPS_UNTIL = -60;

/** Who has met whom since four months ago, and who will within four weeks; the demo accounts first. */
export function makeActivity(cast: Cast): Session[] {
  const diary = openDiary();
  const [tutor, ...tutors] = cast.tutors;
  const [student, ...students] = cast.students;
  if (!tutor || !student) throw new Error('there are no demo accounts');
  return [
    ...demoSessions({ tutor, student, tutors, students }, cast.calendar, diary),
    ...[tutor, ...tutors].flatMap((one) => sessionsOf(one, { ...cast, students }, diary)),
  ];
}

type Demo = { tutor: Tutor; student: Student; tutors: readonly Tutor[]; students: readonly Student[] };

/** Every state a booking can be in, for both of the demo accounts. */
function demoSessions({ tutor, student, tutors, students }: Demo, calendar: Calendar, diary: Diary): Session[] {
  const other = (name: string) => tutors.find(({ user }) => user.name.startsWith(name)) ?? tutor;
  const [first = student, second = student, third = student, fourth = student, fifth = student] = students;
  const wanted: Wanted[] = [
    { tutor, student, day: 2, hours: 2, status: 'confirmed' },
    { tutor, student, day: 9, hours: 2, status: 'pending' },
    { tutor: other('Nuwan Bandara'), student, day: 4, hours: 1, status: 'pending' },
    { tutor: other('Sharmila Devanesan'), student, day: 1, hours: 1, status: 'confirmed' },
    { tutor: other('Thilini Jayawardena'), student, day: 12, hours: 2, status: 'cancelled', by: 'student' },
    { tutor: other('Anushka Senanayake'), student, day: -9, hours: 1, status: 'cancelled', by: 'tutor' },
    { tutor: other('Ramesh Fernando'), student, day: -16, hours: 1, status: 'cancelled', by: 'system' },
    ...[-68, -61, -54, -40, -26, -5].map((day): Wanted => ({ tutor, student, day, hours: 2, status: 'completed' })),
    ...[-33, -19].map((day): Wanted => ({ tutor: other('Sharmila Devanesan'), student, day, hours: 1, status: 'completed' })),
    { tutor: other('Tharindu Rajapakse'), student, day: -47, hours: 2, status: 'completed' },

    { tutor, student: first, day: -1, hours: 1, status: 'confirmed' },
    { tutor, student: second, day: 0, hours: 1, status: 'confirmed' },
    { tutor, student: third, day: 1, hours: 1, status: 'confirmed' },
    { tutor, student: fourth, day: 3, hours: 2, status: 'pending' },
    { tutor, student: fifth, day: 5, hours: 1, status: 'pending' },
    { tutor, student: first, day: 6, hours: 1, status: 'confirmed' },
  ];
  return wanted.flatMap((one) => placed(one, calendar, diary) ?? []);
}

/** On that day where anything of the tutor's is free, else on the nearest day further from today. */
function placed(wanted: Wanted, calendar: Calendar, diary: Diary): Session | null {
  const { tutor, student, hours } = wanted;
  const random = randomOf(`${student.user.email} wants ${tutor.user.email} on ${wanted.day}`);
  const step = wanted.day < -1 ? -1 : 1;
  const mostDays = wanted.day === 0 || wanted.day === -1 ? 1 : 7;
  for (let tried = 0; tried < mostDays; tried += 1) {
    const day = wanted.day + tried * step;
    for (const entry of tutor.entries) {
      const span = freeSpan({ student, tutor, entry, day, hours }, random, { calendar, diary });
      if (!span) continue;
      if (wanted.status !== 'cancelled') diary.hold([tutor.user.id, student.user.id], span);
      return makeSession({ ...wanted, entry, day, span }, calendar);
    }
  }
  return null;
}

type Books = { calendar: Calendar; diary: Diary };

function freeSpan(meeting: Pick<Meeting, 'student' | 'tutor' | 'entry' | 'day' | 'hours'>, random: Random, { calendar, diary }: Books) {
  const { student, tutor, entry, day, hours } = meeting;
  const free = spansOf(entry, { day, hours, calendar }).filter((span) => diary.isFree([tutor.user.id, student.user.id], span));
  return free.length > 0 ? random.pick(free) : null;
}

/** Lessons go on week by week with the same students. */
function sessionsOf(tutor: Tutor, { students, calendar }: Cast, diary: Diary): Session[] {
  const random = randomOf(`students of ${tutor.user.email}`);
  const [fewest, most] = COMPANIONS[tutor.seed.busy];
  if (most === 0) return [];
  const understood = students.filter(({ seed }) => tutor.seed.mediums.some((medium) => medium === 'english' || medium === seed.speaks));
  const companions = random.shuffled(understood).slice(0, random.int(fewest, most));
  return companions.flatMap((student) => course({ tutor, student }, random, { calendar, diary }));
}

function course({ tutor, student }: Pick<Meeting, 'tutor' | 'student'>, random: Random, books: Books): Session[] {
  const entry: Entry = random.pick(tutor.entries);
  const hours = random.pick([1, 1, 1, 2, 2]);
  const known = Math.min(tutor.seed.joined, student.seed.joined) - ACQUAINTED_DAYS;
  if (known < 1) return [];
  const goesOn = random.chance(0.45) && !tutor.seed.onVacation;
  const weeks = random.int(1, 6);
  const firstDay = -Math.min(known, goesOn ? weeks * 7 : random.int(weeks, OLDEST_WEEKS) * 7);
  const lastDay = goesOn ? random.int(3, BOOKING.daysAhead - 2) : firstDay + weeks * 7;
  const isGroup = entry.modes.some(({ type }) => type === 'group') && random.chance(0.25);

  const days = Array.from({ length: lastDay - firstDay + 1 }, (_, nth) => firstDay + nth);
  const weekday = random.pick(entry.slots).day;
  const meetings = days.filter((day) => books.calendar.weekday(day) === weekday);
  return meetings.flatMap((day) => {
    const span = freeSpan({ student, tutor, entry, day, hours }, random, books);
    if (!span) return [];
    const status = statusOn(day, random);
    if (status !== 'cancelled') books.diary.hold([tutor.user.id, student.user.id], span);
    return [makeSession({ student, tutor, entry, day, hours, span, status, isGroup: isGroup && day < GROUPS_UNTIL }, books.calendar)];
  });
}

function statusOn(day: number, random: Random): BookingStatus {
  const chance = random.next();
  if (day < -1) return chance < 0.08 ? 'cancelled' : 'completed';
  if (day < 0) return chance < 0.25 ? 'confirmed' : 'completed';
  if (day < 2) return 'confirmed';
  if (chance < 0.06) return 'cancelled';
  return chance < 0.3 ? 'pending' : 'confirmed';
}
