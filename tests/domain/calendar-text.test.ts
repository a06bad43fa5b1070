import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CalendarBooking, type CalendarEntry, calendarEntryOf, calendarText } from '#shared/domain/calendar-text.ts';

const NOW = new Date('2026-11-20T06:00:00.123Z');
const BELL = String.fromCharCode(7);
const NEXT_LINE = String.fromCharCode(0x85);
const LINE_SEPARATOR = String.fromCharCode(0x2028);

const ENTRY: CalendarEntry = {
  id: '0199-1',
  sequence: 3,
  isCancelled: false,
  summary: 'Algebra with Nimal Perera',
  description: 'Learning method: Online',
  location: 'https://meet.vidya.test/room',
  url: 'https://vidya.test/bookings/0199-1',
  startTime: new Date('2026-11-24T04:30:00Z'),
  endTime: new Date('2026-11-24T05:30:00Z'),
  updatedAt: new Date('2026-11-19T23:59:59.999Z'),
};

const BOOKING: CalendarBooking = {
  id: '0199-1',
  sequence: 2,
  status: 'confirmed',
  student: { name: 'Sita' },
  tutor: { user: { name: 'Nimal Perera' } },
  childName: '',
  subject: { name: 'Algebra' },
  selectedTopics: [],
  learningMethod: 'online',
  meetingLink: 'https://meet.vidya.test/room',
  address: '',
  startTime: ENTRY.startTime,
  endTime: ENTRY.endTime,
  updatedAt: ENTRY.updatedAt,
};
const APP_URL = 'https://vidya.test';

const textOf = (entry: Partial<CalendarEntry> = {}) => calendarText([{ ...ENTRY, ...entry }], { name: 'Vidya', now: NOW });
const octets = (text: string) => new TextEncoder().encode(text).length;
/** As a calendar program reads it. */
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');
const property = (text: string, name: string) =>
  unfolded(text)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1);
const understood = (value: string | undefined) => value?.replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));

