import type { Mail } from '#server/core/ports.ts';
import { requestExpiresAt } from '#shared/domain/booking-clock.ts';
import { owedLines, toReasonText } from '#shared/domain/cancellation-copy.ts';
import type { BookingMailName } from '#shared/domain/mail-kinds.ts';
import { type Cents, formatRupees, toRupees } from '#shared/domain/money.ts';
import { METHOD_LABELS } from '#shared/domain/rates.ts';
import { toSearchAddress } from '#shared/domain/saved-search.ts';
import type { Texts } from '#shared/domain/texts.ts';
import { formatRange, zoneLabel } from '#shared/domain/zone.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import type { BookingActor, LearningMethod, Party } from '#shared/vocabulary/bookings.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { type Addressee, composeEmail, type EmailPart, type Letter, toLines, toPlainName, toTimeText } from './email-layout.mail.ts';

type TimeSpan = { startTime: Date; endTime: Date };

export type MailedBooking = TimeSpan & {
  id: string;
  subjectId: string | null;
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

export function bookingMail(letter: Letter, kind: BookingMailName, data: BookingEmailData): Mail | null {
  const { t, pagesUrl } = letter;
  const { addressee } = data;
  const { subjectName, topics } = data.booking;
  const booking = { ...data.booking, subjectName: t.nameOf(subjectName), topics: topics.map(t.nameOf) };
  const content = CONTENT[kind]({ ...data, booking }, letter);
  if (!content) return null;
  const bookingLink: EmailPart = { label: t`View Booking`, url: `${pagesUrl}/bookings/${booking.id}` };
  return composeEmail(letter, { ...addressee, subject: content.subject, parts: [...content.parts, ...toSearchLinks(data, letter), bookingLink] });
}

const CONTENT: Record<BookingMailName, (data: BookingEmailData, letter: Letter) => Content | null> = {
  requested: ({ role, booking }, letter) => {
    const { t } = letter;
    const until = toTimeText(letter, requestExpiresAt(booking));
    return role === 'tutor'
      ? {
          subject: t`New booking request for ${booking.subjectName}`,
          parts: [
            t`${toStudentName(booking, t)} asks for a session with you.`,
            ...toDetails(booking, letter),
            ...toChildLine(booking, t),
            ...toPriceLines(booking, t),
            ...toNotesLines(booking, t),
            t`Please confirm or cancel the request by ${until}. Without an answer it is cancelled then.`,
          ],
        }
      : {
          subject: t`Your booking request for ${booking.subjectName}`,
          parts: [
            t`${toTutorName(booking, t)} has received your request for a session.`,
            ...toDetails(booking, letter),
            ...toChildLine(booking, t),
            ...toPriceLines(booking, t),
            t`You hear from us as soon as there is an answer. Without an answer by ${until}, the request is cancelled.`,
          ],
        };
  },
  answer_asked: ({ booking }, letter) => {
    const { t } = letter;
    const until = toTimeText(letter, requestExpiresAt(booking));
    return {
      subject: t`A booking request waits for your answer: ${booking.subjectName}`,
      parts: [
        t`${toStudentName(booking, t)} still waits for your answer to a request for a session.`,
        ...toDetails(booking, letter),
        ...toChildLine(booking, t),
        ...toPriceLines(booking, t),
        ...toNotesLines(booking, t),
        t`Please confirm or cancel the request by ${until}. Without an answer it is cancelled then.`,
      ],
    };
  },
  confirmed: ({ role, booking }, letter) => {
    const { t } = letter;
    return {
      subject: t`Booking confirmed: ${booking.subjectName}`,
      parts: [
        role === 'student'
          ? t`${toTutorName(booking, t)} has confirmed your session.`
          : t`You have confirmed this session. ${toStudentName(booking, t)} has been notified. This is your copy.`,
        ...toDetails(booking, letter),
        ...toChildLine(booking, t),
        ...toPriceLines(booking, t),
        ...toJoinLines(booking, t),
      ],
    };
  },
  cancelled: ({ role, booking }, letter) => {
    const { t } = letter;
    return {
      subject: t`Booking cancelled: ${booking.subjectName}`,
      parts: [
        toCancellationSentence(role, booking, t),
        ...toReasonLines(booking, t),
        ...toDetails(booking, letter),
        ...toTermsLines(booking, role, t),
      ],
    };
  },
  moved: ({ booking, oldTime }, letter) => {
    const { t } = letter;
    return (
      oldTime && {
        subject: t`Booking moved: ${booking.subjectName}`,
        parts: [
          t`Your session for ${booking.subjectName} has a new time.`,
          t`Old time: ${toRangeText(letter, oldTime)}`,
          t`New time: ${toRangeText(letter, booking)}`,
          t`Everything else stays as it was.`,
        ],
      }
    );
  },
  reminder: ({ role, booking }, letter) => {
    const { t } = letter;
    return {
      subject: t`Session reminder: ${booking.subjectName}`,
      parts: [toReminderSentence(role, booking, letter), ...toDetails(booking, letter), ...toJoinLines(booking, t)],
    };
  },
  proposed: ({ role, booking, proposed }, letter) => {
    const { t } = letter;
    const proposer = role === 'student' ? toTutorName(booking, t) : toStudentName(booking, t);
    return (
      proposed && {
        subject: t`New time proposed: ${booking.subjectName}`,
        parts: [
          t`${proposer} proposes another time for your session for ${booking.subjectName}.`,
          t`Present time: ${toRangeText(letter, booking)}`,
          t`Proposed time: ${toRangeText(letter, proposed)}`,
          t`You can accept or decline until ${toTimeText(letter, proposed.lapsesAt)}. Unless you accept, the present time holds.`,
        ],
      }
    );
  },
};

export type ReviewEmailData = { studentName: string; subjectName: string; rating: number; review: string };

export function reviewReceivedMail(letter: Letter, { studentName, subjectName, rating, review, ...addressee }: Addressee & ReviewEmailData): Mail {
  const { t, pagesUrl } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`You have a new review`,
    parts: [
      t`${toStudentName({ studentName }, t)} has reviewed your session for ${t.nameOf(subjectName)}.`,
      rating === 1 ? t`1 of 5 stars` : t`${rating} of 5 stars`,
      ...(toSafeLines(review) ?? [t`You find the words of the review on your dashboard.`]),
      { label: t`View Dashboard`, url: `${pagesUrl}/tutor/dashboard` },
    ],
  });
}

