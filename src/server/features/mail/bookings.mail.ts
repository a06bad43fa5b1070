import type { Platform } from '#server/core/context.ts';
import type { Mail } from '#server/core/ports.ts';
import { requestExpiresAt } from '#shared/domain/booking-clock.ts';
import { owedLines } from '#shared/domain/cancellation-copy.ts';
import type { BookingMailName } from '#shared/domain/mail-kinds.ts';
import { type Cents, formatRupees, toRupees } from '#shared/domain/money.ts';
import { METHOD_LABELS } from '#shared/domain/rates.ts';
import { formatInstant, formatRange, zoneLabel } from '#shared/domain/zone.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import type { BookingActor, LearningMethod, Party } from '#shared/vocabulary/bookings.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { type Addressee, composeEmail, type EmailPart, toLines, toPlainName } from './email-layout.mail.ts';

type TimeSpan = { startTime: Date; endTime: Date };

export type MailedBooking = TimeSpan & {
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
  cancellation: { by: BookingActor; reason: string; retained: Cents; platformFee: Cents } | null;
};

export type BookingEmailData = {
  addressee: Addressee;
  role: Party;
  booking: MailedBooking;
  oldTime: TimeSpan | null;
  proposed: (TimeSpan & { lapsesAt: Date }) | null;
};

type Content = { subject: string; parts: readonly EmailPart[] };

export function bookingMail(platform: Platform, kind: BookingMailName, data: BookingEmailData): Mail | null {
  const content = CONTENT[kind](data, platform);
  if (!content) return null;
  const { addressee, booking } = data;
  const bookingLink: EmailPart = { label: 'View Booking', url: `${platform.publicUrl}/bookings/${booking.id}` };
  return composeEmail(platform, { ...addressee, subject: content.subject, parts: [...content.parts, bookingLink] });
}

const CONTENT: Record<BookingMailName, (data: BookingEmailData, platform: Platform) => Content | null> = {
  requested: ({ role, booking }, { zone }) => {
    const until = toTimeText(requestExpiresAt(booking), zone);
    return role === 'tutor'
      ? {
          subject: `New booking request for ${booking.subjectName}`,
          parts: [
            `${toStudentName(booking)} asks for a session with you.`,
            ...toDetails(booking, zone),
            ...toChildLine(booking),
            ...toPriceLines(booking),
            ...toNotesLines(booking),
            `Please confirm or cancel the request by ${until}. Without an answer it is cancelled then.`,
          ],
        }
      : {
          subject: `Your booking request for ${booking.subjectName}`,
          parts: [
            `${toTutorName(booking)} has received your request for a session.`,
            ...toDetails(booking, zone),
            ...toChildLine(booking),
            ...toPriceLines(booking),
            `You hear from us as soon as there is an answer. Without an answer by ${until}, the request is cancelled.`,
          ],
        };
  },
  answer_asked: ({ booking }, { zone }) => ({
    subject: `A booking request waits for your answer: ${booking.subjectName}`,
    parts: [
      `${toStudentName(booking)} still waits for your answer to a request for a session.`,
      ...toDetails(booking, zone),
      ...toChildLine(booking),
      ...toPriceLines(booking),
      ...toNotesLines(booking),
      `Please confirm or cancel the request by ${toTimeText(requestExpiresAt(booking), zone)}. Without an answer it is cancelled then.`,
    ],
  }),
  confirmed: ({ role, booking }, { zone }) => ({
    subject: `Booking confirmed: ${booking.subjectName}`,
    parts: [
      role === 'student'
        ? `${toTutorName(booking)} has confirmed your session.`
        : `You have confirmed this session. ${toStudentName(booking)} has been notified. This is your copy.`,
      ...toDetails(booking, zone),
      ...toChildLine(booking),
      ...toPriceLines(booking),
      ...toJoinLines(booking),
    ],
  }),
  cancelled: ({ role, booking }, { zone }) => ({
    subject: `Booking cancelled: ${booking.subjectName}`,
    parts: [toCancellationSentence(role, booking), ...toReasonLines(booking), ...toDetails(booking, zone), ...toTermsLines(booking, role)],
  }),
  moved: ({ booking, oldTime }, { zone }) =>
    oldTime && {
      subject: `Booking moved: ${booking.subjectName}`,
      parts: [
        `Your session for ${booking.subjectName} has a new time.`,
        `Old time: ${toRangeText(oldTime, zone)}`,
        `New time: ${toRangeText(booking, zone)}`,
        'Everything else stays as it was.',
      ],
    },
  reminder: ({ role, booking }, { zone }) => ({
    subject: `Session reminder: ${booking.subjectName}`,
    parts: [
      role === 'student'
        ? `Your session with ${toPlainName(booking.tutorName) ?? 'your tutor'} begins on ${toTimeText(booking.startTime, zone)}.`
        : `Your session with ${toPlainName(booking.studentName) ?? 'your student'} begins on ${toTimeText(booking.startTime, zone)}.`,
      ...toDetails(booking, zone),
      ...toJoinLines(booking),
    ],
  }),
  proposed: ({ role, booking, proposed }, { zone }) =>
    proposed && {
      subject: `New time proposed: ${booking.subjectName}`,
      parts: [
        `${role === 'student' ? toTutorName(booking) : toStudentName(booking)} proposes another time for your session for ${booking.subjectName}.`,
        `Present time: ${toRangeText(booking, zone)}`,
        `Proposed time: ${toRangeText(proposed, zone)}`,
        `You can accept or decline until ${toTimeText(proposed.lapsesAt, zone)}. Unless you accept, the present time holds.`,
      ],
    },
};

