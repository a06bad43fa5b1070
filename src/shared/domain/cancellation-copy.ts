import type { Party } from '#shared/vocabulary/bookings.ts';
import { type Cancellation, cancellationAmounts, nextShareChange, refundShare } from './cancellation.ts';
import { type Cents, formatRupees, toRupees } from './money.ts';

/** What the student owes for cancelling until then: to a moment, until the tutor confirms, or for good. */
export type OwedBand = { owed: Cents; until: Date | 'confirmed' | null };

export type OwedReader = Party | 'admin';

/** From now on; neighbours differ in what is owed, and the last has no end. */
export function owedBands(cancellation: Cancellation, amount: Cents): OwedBand[] {
  const owed = owedFor(cancellation, amount);
  if (cancellation.by === 'student' && cancellation.status === 'pending') return [{ owed, until: 'confirmed' }];
  const next = nextShareChange(cancellation);
  if (!next) return [{ owed, until: null }];
  const later = owedBands({ ...cancellation, now: next.at }, amount);
  return later[0]?.owed === owed ? later : [{ owed, until: next.at }, ...later];
}

function owedFor(cancellation: Cancellation, amount: Cents): Cents {
  return cancellationAmounts(amount, refundShare(cancellation)).retained;
}

export type OwedText = { before: string; at: Date | null; after: string };

/** One sentence a band, with its moment apart, because it may be shown in two time zones. */
export function owedTexts(bands: readonly OwedBand[], reader: OwedReader): OwedText[] {
  return bands.map((band, index) => {
    const previous = bands[index - 1]?.until;
    if (index === 0) return firstText(band, reader);
    if (index === 1 || !(previous instanceof Date)) return { before: `After that ${owes(band.owed, reader)}.`, at: null, after: '' };
    return { before: 'From ', at: previous, after: ` ${owes(band.owed, reader)}.` };
  });
}

function firstText({ owed, until }: OwedBand, reader: OwedReader): OwedText {
  const sentence = capitalise(owes(owed, reader));
  if (until === 'confirmed')
    return { before: `Free until ${reader === 'student' ? 'your' : 'the'} tutor confirms the request.`, at: null, after: '' };
  if (until === null) return { before: `${sentence}.`, at: null, after: '' };
  return { before: owed === 0 ? 'Free until ' : `${sentence} until `, at: until, after: '.' };
}

/** `you owe Rs. 750` */
export function owes(owed: Cents, reader: OwedReader): string {
  return `${reader === 'student' ? 'you owe' : 'the student owes'} ${owed === 0 ? 'nothing' : formatRupees(toRupees(owed))}`;
}

export type OwedAmounts = { retained: Cents; platformFee: Cents };
export type OwedLine = { name: string; amount: Cents };

/** What the student owes, and, for those whom it concerns, who gets it. */
export function owedLines({ retained, platformFee }: OwedAmounts, reader: OwedReader): OwedLine[] {
  if (reader === 'student') return [{ name: 'You owe', amount: retained }];
  return [
    { name: 'Owed by the student', amount: retained },
    { name: 'Due to the tutor', amount: retained - platformFee },
    { name: 'Platform fee', amount: platformFee },
  ];
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
