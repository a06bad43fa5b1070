import type { Platform } from '#server/core/context.ts';
import type { Mail } from '#server/core/ports.ts';
import { unansweredUntil } from '#shared/domain/booking-clock.ts';
import type { BookingMailName } from '#shared/domain/mail-kinds.ts';
import { type Cents, formatRupees, toRupees } from '#shared/domain/money.ts';
import { METHOD_LABELS } from '#shared/domain/rates.ts';
import { formatInstant, formatRange, zoneLabel } from '#shared/domain/zone.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import type { BookingActor, LearningMethod, Party } from '#shared/vocabulary/bookings.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { type Addressee, type LetterPart, letterOf, plainName } from './email-layout.mail.ts';

type Span = { startTime: Date; endTime: Date };

/** What the mails tell of a booking; somebody who has left has no name. */
export type MailedBooking = Span & {
  id: string;
  subjectName: string;
  topics: readonly string[];
  learningMethod: LearningMethod;
  amountCents: Cents;
  childName: string;
  notes: string;
  createdAt: Date;
  studentName: string;
  tutorName: string;
  cancellation: { by: BookingActor; reason: string; refund: Cents; retained: Cents; platformFee: Cents } | null;
};

/** `oldTime`: from which it was moved; `proposed`: to which it may be. */
export type BookingLetter = {
  addressee: Addressee;
  role: Party;
  booking: MailedBooking;
  oldTime: Span | null;
  proposed: (Span & { lapsesAt: Date }) | null;
};

type Content = { subject: string; parts: readonly LetterPart[] };

/** Null where what it would tell of is not there. */
export function bookingMail(platform: Platform, kind: BookingMailName, letter: BookingLetter): Mail | null {
  const content = CONTENT[kind](letter, platform);
  if (!content) return null;
  const { addressee, booking } = letter;
  const view: LetterPart = { label: 'View Booking', url: `${platform.publicUrl}/bookings/${booking.id}` };
  return letterOf(platform, { ...addressee, subject: content.subject, parts: [...content.parts, view] });
}

const CONTENT: Record<BookingMailName, (letter: BookingLetter, platform: Platform) => Content | null> = {
  requested: ({ role, booking }, { zone }) => {
    const until = inWords(unansweredUntil(booking), zone);
    return role === 'tutor'
      ? {
          subject: `New booking request for ${booking.subjectName}`,
          parts: [
            `${studentOf(booking)} asks for a session with you.`,
            ...detailsOf(booking, zone),
            ...forChild(booking),
            ...priceOf(booking),
            ...notesOf(booking),
            `Please confirm or cancel the request by ${until}. Without an answer it is cancelled then.`,
          ],
        }
      : {
          subject: `Your booking request for ${booking.subjectName}`,
          parts: [
            `${tutorOf(booking)} has received your request for a session.`,
            ...detailsOf(booking, zone),
            ...forChild(booking),
            ...priceOf(booking),
            `You hear from us as soon as there is an answer. Without an answer by ${until}, the request is cancelled.`,
          ],
        };
  },
  answer_asked: ({ booking }, { zone }) => ({
    subject: `A booking request waits for your answer: ${booking.subjectName}`,
    parts: [
      `${studentOf(booking)} still waits for your answer to a request for a session.`,
      ...detailsOf(booking, zone),
      ...forChild(booking),
      ...priceOf(booking),
      ...notesOf(booking),
      `Please confirm or cancel the request by ${inWords(unansweredUntil(booking), zone)}. Without an answer it is cancelled then.`,
    ],
  }),
  confirmed: ({ role, booking }, { zone }) => ({
    subject: `Booking confirmed: ${booking.subjectName}`,
    parts: [
      role === 'student'
        ? `${tutorOf(booking)} has confirmed your session.`
        : `You have confirmed this session. ${studentOf(booking)} was told, and this is your copy.`,
      ...detailsOf(booking, zone),
      ...forChild(booking),
      ...priceOf(booking),
      ...joinOf(booking),
    ],
  }),
  cancelled: ({ role, booking }, { zone }) => ({
    subject: `Booking cancelled: ${booking.subjectName}`,
    parts: [whoCancelled(role, booking), ...reasonOf(booking), ...detailsOf(booking, zone), ...termsOf(booking)],
  }),
  moved: ({ booking, oldTime }, { zone }) =>
    oldTime && {
      subject: `Booking moved: ${booking.subjectName}`,
      parts: [
        `Your session for ${booking.subjectName} has a new time.`,
        `Old time: ${rangeOf(oldTime, zone)}`,
        `New time: ${rangeOf(booking, zone)}`,
        'Everything else stays as it was.',
      ],
    },
  reminder: ({ role, booking }, { zone }) => ({
    subject: `Session reminder: ${booking.subjectName}`,
    parts: [
      role === 'student'
        ? `Your session with ${plainName(booking.tutorName) ?? 'your tutor'} begins on ${inWords(booking.startTime, zone)}.`
        : `Your session with ${plainName(booking.studentName) ?? 'your student'} begins on ${inWords(booking.startTime, zone)}.`,
      ...detailsOf(booking, zone),
      ...joinOf(booking),
    ],
  }),
  proposed: ({ role, booking, proposed }, { zone }) =>
    proposed && {
      subject: `New time proposed: ${booking.subjectName}`,
      parts: [
        `${role === 'student' ? tutorOf(booking) : studentOf(booking)} proposes another time for your session for ${booking.subjectName}.`,
        `Present time: ${rangeOf(booking, zone)}`,
        `Proposed time: ${rangeOf(proposed, zone)}`,
        `You can accept or decline until ${inWords(proposed.lapsesAt, zone)}. Unless you accept, the present time holds.`,
      ],
    },
};

