import { describe, expect, it } from 'vitest';
import { type Cancellation, cancellationAmounts, refundShare } from '#shared/domain/cancellation.ts';
import { type OwedBand, type OwedReader, owedBands, owedLines, owedTexts } from '#shared/domain/cancellation-copy.ts';

const START = new Date('2026-11-24T10:00:00Z');
const HOUR = 3_600_000;
const PRICE = 150_000;
const ahead = (milliseconds: number) => new Date(START.getTime() - milliseconds);
const cancellation = (now: Date, more: Partial<Cancellation> = {}): Cancellation => ({
  by: 'student',
  status: 'confirmed',
  startTime: START,
  now,
  ...more,
});
const read = (bands: readonly OwedBand[], reader: OwedReader) =>
  owedTexts(bands, reader).map(({ before, at, after }) => `${before}${at?.toISOString().slice(11, 16) ?? ''}${after}`);

// spec s12-money.1 | S12 C | What is owed for a cancellation, until when and by whom, comes from one function, and its sentences from another |
//   src/shared/domain/cancellation-copy.ts
describe('what a student owes for cancelling', () => {
  it.each<[string, Date, string[]]>([
    ['more than 24 hours before', ahead(24 * HOUR + 1), ['Free until 10:00.', 'After that you owe Rs. 750.', 'From 08:00 you owe Rs. 1,500.']],
    ['24 hours before', ahead(24 * HOUR), ['You owe Rs. 750 until 08:00.', 'After that you owe Rs. 1,500.']],
    ['2 hours before', ahead(2 * HOUR), ['You owe Rs. 750 until 08:00.', 'After that you owe Rs. 1,500.']],
    ['less than 2 hours before', ahead(2 * HOUR - 1), ['You owe Rs. 1,500.']],
  ])('%s', (_, now, sentences) => {
    expect(read(owedBands(cancellation(now), PRICE), 'student')).toEqual(sentences);
  });

  // spec s12-money.1
  it('is nothing for a request until it is confirmed, for what the tutor cancels, and for a session without a price', () => {
    const now = ahead(HOUR);
    expect(read(owedBands(cancellation(now, { status: 'pending' }), PRICE), 'student')).toEqual(['Free until your tutor confirms the request.']);
    expect(read(owedBands(cancellation(now, { by: 'tutor' }), PRICE), 'tutor')).toEqual(['The student owes nothing.']);
    expect(read(owedBands(cancellation(ahead(48 * HOUR)), 0), 'student')).toEqual(['You owe nothing.']);
  });

  // spec s12-money.1
  it('is at each moment what the booking keeps as retained', () => {
    for (const notice of [30, 24, 12, 2, 1]) {
      const at = cancellation(ahead(notice * HOUR));
      expect(owedBands(at, PRICE)[0]?.owed).toBe(cancellationAmounts(PRICE, refundShare(at)).retained);
    }
  });
});

// spec s12-money.2 | S12 C | A student reads what is owed; who gets it and the platform fee are for tutors and admins |
//   src/shared/domain/cancellation-copy.ts, src/server/features/mail/bookings.mail.ts, src/client/features/bookings/cancellation-terms.tsx
describe('the figures of a cancellation', () => {
  const names = (reader: OwedReader) => owedLines({ retained: 75_000, platformFee: 11_250 }, reader).map(({ name, amount }) => [name, amount]);

  it('are for a student what is owed alone, and for the others also who gets it', () => {
    const ALL = [
      ['Owed by the student', 75_000],
      ['Due to the tutor', 63_750],
      ['Platform fee', 11_250],
    ];
    expect(names('student')).toEqual([['You owe', 75_000]]);
    expect(names('tutor')).toEqual(ALL);
    expect(names('admin')).toEqual(ALL);
  });
});