const toStudentName = ({ studentName }: Pick<MailedBooking, 'studentName'>, t: Texts): string => toPlainName(studentName) ?? t`A student`;
const toTutorName = ({ tutorName }: MailedBooking, t: Texts): string => toPlainName(tutorName) ?? t`The tutor`;

const toRangeText = ({ t, zone }: Letter, { startTime, endTime }: TimeSpan): string =>
  `${formatRange(startTime, endTime, zone, t.locale)} (${zoneLabel(zone, t)})`;
const toPriceText = (cents: Cents, t: Texts): string => formatRupees(toRupees(cents), t.locale);

const toOtherName = (role: Party, { studentName, tutorName }: MailedBooking): string | null =>
  toPlainName(role === 'student' ? tutorName : studentName);

function toReminderSentence(role: Party, booking: MailedBooking, letter: Letter): string {
  const { t } = letter;
  const time = toTimeText(letter, booking.startTime);
  const name = toOtherName(role, booking);
  if (name !== null) return t`Your session with ${name} begins on ${time}.`;
  return role === 'student' ? t`Your session with your tutor begins on ${time}.` : t`Your session with your student begins on ${time}.`;
}

function toDetails(booking: MailedBooking, letter: Letter): string[] {
  const { t } = letter;
  const { subjectName, topics, learningMethod } = booking;
  return [
    t`Subject: ${subjectName}`,
    ...(topics.length > 0 ? [t`Topics: ${topics.join(', ')}`] : []),
    t`Time: ${toRangeText(letter, booking)}`,
    t`Learning method: ${t.of(METHOD_LABELS[learningMethod])}`,
  ];
}

function toChildLine({ childName }: MailedBooking, t: Texts): string[] {
  const child = toPlainName(childName);
  return child === null ? [] : [t`For: ${child}`];
}

const toPriceLines = ({ amountCents }: MailedBooking, t: Texts): string[] => [t`Price: ${toPriceText(amountCents, t)}`, t.of(NO_PAYMENT)];

function toJoinLines({ learningMethod }: MailedBooking, t: Texts): string[] {
  return learningMethod === 'online' ? [t`You can join from the booking's page from ${BOOKING.joinMinutes} minutes before the start.`] : [];
}

function toNotesLines({ notes }: MailedBooking, t: Texts): string[] {
  if (notes === '') return [];
  const lines = toSafeLines(notes);
  return lines ? [t`The student has written:`, ...lines] : [t`The student wrote a note. You can read it on the booking’s page.`];
}

/** For a student whose session somebody else has cancelled. */
function toSearchLinks({ role, booking }: BookingEmailData, { t, pagesUrl }: Letter): EmailPart[] {
  const { cancellation, subjectId, subjectName } = booking;
  if (role !== 'student' || !cancellation || cancellation.by === 'student') return [];
  // A search for a subject that was deleted finds nobody.
  const path = subjectId === null ? '/tutors' : toSearchAddress({ subject: subjectName });
  return [{ label: t`Find another tutor`, url: `${pagesUrl}${path}` }];
}

function toCancellationSentence(role: Party, booking: MailedBooking, t: Texts): string {
  switch (booking.cancellation?.by) {
    case role:
      return t`You have cancelled this session.`;
    case 'student':
      return t`${toStudentName(booking, t)} has cancelled this session.`;
    case 'tutor':
      return t`${toTutorName(booking, t)} has cancelled this session.`;
    default: {
      const name = toOtherName(role, booking);
      return name === null ? t`This session was cancelled.` : t`Your session with ${name} was cancelled.`;
    }
  }
}

function toReasonLines({ cancellation }: MailedBooking, t: Texts): string[] {
  if (!cancellation || cancellation.reason === '') return [];
  const lines = toSafeLines(toReasonText({ cancelledBy: cancellation.by, cancellationReason: cancellation.reason }, t));
  return lines ? [t`This is the reason:`, ...lines] : [t`You can read the reason on the booking’s page.`];
}

function toTermsLines({ amountCents, cancellation }: MailedBooking, role: Party, t: Texts): string[] {
  if (!cancellation) return [];
  return [
    t`Under our cancellation terms, of the price of ${toPriceText(amountCents, t)}:`,
    ...owedLines(cancellation, role, t).map(({ name, amount }) => `${name}: ${toPriceText(amount, t)}`),
    t.of(NO_PAYMENT),
  ];
}

/** Null for text that looks like a link: anybody can request a session with an advertisement for a note. */
function toSafeLines(text: string): string[] | null {
  return toPlainName(text) === null ? null : toLines(text);
}