export type ReviewEmailData = { studentName: string; subjectName: string; rating: number; review: string };

export function reviewReceivedMail(
  platform: Platform,
  { studentName, subjectName, rating, review, ...addressee }: Addressee & ReviewEmailData,
): Mail {
  return composeEmail(platform, {
    ...addressee,
    subject: 'You have a new review',
    parts: [
      `${toPlainName(studentName) ?? 'A student'} has reviewed your session for ${subjectName}.`,
      rating === 1 ? '1 of 5 stars' : `${rating} of 5 stars`,
      ...(toSafeLines(review) ?? ['You find the words of the review on your dashboard.']),
      { label: 'View Dashboard', url: `${platform.publicUrl}/tutor/dashboard` },
    ],
  });
}

const toStudentName = ({ studentName }: MailedBooking): string => toPlainName(studentName) ?? 'A student';
const toTutorName = ({ tutorName }: MailedBooking): string => toPlainName(tutorName) ?? 'The tutor';

const toTimeText = (at: Date, zone: string): string => `${formatInstant(at, zone)} (${zoneLabel(zone)})`;
const toRangeText = ({ startTime, endTime }: TimeSpan, zone: string): string => `${formatRange(startTime, endTime, zone)} (${zoneLabel(zone)})`;
const toPriceText = (cents: Cents): string => formatRupees(toRupees(cents));

function toDetails(booking: MailedBooking, zone: string): string[] {
  const { subjectName, topics, learningMethod } = booking;
  return [
    `Subject: ${subjectName}`,
    ...(topics.length > 0 ? [`Topics: ${topics.join(', ')}`] : []),
    `Time: ${toRangeText(booking, zone)}`,
    `Learning method: ${METHOD_LABELS[learningMethod]}`,
  ];
}

function toChildLine({ childName }: MailedBooking): string[] {
  const child = toPlainName(childName);
  return child === null ? [] : [`For: ${child}`];
}

const toPriceLines = ({ amountCents }: MailedBooking): string[] => [`Price: ${toPriceText(amountCents)}`, NO_PAYMENT];

function toJoinLines({ learningMethod }: MailedBooking): string[] {
  return learningMethod === 'online' ? [`You can join from the booking's page from ${BOOKING.joinMinutes} minutes before the start.`] : [];
}

function toNotesLines({ notes }: MailedBooking): string[] {
  if (notes === '') return [];
  const lines = toSafeLines(notes);
  return lines ? ['The student has written:', ...lines] : ['The student wrote a note. You can read it on the booking’s page.'];
}

function toCancellationSentence(role: Party, booking: MailedBooking): string {
  switch (booking.cancellation?.by) {
    case role:
      return 'You have cancelled this session.';
    case 'student':
      return `${toStudentName(booking)} has cancelled this session.`;
    case 'tutor':
      return `${toTutorName(booking)} has cancelled this session.`;
    default:
      return 'This session was cancelled.';
  }
}

function toReasonLines({ cancellation }: MailedBooking): string[] {
  if (!cancellation || cancellation.reason === '') return [];
  const lines = toSafeLines(cancellation.reason);
  return lines ? ['This is the reason:', ...lines] : ['You can read the reason on the booking’s page.'];
}

function toTermsLines({ amountCents, cancellation }: MailedBooking, role: Party): string[] {
  if (!cancellation) return [];
  return [
    `Under our cancellation terms, of the price of ${toPriceText(amountCents)}:`,
    ...owedLines(cancellation, role).map(({ name, amount }) => `${name}: ${toPriceText(amount)}`),
    NO_PAYMENT,
  ];
}

/** Null for text that looks like a link: anybody can request a session with an advertisement for a note. */
function toSafeLines(text: string): string[] | null {
  return toPlainName(text) === null ? null : toLines(text);
}
