import type { BookingStatus, LearningMethod, Party } from '#shared/vocabulary/bookings.ts';
import { UNKNOWN_STUDENT, UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';
import { METHOD_LABELS } from './rates.ts';
import { ENGLISH, type Texts } from './texts.ts';

export type CalendarEntry = {
  id: string;
  sequence: number;
  isCancelled: boolean;
  summary: string;
  description: string;
  location: string;
  url: string;
  startTime: Date;
  endTime: Date;
  updatedAt: Date;
};

export type CalendarBooking = {
  id: string;
  sequence: number;
  status: BookingStatus;
  student: { name: string };
  tutor: { user: { name: string } | null };
  childName: string;
  subject: { name: string };
  selectedTopics: readonly { name: string }[];
  learningMethod: LearningMethod;
  meetingLink: string | null;
  address: string;
  startTime: Date;
  endTime: Date;
  updatedAt: Date;
};

const LINE_BREAK = '\r\n';
const MAX_OCTETS = 75;
const REFRESH = 'PT1H';
export const CALENDAR_END = `END:VCALENDAR${LINE_BREAK}`;

type Calendar = { name: string; now: Date };

export function calendarText(entries: readonly CalendarEntry[], calendar: Calendar): string {
  return calendarHead(calendar) + entriesText(entries, calendar) + CALENDAR_END;
}

export function calendarHead({ name }: Pick<Calendar, 'name'>): string {
  return toText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vidya//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ]);
}

export function entriesText(entries: readonly CalendarEntry[], { now }: Pick<Calendar, 'now'>): string {
  return toText(entries.flatMap((entry) => linesOf(entry, now)));
}

const toText = (lines: readonly string[]): string => lines.map((line) => folded(line) + LINE_BREAK).join('');

/** Without notes and phone numbers: a calendar may be shared. */
export function calendarEntryOf(booking: CalendarBooking, { appUrl, role }: { appUrl: string; role: Party }, t: Texts = ENGLISH): CalendarEntry {
  const { id, sequence, status, selectedTopics, meetingLink, startTime, endTime, updatedAt } = booking;
  const url = `${appUrl}/bookings/${id}`;
  const method = t.of(METHOD_LABELS[booking.learningMethod]);
  const topics = selectedTopics.map((topic) => t.nameOf(topic.name)).join(', ');
  const description = [
    t`Learning method: ${method}`,
    ...(topics === '' ? [] : [t`Topics: ${topics}`]),
    ...(meetingLink ? [t`Meeting link: ${meetingLink}`] : []),
    t`Booking: ${url}`,
  ].join('\n');
  return {
    id,
    sequence,
    isCancelled: status === 'cancelled',
    summary: summaryOf(booking, role, t),
    description,
    location: meetingLink || booking.address || method,
    url,
    startTime,
    endTime,
    updatedAt,
  };
}

function summaryOf({ subject, student, tutor, childName }: CalendarBooking, role: Party, t: Texts): string {
  const taught = t.nameOf(subject.name);
  if (role === 'student') return t`${taught} with ${tutor.user?.name ?? t.of(UNKNOWN_TUTOR)}`;
  const name = student.name === UNKNOWN_STUDENT ? t.of(student.name) : student.name;
  return childName ? t`${taught} for ${childName}, booked by ${name}` : t`${taught} with ${name}`;
}

function linesOf(entry: CalendarEntry, now: Date): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:booking-${entry.id}@vidya`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${inUtc(now)}`,
    `LAST-MODIFIED:${inUtc(entry.updatedAt)}`,
    `DTSTART:${inUtc(entry.startTime)}`,
    `DTEND:${inUtc(entry.endTime)}`,
    `SUMMARY:${escaped(entry.summary)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `LOCATION:${escaped(entry.location)}`,
    `URL:${withoutControls(entry.url)}`,
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${entry.isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ];
}

function inUtc(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, '');
}

function escaped(text: string): string {
  const oneLine = text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n');
  return withoutControls(oneLine);
}

/** All control characters but the tab, which RFC 5545 allows in text. */
function withoutControls(text: string): string {
  return text.replace(/(?!\t)\p{Cc}|[\u2028\u2029]/gu, '');
}

/** RFC 5545 folds at 75 octets; characters are not split, because some programs decode line by line. */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > MAX_OCTETS) {
      text += `${LINE_BREAK} `;
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
