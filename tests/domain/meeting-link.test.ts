import { describe, expect, test } from 'vitest';
import { canHaveLink, type JoinState, joinOpensAt, joinState, linkFrom, type Meeting } from '#shared/domain/meeting-link.ts';
import { BOOKING_STATUSES, LEARNING_METHODS } from '#shared/vocabulary/bookings.ts';

const START = new Date('2026-11-24T10:00:00Z');
const MINUTE = 60_000;
const at = (minutes: number, milliseconds = 0) => new Date(START.getTime() + minutes * MINUTE + milliseconds);
const MEETING: Meeting = {
  status: 'confirmed',
  learningMethod: 'online',
  startTime: START,
  endTime: at(60),
  meetingLink: 'https://meet.vidya.test/room',
};

// spec tutor-bookings.13 | D Booking | Join works from 15 minutes before the start to the end, and says why not before and after |
//   src/shared/domain/meeting-link.ts
describe('when the parties can join', () => {
  test.each<[string, Date, JoinState]>([
    ['16 minutes before the start', at(-16), 'early'],
    ['a millisecond more than 15 minutes before', at(-15, -1), 'early'],
    ['15 minutes before', at(-15), 'open'],
    ['at the start', START, 'open'],
    ['a millisecond before the end', at(60, -1), 'open'],
    ['at the end', at(60), 'over'],
    ['a day later', at(24 * 60), 'over'],
  ])('%s', (_, now, state) => {
    expect(joinState(MEETING, now)).toBe(state);
  });

  // spec tutor-bookings.13
  test('opens fifteen minutes before the start', () => {
    expect(joinOpensAt(MEETING)).toEqual(at(-15));
  });
});

// spec tutor-bookings.13
describe('what has no meeting', () => {
  test.each(BOOKING_STATUSES.filter((status) => status !== 'confirmed'))('a session that is %s', (status) => {
    expect(joinState({ ...MEETING, status }, START)).toBeNull();
    expect(canHaveLink({ ...MEETING, status })).toBe(false);
  });

  test.each(LEARNING_METHODS.filter((method) => method !== 'online'))('a session that is held %s', (learningMethod) => {
    expect(joinState({ ...MEETING, learningMethod }, START)).toBeNull();
    expect(canHaveLink({ ...MEETING, learningMethod })).toBe(false);
  });

  test('a session without a link, which may be given one', () => {
    expect(joinState({ ...MEETING, meetingLink: null }, START)).toBeNull();
    expect(canHaveLink(MEETING)).toBe(true);
  });
});

describe('a link', () => {
  test.each([
    ['https://meet.jit.si/{room}', 'vidya-1f', 'https://meet.jit.si/vidya-1f'],
    ['https://meet.test/{room}?name={room}', 'a', 'https://meet.test/a?name=a'],
    ['https://meet.test/{room}', '$&/../b c', 'https://meet.test/%24%26%2F..%2Fb%20c'],
  ])('from %s and the room %s', (template, name, link) => {
    expect(linkFrom(template, name)).toBe(link);
  });
});
