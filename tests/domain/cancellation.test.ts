import { describe, expect, it } from 'vitest';
import { cancellationAmounts, nextShareChange, type RefundShare, refundShare, type ShareChange } from '#shared/domain/cancellation.ts';
import { BOOKING_ACTORS } from '#shared/vocabulary/bookings.ts';

const START = new Date('2026-11-24T10:00:00Z');
const HOUR = 3_600_000;
const ahead = (milliseconds: number) => new Date(START.getTime() - milliseconds);

// spec constants.25 | C §9, D Booking | Refund bands and fee of the Terms, as one pure function: more than 24 h 100%, from 24 h to 2 h both included
//   50%, under 2 h nothing; pending, or by tutor, admin or system 100% | src/shared/domain/cancellation.ts
// spec cancel.2
describe('what a student who cancels a confirmed booking gets back', () => {
  it.each<[string, Date, RefundShare]>([
    ['a week before', ahead(7 * 24 * HOUR), 1],
    ['just over 24 hours before', ahead(24 * HOUR + 1), 1],
    ['24 hours before', ahead(24 * HOUR), 0.5],
    ['just over 2 hours before', ahead(2 * HOUR + 1), 0.5],
    ['2 hours before', ahead(2 * HOUR), 0.5],
    ['just under 2 hours before', ahead(2 * HOUR - 1), 0],
    ['at the start', START, 0],
    ['when it is under way', ahead(-HOUR / 2), 0],
  ])('%s', (_, now, share) => {
    expect(refundShare({ by: 'student', status: 'confirmed', startTime: START, now })).toBe(share);
  });

  // spec constants.25
  it('everything while it is pending', () => {
    expect(refundShare({ by: 'student', status: 'pending', startTime: START, now: ahead(1) })).toBe(1);
  });
});

// spec cancel.3
describe('when the share of a student changes next', () => {
  const toHalf: ShareChange = { at: ahead(24 * HOUR), share: 0.5 };
  const toNothing: ShareChange = { at: ahead(2 * HOUR - 1), share: 0 };

  it.each<[string, Date, ReturnType<typeof nextShareChange>]>([
    ['a week before', ahead(7 * 24 * HOUR), toHalf],
    ['just over 24 hours before', ahead(24 * HOUR + 1), toHalf],
    ['24 hours before', ahead(24 * HOUR), toNothing],
    ['2 hours before', ahead(2 * HOUR), toNothing],
    ['just under 2 hours before', ahead(2 * HOUR - 1), null],
    ['at the start', START, null],
  ])('%s', (_, now, change) => {
    expect(nextShareChange({ by: 'student', status: 'confirmed', startTime: START, now })).toEqual(change);
  });

  // spec cancel.4
  it.each([ahead(7 * 24 * HOUR), ahead(5 * HOUR)])('it is another one from that very moment on', (now) => {
    const input = { by: 'student', status: 'confirmed', startTime: START } as const;
    const change = nextShareChange({ ...input, now });
    if (!change) expect.fail('nothing changes');
    expect(refundShare({ ...input, now: change.at })).toBe(change.share);
    expect(refundShare({ ...input, now: new Date(change.at.getTime() - 1) })).toBe(refundShare({ ...input, now }));
  });

  // spec cancel.3
  it('waiting changes nothing while it is pending, nor for anybody else', () => {
    const now = ahead(30 * HOUR);
    expect(nextShareChange({ by: 'student', status: 'pending', startTime: START, now })).toBeNull();
    for (const by of BOOKING_ACTORS.filter((actor) => actor !== 'student')) {
      expect(nextShareChange({ by, status: 'confirmed', startTime: START, now })).toBeNull();
    }
  });
});

// spec constants.25
describe("a cancellation that is not the student's gives everything back", () => {
  it.each(BOOKING_ACTORS.filter((by) => by !== 'student'))('%s', (by) => {
    expect(refundShare({ by, status: 'confirmed', startTime: START, now: ahead(1) })).toBe(1);
    expect(refundShare({ by, status: 'pending', startTime: START, now: ahead(1) })).toBe(1);
  });
});

describe('who gets what of the price', () => {
  it.each<[number, RefundShare, number, number, number, number]>([
    [150_000, 1, 150_000, 0, 0, 0],
    [150_000, 0.5, 75_000, 75_000, 11_250, 63_750],
    [150_000, 0, 0, 150_000, 22_500, 127_500],
    [150_001, 0.5, 75_001, 75_000, 11_250, 63_750],
    // Of 90 cents 13.5 are the fee, of 110 cents 16.5: half a cent goes up.
    [180, 0.5, 90, 90, 14, 76],
    [220, 0.5, 110, 110, 17, 93],
    [10, 0, 0, 10, 2, 8],
    [3, 0, 0, 3, 0, 3],
    [20, 0.5, 10, 10, 2, 8],
    [1, 0.5, 1, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
  ])('of %d cents at %d: refund %d, retained %d, fee %d, tutor %d', (amount, share, refund, retained, platformFee, tutorGets) => {
    expect(cancellationAmounts(amount, share)).toEqual({ refund, retained, platformFee, tutorGets });
  });

  it.each<RefundShare>([0, 0.5, 1])('adds up to the cent at %d', (share) => {
    for (let amount = 0; amount < 500; amount += 1) {
      const { refund, platformFee, tutorGets } = cancellationAmounts(amount, share);
      expect(refund + platformFee + tutorGets).toBe(amount);
    }
  });
});