export type ReviewLetter = { studentName: string; subjectName: string; rating: number; review: string };

/** To the tutor, of the first writing only. */
export function reviewReceivedMail(platform: Platform, { studentName, subjectName, rating, review, ...addressee }: Addressee & ReviewLetter): Mail {
  return letterOf(platform, {
    ...addressee,
    subject: 'You have a new review',
    parts: [
      `${plainName(studentName) ?? 'A student'} has reviewed your session for ${subjectName}.`,
      rating === 1 ? '1 of 5 stars' : `${rating} of 5 stars`,
      ...(linesOf(review) ?? ['You find the words of the review on your dashboard.']),
      { label: 'View Dashboard', url: `${platform.publicUrl}/tutor/dashboard` },
    ],
  });
}

const studentOf = ({ studentName }: MailedBooking): string => plainName(studentName) ?? 'A student';
const tutorOf = ({ tutorName }: MailedBooking): string => plainName(tutorName) ?? 'The tutor';

const inWords = (at: Date, zone: string): string => `${formatInstant(at, zone)} (${zoneLabel(zone)})`;
const rangeOf = ({ startTime, endTime }: Span, zone: string): string => `${formatRange(startTime, endTime, zone)} (${zoneLabel(zone)})`;
const rupees = (cents: Cents): string => formatRupees(toRupees(cents));

function detailsOf(booking: MailedBooking, zone: string): string[] {
  const { subjectName, topics, learningMethod } = booking;
  return [
    `Subject: ${subjectName}`,
    ...(topics.length > 0 ? [`Topics: ${topics.join(', ')}`] : []),
    `Time: ${rangeOf(booking, zone)}`,
    `Learning method: ${METHOD_LABELS[learningMethod]}`,
  ];
}

function forChild({ childName }: MailedBooking): string[] {
  const child = plainName(childName);
  return child === null ? [] : [`For: ${child}`];
}

const priceOf = ({ amountCents }: MailedBooking): string[] => [`Price: ${rupees(amountCents)}`, NO_PAYMENT];

function joinOf({ learningMethod }: MailedBooking): string[] {
  return learningMethod === 'online' ? [`You can join from the booking's page from ${BOOKING.joinMinutes} minutes before the start.`] : [];
}

function notesOf({ notes }: MailedBooking): string[] {
  if (notes === '') return [];
  const lines = linesOf(notes);
  return lines ? ['The student has written:', ...lines] : ["The student has written a note, which stands on the booking's page."];
}

function whoCancelled(role: Party, booking: MailedBooking): string {
  switch (booking.cancellation?.by) {
    case role:
      return 'You have cancelled this session.';
    case 'student':
      return `${studentOf(booking)} has cancelled this session.`;
    case 'tutor':
      return `${tutorOf(booking)} has cancelled this session.`;
    default:
      return 'This session was cancelled.';
  }
}

function reasonOf({ cancellation }: MailedBooking): string[] {
  if (!cancellation || cancellation.reason === '') return [];
  const lines = linesOf(cancellation.reason);
  return lines ? ['This is the reason:', ...lines] : ["The reason stands on the booking's page."];
}

/** Figures by the Terms, and no word of anything paid. */
function termsOf({ amountCents, cancellation }: MailedBooking): string[] {
  if (!cancellation) return [];
  const { refund, retained, platformFee } = cancellation;
  return [
    `Under our cancellation terms, of the price of ${rupees(amountCents)}:`,
    `Refundable to the student: ${rupees(refund)}`,
    `Due to the tutor: ${rupees(retained - platformFee)}`,
    `Platform fee: ${rupees(platformFee)}`,
    NO_PAYMENT,
  ];
}

/** What somebody wrote, line by line; null for what looks like a link: anybody can ask for a session with an advertisement for a note. */
function linesOf(text: string): string[] | null {
  return plainName(text) === null ? null : text.split(/\s*\n\s*/).filter((line) => line !== '');
}
