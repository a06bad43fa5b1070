import { describe, expect, test } from 'vitest';
import { timeOf, toBookable, toModes, toStoredModes, toStoredSlots, toWeek } from '#shared/domain/bookable.ts';

describe('timeOf', () => {
  test.each([
    [0, '00:00'],
    [9, '00:09'],
    [545, '09:05'],
    [1439, '23:59'],
  ])('%d minutes after midnight are %s', (minutes, time) => {
    expect(timeOf(minutes)).toBe(time);
  });
});

describe('toBookable', () => {
  test('what is stored in cents and minutes is offered in rupees and on the clock', () => {
    const stored = {
      isOnVacation: true,
      minimumNoticeHours: 48,
      subjects: [
        {
          id: 'maths',
          isActive: false,
          modes: [{ type: 'online', enabled: true, rateCents: 150_050 }],
          slots: [{ day: 'Friday', startMinute: 540, endMinute: 600 }],
        },
      ],
    } as const;
    expect(toBookable(stored)).toEqual({
      isOnVacation: true,
      minimumNoticeHours: 48,
      subjects: [
        {
          id: 'maths',
          isActive: false,
          modes: [{ type: 'online', enabled: true, rate: 1500.5 }],
          week: [{ day: 'Friday', slots: [{ start: '09:00', end: '10:00' }] }],
        },
      ],
    });
  });
});

describe('toWeek', () => {
  test('has the days that have slots, in the order of the week and of the clock', () => {
    const slots = [
      { day: 'Sunday', startMinute: 0, endMinute: 60 },
      { day: 'Monday', startMinute: 600, endMinute: 660 },
      { day: 'Monday', startMinute: 90, endMinute: 120 },
    ] as const;
    expect(toWeek(slots)).toEqual([
      {
        day: 'Monday',
        slots: [
          { start: '01:30', end: '02:00' },
          { start: '10:00', end: '11:00' },
        ],
      },
      { day: 'Sunday', slots: [{ start: '00:00', end: '01:00' }] },
    ]);
    expect(toWeek([])).toEqual([]);
  });
});

describe('what is stored and read again', () => {
  test('a week is the same', () => {
    const week = [{ day: 'Tuesday', slots: [{ start: '08:15', end: '23:59' }] }] as const;
    expect(toWeek(toStoredSlots(week.map(({ day, slots }) => ({ day, slots: [...slots] }))))).toEqual(week);
  });

  test('what is no time is no slot', () => {
    expect(toStoredSlots([{ day: 'Monday', slots: [{ start: 'noon', end: '13:00' }] }])).toEqual([]);
  });

  test('a rate is the same to the cent', () => {
    const modes = [{ type: 'home-visit', enabled: false, rate: 0.29 }] as const;
    expect(toStoredModes(modes)).toEqual([{ type: 'home-visit', enabled: false, rateCents: 29 }]);
    expect(toModes(toStoredModes(modes))).toEqual(modes);
  });
});
