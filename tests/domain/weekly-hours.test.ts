import { describe, expect, it } from 'vitest';
import { type AvailabilityDay, mergedWeek, minutesOf, normalTime, slotsOf, weekProblem } from '#shared/domain/weekly-hours.ts';

const slot = (text: string) => {
  const [start = '', end = ''] = text.split('-');
  return { start, end };
};
const day = (name: AvailabilityDay['day'], ...slots: string[]): AvailabilityDay => ({ day: name, slots: slots.map(slot) });

describe('a time of day is H:MM or HH:MM', () => {
  it.each([
    ['00:00', 0, '00:00'],
    ['9:05', 545, '09:05'],
    ['09:05', 545, '09:05'],
    ['23:59', 1439, '23:59'],
  ])('%s', (text, minutes, normal) => {
    expect(minutesOf(text)).toBe(minutes);
    expect(normalTime(text)).toBe(normal);
  });

  it.each(['24:00', '23:60', '9', '9:5', '009:00', '9:00 ', ' 9:00', '9.00', '-1:00', '', 'noon', '09:00:00', '９:00'])('not "%s"', (text) => {
    expect(minutesOf(text)).toBeNull();
    expect(normalTime(text)).toBeNull();
  });
});

describe('a week is kept in order', () => {
  it('repeated days are one, days in the order of the week, slots by start, times normal', () => {
    const sent = [day('Sunday'), day('Tuesday', '14:00-15:00', '8:00-9:00'), day('Monday', '9:30-11:00'), day('Tuesday', '10:00-11:00')];
    expect(mergedWeek(sent)).toEqual([day('Monday', '09:30-11:00'), day('Tuesday', '08:00-09:00', '10:00-11:00', '14:00-15:00'), day('Sunday')]);
  });

  it('what is no time stays, to be refused by its own rule', () => {
    expect(mergedWeek([day('Monday', 'x-y')])).toEqual([day('Monday', 'x-y')]);
  });

  it('the slots of one day are found among all', () => {
    const week = [day('Tuesday', '14:00-15:00'), day('Monday', '9:00-10:00'), day('Tuesday', '8:00-9:00')];
    expect(slotsOf(week, 'Tuesday')).toEqual([slot('08:00-09:00'), slot('14:00-15:00')]);
    expect(slotsOf(week, 'Friday')).toEqual([]);
  });

  it('what was sent is left as it was', () => {
    const sent = [day('Tuesday', '14:00-15:00', '8:00-9:00')];
    mergedWeek(sent);
    expect(sent).toEqual([day('Tuesday', '14:00-15:00', '8:00-9:00')]);
  });
});

// spec validation.30 | P §5 Tutor profile, D Time and money | Profile: at most 3 slots a day, HH:MM, not overlapping |
//   src/shared/domain/weekly-hours.ts
describe('why a week cannot be published', () => {
  it.each<[string, AvailabilityDay[], string | null]>([
    ['nothing is fine in a draft', [], null],
    ['three slots are fine', [day('Monday', '08:00-09:00', '10:00-11:00', '12:00-13:00')], null],
    ['four are not', [day('Monday', '08:00-09:00', '10:00-11:00', '12:00-13:00', '14:00-15:00')], 'tutor.too_many_slots'],
    [
      'four in two entries of a day are not',
      [day('Monday', '08:00-09:00', '10:00-11:00'), day('Monday', '12:00-13:00', '14:00-15:00')],
      'tutor.too_many_slots',
    ],
    ['four on two days are fine', [day('Monday', '08:00-09:00', '10:00-11:00'), day('Friday', '12:00-13:00', '14:00-15:00')], null],
    ['any minute is fine', [day('Monday', '8:07-9:53')], null],
    ['24:00 is no time', [day('Monday', '22:00-24:00')], 'tutor.slot_time'],
    ['an empty start is no time', [day('Monday', '-10:00')], 'tutor.slot_time'],
    ['an end at its start', [day('Monday', '09:00-09:00')], 'tutor.slot_order'],
    ['an end before its start', [day('Monday', '10:00-09:59')], 'tutor.slot_order'],
    ['an end a minute later is fine', [day('Monday', '09:00-09:01')], null],
    ['9:00 and 10:00 are compared as times, not as texts', [day('Monday', '9:00-10:00')], null],
    ['neighbours do not overlap', [day('Monday', '09:00-10:00', '10:00-11:00')], null],
    ['a minute in common does', [day('Monday', '09:00-10:01', '10:00-11:00')], 'tutor.slots_overlap'],
    ['in whatever order they are sent', [day('Monday', '10:00-11:00', '9:00-10:01')], 'tutor.slots_overlap'],
    ['one inside another', [day('Monday', '08:00-12:00', '09:00-10:00')], 'tutor.slots_overlap'],
    ['the same twice', [day('Monday', '09:00-10:00'), day('Monday', '09:00-10:00')], 'tutor.slots_overlap'],
    ['the same on two days is fine', [day('Monday', '09:00-10:00'), day('Tuesday', '09:00-10:00')], null],
    ['the number comes before the times', [day('Sunday', 'x-y'), day('Monday', 'a-b', 'a-b', 'a-b', 'a-b')], 'tutor.too_many_slots'],
    ['the times come before the order', [day('Monday', '10:00-09:00'), day('Sunday', '9-10')], 'tutor.slot_time'],
  ])('%s', (_, days, problem) => {
    expect(weekProblem(days)).toBe(problem);
  });
});