describe('a calendar', () => {
  // spec calendar.2 | D Calendar | UID `booking-{id}@vidya`, SEQUENCE, times in UTC, CANCELLED kept; lines of at most 75 octets in any script |
  //   src/shared/domain/calendar-text.ts
  test('says all of an entry', () => {
    expect(unfolded(textOf())).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Vidya//Bookings//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:Vidya',
      'X-WR-CALNAME:Vidya',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VEVENT',
      'UID:booking-0199-1@vidya',
      'SEQUENCE:3',
      'DTSTAMP:20261120T060000Z',
      'LAST-MODIFIED:20261119T235959Z',
      'DTSTART:20261124T043000Z',
      'DTEND:20261124T053000Z',
      'SUMMARY:Algebra with Nimal Perera',
      'DESCRIPTION:Learning method: Online',
      'LOCATION:https://meet.vidya.test/room',
      'URL:https://vidya.test/bookings/0199-1',
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  // spec calendar.2
  test('keeps what was cancelled under the same id, and takes none of the day for it', () => {
    const text = textOf({ isCancelled: true, sequence: 4 });
    expect(property(text, 'UID')).toBe('booking-0199-1@vidya');
    expect(property(text, 'SEQUENCE')).toBe('4');
    expect(property(text, 'STATUS')).toBe('CANCELLED');
    expect(property(text, 'TRANSP')).toBe('TRANSPARENT');
  });

  test('of nothing is a calendar still', () => {
    const lines = unfolded(calendarText([], { name: 'Vidya', now: NOW }));
    expect(lines.at(0)).toBe('BEGIN:VCALENDAR');
    expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
    expect(lines).not.toContain('BEGIN:VEVENT');
  });

  test('holds every entry once, in their order', () => {
    const text = calendarText([ENTRY, { ...ENTRY, id: 'second' }], { name: 'Vidya', now: NOW });
    expect(unfolded(text).filter((line) => line.startsWith('UID:'))).toEqual(['UID:booking-0199-1@vidya', 'UID:booking-second@vidya']);
  });
});

describe('a text', () => {
  test.each([
    ['a comma', 'Maths, Physics', 'Maths\\, Physics'],
    ['a semicolon', 'a;b', 'a\\;b'],
    ['a backslash', 'a\\n', 'a\\\\n'],
    ['a line break', 'a\nb', 'a\\nb'],
    ['a line break of Windows', 'a\r\nb', 'a\\nb'],
    ['a line break of old', 'a\rb', 'a\\nb'],
    ['a separator of lines', `a${LINE_SEPARATOR}b`, 'a\\nb'],
    ['a bell', `a${BELL}b`, 'ab'],
    ['a control character of Latin-1', `a${NEXT_LINE}b`, 'ab'],
    ['a tab', 'a\tb', 'a\tb'],
  ])('with %s', (_, summary, value) => {
    expect(property(textOf({ summary }), 'SUMMARY')).toBe(value);
  });

  // spec calendar.2
  test.each(['summary', 'description', 'location', 'url'] as const)('that is the %s begins no property of its own', (field) => {
    const lines = unfolded(textOf({ [field]: 'x\r\nATTENDEE:mailto:a@b.test\nEND:VEVENT' }));
    expect(lines.some((line) => line.startsWith('ATTENDEE'))).toBe(false);
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
  });

  test('that names the calendar begins none either', () => {
    expect(unfolded(calendarText([], { name: 'a\nMETHOD:REQUEST', now: NOW })).filter((line) => line.startsWith('METHOD'))).toEqual([
      'METHOD:PUBLISH',
    ]);
  });
});

describe('a long line', () => {
  const VALUE_AT = 'SUMMARY:'.length;

  test.each([
    ['75 octets stay one line', 'a'.repeat(75 - VALUE_AT), [75]],
    ['76 octets are two', 'a'.repeat(76 - VALUE_AT), [75, 2]],
    ['149 octets are two', 'a'.repeat(149 - VALUE_AT), [75, 75]],
    ['150 octets are three', 'a'.repeat(150 - VALUE_AT), [75, 75, 2]],
    ['a letter of three octets goes to the next line whole', `${'a'.repeat(73 - VALUE_AT)}අ`, [73, 4]],
    ['and stays where it fits', `${'a'.repeat(72 - VALUE_AT)}අ`, [75]],
    ['an emoji of four octets goes whole', `${'a'.repeat(72 - VALUE_AT)}😀`, [72, 5]],
    ['a letter of two octets goes whole', `${'a'.repeat(74 - VALUE_AT)}é`, [74, 3]],
  ])('%s', (_, summary, lengths) => {
    const lines = textOf({ summary }).split('\r\n');
    const at = lines.findIndex((line) => line.startsWith('SUMMARY:'));
    const until = lines.findIndex((line) => line.startsWith('DESCRIPTION:'));
    expect(lines.slice(at, until).map(octets)).toEqual(lengths);
  });

  // spec calendar.2
  test('in Sinhala reads as it was written', () => {
    const summary = 'උසස් පෙළ සංයුක්ත ගණිතය නිමල් පෙරේරා සමඟ '.repeat(5);
    expect(property(textOf({ summary }), 'SUMMARY')).toBe(summary);
  });
});

// spec calendar.2
test('whatever is written, no line is longer than 75 octets, and a program reads what was written', () => {
  const sign = fc.constantFrom(',', ';', '\\', '\n', '\r', 'n', 'අ', 'ி', '😀', 'é', LINE_SEPARATOR, BELL);
  const scalar = fc.integer({ min: 0, max: 0x10ffff }).filter((code) => code < 0xd800 || code > 0xdfff);
  const character = fc.oneof(
    sign,
    scalar.map((code) => String.fromCodePoint(code)),
  );
  const written = fc.array(character, { maxLength: 150, size: 'max' }).map((characters) => characters.join(''));
  const plain = (raw: string) => raw.replace(/\r\n|[\r\n\u2028\u2029]/g, '\n').replace(/(?![\t\n])\p{Cc}/gu, '');
  fc.assert(
    fc.property(written, written, (summary, description) => {
      const text = textOf({ summary, description });
      expect(text.split('\r\n').filter((line) => octets(line) > 75 || /[\r\n]/.test(line))).toEqual([]);
      expect(understood(property(text, 'SUMMARY'))).toBe(plain(summary));
      expect(understood(property(text, 'DESCRIPTION'))).toBe(plain(description));
    }),
  );
});

describe('the entry of a booking', () => {
  const entry = (booking: Partial<CalendarBooking> = {}, role: 'student' | 'tutor' = 'student') =>
    calendarEntryOf({ ...BOOKING, ...booking }, { appUrl: APP_URL, role });

  // spec calendar.2
  test('carries its id, time and sequence', () => {
    expect(entry()).toMatchObject({ id: BOOKING.id, sequence: 2, isCancelled: false, startTime: BOOKING.startTime, endTime: BOOKING.endTime });
  });

  test.each([
    ['the student', 'student', {}, 'Algebra with Nimal Perera'],
    ['the student of a tutor who has left', 'student', { tutor: { user: null } }, 'Algebra with Unknown Tutor'],
    ['the tutor', 'tutor', {}, 'Algebra with Sita'],
    ['the tutor of a child', 'tutor', { childName: 'Kavi' }, 'Algebra for Kavi, booked by Sita'],
  ] as const)('tells %s whom they meet', (_, role, booking, summary) => {
    expect(entry(booking, role).summary).toBe(summary);
  });

  test.each([
    ['online', {}, 'https://meet.vidya.test/room'],
    ['online without a link', { meetingLink: null }, 'Online'],
    ['at home', { learningMethod: 'individual', meetingLink: null, address: '12 Temple Road, Kandy' }, '12 Temple Road, Kandy'],
    ['at home without an address', { learningMethod: 'individual', meetingLink: null }, 'Home Visit'],
  ] as const)('says where they meet %s', (_, booking, location) => {
    expect(entry(booking).location).toBe(location);
  });

  test('describes the session and leads to its page', () => {
    const { description, url } = entry({ selectedTopics: [{ name: 'Sets' }, { name: 'Proofs' }] });
    expect(url).toBe('https://vidya.test/bookings/0199-1');
    expect(description.split('\n')).toEqual([
      'Learning method: Online',
      'Topics: Sets, Proofs',
      'Meeting link: https://meet.vidya.test/room',
      'Booking: https://vidya.test/bookings/0199-1',
    ]);
  });

  test('of a cancelled one says so', () => {
    expect(entry({ status: 'cancelled' }).isCancelled).toBe(true);
  });
});
