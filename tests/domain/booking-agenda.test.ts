import { describe, expect, it } from 'vitest';
import {
  type AgendaBooking,
  findSeries,
  formatAgendaDate,
  formatSeries,
  nearDayName,
  toDays,
  toSingleEntries,
} from '#shared/domain/booking-agenda.ts';
import { instantAt } from '#shared/domain/zone.ts';

const zone = 'Asia/Colombo';
const HOUR = 3_600_000;
/** A Monday, 10:00 in Colombo. */
const NOW = new Date('2026-11-23T04:30:00Z');
const FOUR_PM = 16 * 60;

type Session = AgendaBooking & { id: string };

function onDate(date: string, { minutes = FOUR_PM, hours = 1, ...part }: Partial<Session> & { minutes?: number; hours?: number } = {}): Session {
  const startTime = instantAt(date, minutes, zone);
  return {
    id: date,
    status: 'pending',
    student: { id: 'student' },
    tutor: { id: 'tutor' },
    childName: '',
    subject: { id: 'maths', name: 'Combined Mathematics' },
    learningMethod: 'online',
    startTime,
    endTime: new Date(startTime.getTime() + hours * HOUR),
    ...part,
  };
}

const MONDAYS = ['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21'] as const;
const listIds = (sessions: readonly Session[]) => findSeries(sessions, zone).map(({ bookings }) => bookings.map(({ id }) => id));

// spec s12-next.1 | S12 B | The same session in consecutive weeks is one series: tutor, student, subject, method, status, weekday, time and length
//   | src/shared/domain/booking-agenda.ts
describe('a weekly series', () => {
  const monday = onDate(MONDAYS[0]);

  it('is four Mondays in a row, around other sessions', () => {
    const other = onDate('2026-12-08');
    const sessions = [...MONDAYS.slice(0, 2).map((date) => onDate(date)), other, ...MONDAYS.slice(2).map((date) => onDate(date))];
    expect(listIds(sessions)).toEqual([[...MONDAYS], ['2026-12-08']]);
  });

  it('ends where a week is left out, and begins again', () => {
    const sessions = [MONDAYS[0], MONDAYS[2], MONDAYS[3]].map((date) => onDate(date));
    expect(listIds(sessions)).toEqual([[MONDAYS[0]], [MONDAYS[2], MONDAYS[3]]]);
    const keys = findSeries(sessions, zone).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });

  it.each<[string, Parameters<typeof onDate>[1]]>([
    ['another time', { minutes: FOUR_PM + 60 }],
    ['another length', { hours: 2 }],
    ['another status', { status: 'confirmed' }],
    ['another student', { student: { id: 'other' } }],
    ['another child', { childName: 'Sanduni' }],
    ['another tutor', { tutor: { id: 'other' } }],
    ['another subject', { subject: { id: 'physics', name: 'Physics' } }],
    ['another method', { learningMethod: 'individual' }],
  ])('has nothing with %s in it', (_, part) => {
    expect(listIds([monday, onDate(MONDAYS[1], part)])).toHaveLength(2);
  });

  it('goes by the clock on the wall where the clocks change', () => {
    const berlin = 'Europe/Berlin';
    const at = (date: string) => ({ ...onDate(date), startTime: instantAt(date, FOUR_PM, berlin), endTime: instantAt(date, FOUR_PM + 60, berlin) });
    const sessions = [at('2026-10-19'), at('2026-10-26')];
    expect(findSeries(sessions, berlin)).toHaveLength(1);
    expect(findSeries(sessions, zone)).toHaveLength(2);
  });

  it('is named by its weekday and time', () => {
    expect(formatSeries([monday, onDate(MONDAYS[1])], zone)).toBe('2 Mondays at 4:00 PM');
  });
});

// spec s12-next.2 | S12 B | Bookings stand under the day of their session: Today, Tomorrow, then the date | src/shared/domain/booking-agenda.ts
describe('the days of a list', () => {
  it('hold what starts on them, in the order of the list', () => {
    const sessions = [onDate('2026-11-24', { id: 'a' }), onDate('2026-11-24', { id: 'b', minutes: FOUR_PM + 60 }), onDate('2026-11-26', { id: 'c' })];
    const days = toDays(toSingleEntries(sessions), zone);
    expect(days.map(({ date, entries }) => [date, entries.map(({ key }) => key)])).toEqual([
      ['2026-11-24', ['a', 'b']],
      ['2026-11-26', ['c']],
    ]);
  });

  it('begin at midnight in the zone of the platform', () => {
    const nearMidnight = [onDate('2026-11-24', { minutes: 24 * 60 - 1 }), onDate('2026-11-25', { minutes: 0 })];
    expect(toDays(toSingleEntries(nearMidnight), zone).map(({ date }) => date)).toEqual(['2026-11-24', '2026-11-25']);
  });

  it('have a series where its first session is', () => {
    const sessions = [onDate(MONDAYS[0]), onDate('2026-12-01'), onDate(MONDAYS[1])];
    expect(toDays(findSeries(sessions, zone), zone).map(({ entries }) => entries.map(({ bookings }) => bookings.length))).toEqual([[2], [1]]);
  });

  it.each([
    ['2026-11-22', 'Yesterday', 'Sun, 22 Nov'],
    ['2026-11-23', 'Today', 'Mon, 23 Nov'],
    ['2026-11-24', 'Tomorrow', 'Tue, 24 Nov'],
    ['2026-11-25', null, 'Wed, 25 Nov'],
    ['2027-01-04', null, 'Mon, 4 Jan 2027'],
  ])('%s is called %s, %s', (date, name, text) => {
    expect([nearDayName(date, { now: NOW, zone }), formatAgendaDate(date, { now: NOW, zone })]).toEqual([name, text]);
  });
});
