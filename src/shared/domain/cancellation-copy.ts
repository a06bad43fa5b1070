import type { BookingActor, Party } from '#shared/vocabulary/bookings.ts';
import { type Cancellation, cancellationAmounts, nextShareChange, refundShare } from './cancellation.ts';
import { type Cents, formatRupees, toRupees } from './money.ts';
import { ENGLISH, type Texts } from './texts.ts';

export type WrittenReason = { cancelledBy: BookingActor | null; cancellationReason: string | null };

/** A reason of the system in the reader's language; what a person wrote is not translated. */
export const toReasonText = ({ cancelledBy, cancellationReason: reason }: WrittenReason, t: Texts = ENGLISH): string =>
  cancelledBy === 'system' ? t.of(reason ?? '') : (reason ?? '');

/** What the student owes for cancelling within a period, which ends at a time, when the tutor confirms, or never (null). */
export type OwedBand = { owed: Cents; until: Date | 'confirmed' | null };

export type OwedReader = Party | 'admin';

/** The periods from now on. Consecutive ones differ in what is owed, and the last has no end. */
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

/** A placeholder for the time within a sentence. */
const AT = '\uE000';

/** One sentence for each period. Its time is kept apart from the text, because it may be shown in two time zones. */
export function owedTexts(bands: readonly OwedBand[], reader: OwedReader, t: Texts = ENGLISH): OwedText[] {
  return bands.map((band, index) => {
    const previous = bands[index - 1]?.until;
    if (index === 0) return splitAt(writeFirst(band, reader, t), band.until);
    if (index === 1 || !(previous instanceof Date)) return splitAt(writeLast(band, reader, t), null);
    return splitAt(writeNext(band, reader, t), previous);
  });
}

function splitAt(sentence: string, until: OwedBand['until']): OwedText {
  const [before = '', after = ''] = sentence.split(AT);
  return { before, at: until instanceof Date ? until : null, after };
}

const amountOf = ({ owed }: OwedBand, t: Texts): string => formatRupees(toRupees(owed), t.locale);

function writeFirst(band: OwedBand, reader: OwedReader, t: Texts): string {
  const { owed, until } = band;
  if (until === 'confirmed')
    return reader === 'student' ? t`Free until your tutor confirms the request.` : t`Free until the tutor confirms the request.`;
  if (until === null) return capitalise(`${owes(owed, reader, t)}.`);
  if (owed === 0) return t`Free until ${AT}.`;
  return reader === 'student' ? t`You owe ${amountOf(band, t)} until ${AT}.` : t`The student owes ${amountOf(band, t)} until ${AT}.`;
}

function writeLast(band: OwedBand, reader: OwedReader, t: Texts): string {
  if (band.owed === 0) return reader === 'student' ? t`After that you owe nothing.` : t`After that the student owes nothing.`;
  return reader === 'student' ? t`After that you owe ${amountOf(band, t)}.` : t`After that the student owes ${amountOf(band, t)}.`;
}

function writeNext(band: OwedBand, reader: OwedReader, t: Texts): string {
  if (band.owed === 0) return reader === 'student' ? t`From ${AT} you owe nothing.` : t`From ${AT} the student owes nothing.`;
  return reader === 'student' ? t`From ${AT} you owe ${amountOf(band, t)}.` : t`From ${AT} the student owes ${amountOf(band, t)}.`;
}

/** `you owe Rs. 750` */
export function owes(owed: Cents, reader: OwedReader, t: Texts = ENGLISH): string {
  if (owed === 0) return reader === 'student' ? t`you owe nothing` : t`the student owes nothing`;
  const amount = formatRupees(toRupees(owed), t.locale);
  return reader === 'student' ? t`you owe ${amount}` : t`the student owes ${amount}`;
}

export type OwedAmounts = { retained: Cents; platformFee: Cents };
export type OwedLine = { name: string; amount: Cents };

/** What the student owes and, except for the student, who receives it. */
export function owedLines({ retained, platformFee }: OwedAmounts, reader: OwedReader, t: Texts = ENGLISH): OwedLine[] {
  if (reader === 'student') return [{ name: t`You owe`, amount: retained }];
  return [
    { name: t`Owed by the student`, amount: retained },
    { name: t`Due to the tutor`, amount: retained - platformFee },
    { name: t`Platform fee`, amount: platformFee },
  ];
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
