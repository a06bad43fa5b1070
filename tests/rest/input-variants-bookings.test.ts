import { beforeEach, describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTopic, aTutor, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';
import { bookingRequest, sessionTime } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const START = NEXT_MONDAY_NINE.getTime();
const inColombo = (hours: number) => `${new Date(START + (hours + 5.5) * HOUR).toISOString().slice(0, 19)}+05:30`;

type Booking = {
  id: string;
  status: string;
  learningMethod: string;
  selectedTopics: { name: string }[];
  contactNumber: string;
  cancellationReason: string | null;
};
type Requested = { message: string; booking: Booking };

let student: User;
let tutor: Tutor;
let topics: { id: string; name: string }[];
let as: string;
beforeEach(async () => {
  student = await aStudent(database.db, { emailVerifiedAt: NOW });
  tutor = await aTutor(database.db, {
    subjects: [
      {
        modes: [
          { type: 'online', rateCents: 150_000 },
          { type: 'home-visit', rateCents: 250_000 },
          { type: 'group', rateCents: 50_000 },
        ],
      },
    ],
  });
  topics = [];
  for (const name of ['Algebra', 'Calculus', 'Geometry', 'Sets', 'Vectors', 'Waves']) {
    topics.push(await aTopic(database.db, { subjectId: tutor.subjectId, name }));
  }
  as = await rest.tokenOf(student);
});

const request = (overrides: object = {}, path = '/api/students/bookings') =>
  rest.call<Requested>('POST', path, { as, body: bookingRequest(tutor, overrides) });

// spec rest-input.11 | R §4.7 51, §6.1, §6.5 | A request for a session: contact number, duration, topics, method, dates |
//   src/server/rest/wire/bookings.ts
describe.each(['/api/students/bookings', '/api/bookings'])('POST %s', (path) => {
  const PLAIN = { status: 'pending', duration: 1, learningMethod: 'online', amount: 1500, selectedTopics: [], notes: '', address: '' };
  const same = (...input: [string, () => object][]): [string, () => object, object][] => input.map(([name, of]) => [name, of, PLAIN]);
  const ACCEPTED: [string, () => object, object][] = [
    ...same(
      ['the least', () => ({})],
      ['the tutor as an object', () => ({ tutorId: { _id: tutor.id, rating: 5 } })],
      ['ids with blanks', () => ({ tutorId: ` ${tutor.id} `, subjectId: { id: tutor.subjectId } })],
      ['epoch milliseconds', () => ({ startTime: Date.parse(sessionTime(0)), endTime: Date.parse(sessionTime(1)) })],
      ['epoch milliseconds as text', () => ({ startTime: `${Date.parse(sessionTime(0))}`, endTime: `${Date.parse(sessionTime(1))}` })],
      ['times with an offset', () => ({ startTime: inColombo(0), endTime: inColombo(1) })],
      ['times with blanks', () => ({ startTime: ` ${sessionTime(0)} ` })],
      ['the duration as a number', () => ({ duration: 1 })],
      ['the duration as text', () => ({ duration: ' 1 ' })],
      ['no duration', () => ({ duration: null })],
      ['an empty duration', () => ({ duration: '' })],
      ['a minute less than it says', () => ({ duration: 1, endTime: new Date(Date.parse(sessionTime(1)) - 60_000).toISOString() })],
      ['no method', () => ({ learningMethod: null })],
      ['an empty method', () => ({ learningMethod: '' })],
      ['a method in capitals', () => ({ learningMethod: ' ONLINE ' })],
      ['no topics', () => ({ selectedTopics: null })],
      ['topics of nothing', () => ({ selectedTopics: '' })],
      ['topics that are none', () => ({ selectedTopics: [UNKNOWN_ID, 'Algebra', {}, null, 7] })],
      ['notes of null', () => ({ notes: null, address: null })],
      ['an address that nobody asked for', () => ({ address: 'Colombo 7' })],
      ['a long address that nobody asked for', () => ({ address: 'x'.repeat(301) })],
      ['a price and a status', () => ({ amount: 1, price: 1, status: 'confirmed', paymentStatus: 'completed', student: 'another' })],
    ).map(([name, input]): [string, () => object, object] => [name, input, PLAIN]),
    ...['individual', 'home-visit', 'home_visit', 'in-person', 'IN_PERSON', 'Individual'].map((learningMethod): [string, () => object, object] => [
      `the method ${learningMethod}`,
      () => ({ learningMethod }),
      { ...PLAIN, learningMethod: 'individual', amount: 2500 },
    ]),
    ['a number to call back', () => ({ contactNumber: 94771234567 }), { contactNumber: '94771234567' }],
    ['a contact with signs', () => ({ contactNumber: ' +94 77-123 4567 ' }), { contactNumber: '+94 77-123 4567' }],
    ['a topic as an id', () => ({ selectedTopics: [topics[0]?.id] }), { selectedTopics: [{ name: 'Algebra' }] }],
    ['a single topic', () => ({ selectedTopics: topics[0]?.id }), { selectedTopics: [{ name: 'Algebra' }] }],
    ['a single topic as an object', () => ({ selectedTopics: { _id: topics[1]?.id } }), { selectedTopics: [{ name: 'Calculus' }] }],
    [
      'topics as objects',
      () => ({ selectedTopics: [{ _id: topics[0]?.id }, { id: topics[1]?.id }] }),
      { selectedTopics: [{ name: 'Algebra' }, { name: 'Calculus' }] },
    ],
    ['five topics', () => ({ selectedTopics: topics.slice(0, 5).map(({ id }) => id) }), { selectedTopics: [{}, {}, {}, {}, {}] }],
    [
      'four topics, and an id of none',
      () => ({ selectedTopics: [UNKNOWN_ID, ...topics.slice(0, 4).map(({ id }) => id)] }),
      { selectedTopics: [{}, {}, {}, {}] },
    ],
    ['notes of many lines', () => ({ notes: ' One\n\nTwo ' }), { notes: 'One\n\nTwo' }],
    ['an address of 300 characters', () => ({ learningMethod: 'individual', address: 'x'.repeat(300) }), { learningMethod: 'individual' }],
  ];
  test.each(ACCEPTED)('accepts %s', async (_, input, expected) => {
    const { status, body } = await request(input(), path);
    expect({ status, body }).toMatchObject({ status: 201, body: { success: true, booking: expected } });
  });

  const TIME = 'Please choose a valid date and time';
  const [HOURS, MISMATCH] = ['Duration must be 1, 2 or 3 hours', 'Duration does not match the selected time'];
  const METHOD = 'Please choose a valid learning method';
  const CONTACT = 'Contact number must be at least 10 digits';
  const INVALID: [number, string, object][] = [
    ...[UNKNOWN_ID, ...MALFORMED_IDS, '', null, undefined, {}, []].map((tutorId): [number, string, object] => [404, 'Tutor Not Found', { tutorId }]),
    ...[UNKNOWN_ID, ...MALFORMED_IDS, '', null, undefined, {}].map((subjectId): [number, string, object] => [
      400,
      'Selected subject not found',
      { subjectId },
    ]),
    ...[undefined, null, '', 'tomorrow', '2026-02-30T10:00:00Z', true, {}, []].flatMap((time): [number, string, object][] => [
      [400, TIME, { startTime: time }],
      [400, TIME, { endTime: time }],
    ]),
    [400, TIME, { endTime: sessionTime(0) }],
    [400, TIME, { endTime: sessionTime(-1) }],
    ...[0, 4, 1.5, -1, '0', '4', 'one', true, {}].map((duration): [number, string, object] => [400, HOURS, { duration }]),
    [400, HOURS, { endTime: sessionTime(4) }],
    [400, HOURS, { endTime: sessionTime(0.5) }],
    [400, MISMATCH, { duration: 2 }],
    [400, MISMATCH, { duration: '1', endTime: sessionTime(2) }],
    [400, MISMATCH, { duration: 1, endTime: new Date(START + HOUR + 60_001).toISOString() }],
    [400, 'Group sessions cannot be booked', { learningMethod: 'group' }],
    [400, 'Group sessions cannot be booked', { learningMethod: ' GROUP ' }],
    ...['by post', 7, true, {}].map((learningMethod): [number, string, object] => [400, METHOD, { learningMethod }]),
    ...[undefined, null, '', ' 077123456 ', 771234567, {}].map((contactNumber): [number, string, object] => [400, CONTACT, { contactNumber }]),
    [400, 'Address cannot be longer than 300 characters', { learningMethod: 'individual', address: 'x'.repeat(301) }],
    [400, 'Notes cannot be longer than 2000 characters', { notes: 'x'.repeat(2001) }],
  ];
  const refusals = [...new Set(INVALID.map(([status, message]) => `${status} ${message}`))];
  test.each(refusals)('rejects %s', async (apiError) => {
    for (const [status, message, input] of INVALID) {
      if (`${status} ${message}` !== apiError) continue;
      const answer = await request(input, path);
      expect({ input, status: answer.status, body: answer.body }).toMatchObject({ input, status, body: { success: false, message } });
    }
  });

  test('rejects a subject of another tutor and an inactive one', async () => {
    const message = 'Selected subject not found';
    expect(await request({ subjectId: (await aTutor(database.db)).subjectId }, path)).toMatchObject({ status: 400, body: { message } });
    await database.sql`update subjects set is_active = false where id = ${tutor.subjectId}`;
    expect(await request({}, path)).toMatchObject({ status: 400, body: { message } });
  });

  test('ignores an empty key, accepts 255 characters and rejects more', async () => {
    const keyed = (key: string, hours: number) =>
      rest.call<Requested>('POST', path, {
        as,
        body: bookingRequest(tutor, { startTime: sessionTime(hours), endTime: sessionTime(hours + 1) }),
        headers: { 'Idempotency-Key': key },
      });
    expect([(await keyed('', 0)).status, (await keyed('', 1)).status, (await keyed(' ', 2)).status]).toEqual([201, 201, 201]);
    // A student may have three pending requests to a tutor.
    await database.sql`update bookings set status = 'confirmed' where status = 'pending'`;
    expect([(await keyed('x'.repeat(255), 3)).status, (await keyed('x'.repeat(255), 4)).status]).toEqual([201, 409]);
    expect(await keyed('x'.repeat(256), 4)).toMatchObject({ status: 400, body: { success: false } });
  });
});
