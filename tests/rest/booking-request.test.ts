import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aSubject, aTopic, aTutor, HOUR, NEXT_MONDAY_NINE, type Tutor, type User } from '#tests/support/factories.ts';
import { MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';
import { bookingRequest, sessionTime } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const DAY = 24 * HOUR;

type Requested = {
  message: string;
  code: string;
  nextFree?: string[];
  booking: { id: string; amount: number; duration: number; selectedTopics: { id: string; name: string }[] };
};
type Listed = { success: true; bookings: { id: string; status: string }[]; pagination?: unknown };

let student: User;
let tutor: Tutor;
let as: string;

beforeEach(async () => {
  student = await aStudent(database.db, { profileImage: '/files/photos/s.svg' });
  tutor = await aTutor(database.db, {
    phone: '0712345678',
    subjects: [
      {
        modes: [
          { type: 'online', rateCents: 150_050 },
          { type: 'home-visit', rateCents: 250_000 },
          { type: 'group', rateCents: 50_000 },
        ],
      },
    ],
  });
  as = await rest.tokenOf(student);
});

const requestBody = (overrides: object = {}) =>
  bookingRequest(tutor, { duration: 1, learningMethod: 'online', selectedTopics: [], notes: '', ...overrides });
const request = (overrides: object = {}) => rest.call<Requested>('POST', '/api/students/bookings', { as, body: requestBody(overrides) });
const storedBookings = () => database.db.select().from(bookings).where(eq(bookings.studentId, student.id));

// spec rest-students.2 | C §7 | POST /api/students/bookings | src/server/rest/students.ts
describe('POST /api/students/bookings', () => {
  // spec entities.16 | P §3 | Booking with all its fields | src/db/schema/bookings.ts
  // spec validation.23 | P §5 Booking, D Time and money | Price: hourly rate of the mode times hours, computed by the server |
  //   src/shared/domain/rates.ts
  test("creates a pending booking at the tutor's price, whatever price is sent", async () => {
    const topic = await aTopic(database.db, { subjectId: tutor.subjectId, description: 'Letters' });
    const { status, body } = await request({
      endTime: sessionTime(2),
      duration: '2',
      selectedTopics: [topic.id],
      notes: 'Two lines,\nboth kept.',
      address: 'Only for a home visit',
      amount: 1,
      price: 1,
      status: 'confirmed',
      paymentStatus: 'completed',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Booking request sent successfully',
      booking: {
        _id: body.booking.id,
        id: expect.any(String),
        status: 'pending',
        student: { _id: student.id, id: student.id, name: student.name, email: student.email, profileImage: 'http://vidya.test/files/photos/s.svg' },
        tutor: {
          _id: tutor.id,
          id: tutor.id,
          phone: '',
          user: { _id: tutor.user.id, id: tutor.user.id, name: tutor.user.name, email: '', profileImage: '' },
        },
        subject: { _id: tutor.subjectId, id: tutor.subjectId, name: expect.any(String) },
        selectedTopics: [{ _id: topic.id, id: topic.id, name: topic.name, description: 'Letters' }],
        startTime: sessionTime(0),
        endTime: sessionTime(2),
        duration: 2,
        learningMethod: 'online',
        amount: 3001,
        paymentStatus: 'pending',
        meetingLink: null,
        contactNumber: '0771234567',
        notes: 'Two lines,\nboth kept.',
        address: '',
        cancellationReason: null,
        createdAt: ISO,
        updatedAt: ISO,
      },
    });
    expect((await rest.get<Listed>('/api/students/bookings', as)).body.bookings).toEqual([body.booking]);
  });

  test.each(['individual', 'home-visit', 'home_visit', 'In-Person'])('reads %s as a home visit', async (learningMethod) => {
    expect((await request({ learningMethod })).body.booking).toMatchObject({ learningMethod: 'individual', amount: 2500 });
  });

  test('defaults to online and to the length of the times', async () => {
    const { status, body } = await request({ duration: undefined, endTime: sessionTime(3), learningMethod: null, selectedTopics: null, notes: null });
    expect(status).toBe(201);
    expect(body.booking).toMatchObject({ learningMethod: 'online', duration: 3, amount: 4501.5, notes: '', selectedTopics: [] });
  });

  test('accepts ids as objects, times as epoch milliseconds and a contact as a number', async () => {
    const { status } = await request({
      tutorId: { _id: tutor.id, name: 'any' },
      subjectId: { id: tutor.subjectId },
      startTime: NEXT_MONDAY_NINE.getTime(),
      endTime: String(NEXT_MONDAY_NINE.getTime() + HOUR),
      contactNumber: 94771234567,
      selectedTopics: {},
    });
    expect(status).toBe(201);
    expect(await storedBookings()).toMatchObject([{ startTime: NEXT_MONDAY_NINE, contactNumber: '94771234567' }]);
  });

  test('accepts topics as objects or a single one, and drops those of another subject', async () => {
    const ownTopic = await aTopic(database.db, { subjectId: tutor.subjectId });
    const other = await aTopic(database.db);
    const { body } = await request({ selectedTopics: [{ _id: ownTopic.id }, other.id, UNKNOWN_ID, 'nonsense', null] });
    expect(body.booking.selectedTopics).toMatchObject([{ name: ownTopic.name }]);
    const { body: next } = await request({ startTime: sessionTime(1), endTime: sessionTime(2), selectedTopics: ownTopic.id });
    expect(next.booking.selectedTopics).toMatchObject([{ name: ownTopic.name }]);
  });

  const DATE = 'Please choose a valid date and time';
  const DURATION = 'Duration must be 1, 2 or 3 hours';
  const CONTACT = 'Contact number must be at least 10 digits';
  const days = (count: number) => ({
    startTime: new Date(NEXT_MONDAY_NINE.getTime() + count * DAY).toISOString(),
    endTime: new Date(NEXT_MONDAY_NINE.getTime() + count * DAY + HOUR).toISOString(),
  });

  // spec validation.38 | D Errors | A text that is too long is refused with its field and number | src/shared/messages.ts
  test.each<[string, object, string]>([
    ['no start', { startTime: undefined }, DATE],
    ['an empty end', { endTime: '' }, DATE],
    ['a start in words', { startTime: 'tomorrow' }, DATE],
    ['a start that is a list', { startTime: ['2026-03-09'] }, DATE],
    ['a start beyond every calendar', { startTime: 8.64e15, endTime: 8.64e15 }, DATE],
    ['an end before the start', { endTime: sessionTime(-1) }, DATE],
    ['a date in the past', days(-14), 'Booking date must be in the future'],
    ['later today', { startTime: '2026-03-02T08:30:00.000Z', endTime: '2026-03-02T09:30:00.000Z' }, 'Please book at least one day ahead'],
    ['29 days ahead', days(22), 'Bookings can be made up to 28 days ahead'],
    ['four hours', { duration: 4, endTime: sessionTime(4) }, DURATION],
    ['half an hour', { duration: undefined, endTime: sessionTime(0.5) }, DURATION],
    ['a duration in words', { duration: 'one' }, DURATION],
    ['another duration than the times say', { duration: 2 }, 'Duration does not match the selected time'],
    ['a group', { learningMethod: 'group' }, 'Group sessions cannot be booked'],
    ['an unknown method', { learningMethod: 'telepathy' }, 'Please choose a valid learning method'],
    ['a method that is a number', { learningMethod: 5 }, 'Please choose a valid learning method'],
    ['no contact', { contactNumber: undefined }, CONTACT],
    ['a contact of nine characters', { contactNumber: ' 077123456 ' }, CONTACT],
    ['a contact of 41 characters', { contactNumber: '0'.repeat(41) }, 'Contact number cannot be longer than 40 characters'],
    ['notes of 2001 characters', { notes: 'n'.repeat(2001) }, 'Notes cannot be longer than 2000 characters'],
    ['notes that are a list', { notes: ['hello'] }, 'Invalid input'],
    ['an address of 301 characters', { learningMethod: 'individual', address: 'a'.repeat(301) }, 'Address cannot be longer than 300 characters'],
    ['an unknown subject', { subjectId: UNKNOWN_ID }, 'Selected subject not found'],
    ['a malformed subject', { subjectId: 'x'.repeat(500) }, 'Selected subject not found'],
    ['no subject', { subjectId: undefined }, 'Selected subject not found'],
  ])('answers 400 with a message for %s, and books nothing', async (_, overrides, message) => {
    const { status, body } = await request(overrides);
    expect({ status, body }).toMatchObject({ status: 400, body: { success: false, message, code: expect.any(String) } });
    expect(await storedBookings()).toEqual([]);
  });

  // spec rest-input.12 | R §4.7 51 | Topics that are none of the subject are ignored and do not count; six that are, are refused |
  //   src/server/features/bookings/bookings.commands.ts
  test('answers 400 for six topics of the subject and books nothing, not counting unknown topics', async () => {
    const topics: string[] = [];
    for (let index = 0; index < 6; index += 1) topics.push((await aTopic(database.db, { subjectId: tutor.subjectId })).id);
    const { status, body } = await request({ selectedTopics: topics });
    const message = 'Topics cannot have more than 5 entries';
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { message, code: 'request.invalid', errors: [{ field: 'selectedTopics', message }] },
    });
    expect(await storedBookings()).toEqual([]);
    const five = topics.slice(0, 5);
    const answer = await request({ selectedTopics: [UNKNOWN_ID, ...five, 'nonsense', ...five, null, ...Array(20).fill(tutor.id)] });
    expect(answer.status).toBe(201);
    expect(answer.body.booking.selectedTopics.map(({ id }) => id)).toEqual(five);
  });

  test('rejects a subject of another tutor, a disabled mode and an inactive subject', async () => {
    const other = await aTutor(database.db, { subjects: [{ modes: [{ type: 'online', enabled: false, rateCents: 100 }] }] });
    expect((await request({ subjectId: other.subjectId })).body.message).toBe('Selected subject not found');
    expect((await request({ tutorId: other.id, subjectId: other.subjectId })).body.message).toBe('The tutor does not offer this learning method');
    const inactive = await aSubject(database.db, { isActive: false });
    const teaches = await aTutor(database.db, { subjects: [{ subjectId: inactive.id }] });
    expect((await request({ tutorId: teaches.id, subjectId: inactive.id })).body.message).toBe('Selected subject not found');
    expect(await storedBookings()).toEqual([]);
  });

  test.each([UNKNOWN_ID, undefined, null, 7, {}, ...MALFORMED_IDS.map(decodeURIComponent).filter((id) => id !== '\0'), '__proto__'])(
    'answers 404 for the tutor %j',
    async (tutorId) => {
      const { status, body } = await request({ tutorId });
      expect({ status, body }).toEqual({ status: 404, body: { success: false, message: 'Tutor Not Found', code: 'tutor.not_found' } });
    },
  );

  test('answers 404 for a rejected and a suspended tutor', async () => {
    const rejected = await aTutor(database.db, { verificationStatus: 'rejected' });
    const suspended = await aTutor(database.db, { user: { status: 'suspended' } });
    for (const { id, subjectId } of [rejected, suspended]) expect((await request({ tutorId: id, subjectId })).status).toBe(404);
  });

  test('answers 409 for a vacation, a time outside the slots and one between the hours', async () => {
    const onVacation = await aTutor(database.db, { vacationMode: true });
    expect(await request({ tutorId: onVacation.id, subjectId: onVacation.subjectId })).toMatchObject({
      status: 409,
      body: {
        success: false,
        message: 'Tutor is on Vacation. This tutor is not accepting new bookings.',
        code: 'booking.tutor_on_vacation',
      },
    });
    const outside = { status: 409, body: { message: 'The tutor is not available at this time', code: 'booking.outside_slots' } };
    expect(await request({ startTime: sessionTime(-1), endTime: sessionTime(0) })).toMatchObject(outside);
    expect(await request({ startTime: sessionTime(7), endTime: sessionTime(9), duration: 2 })).toMatchObject(outside);
    expect(await request({ startTime: sessionTime(0.5), endTime: sessionTime(1.5) })).toMatchObject(outside);
    expect(await request({ startTime: sessionTime(24), endTime: sessionTime(25) })).toMatchObject(outside);
    expect(await storedBookings()).toEqual([]);
  });

  test('answers 409 with the next free times for a time that is taken', async () => {
    await aBooking(database.db, { tutor, startTime: NEXT_MONDAY_NINE, status: 'confirmed' });
    const { status, body } = await request();
    expect(status).toBe(409);
    expect(body).toEqual({
      success: false,
      message: 'This time is already booked',
      code: 'booking.slot_taken',
      nextFree: [sessionTime(1), sessionTime(2), sessionTime(3)],
    });
    expect(await storedBookings()).toEqual([]);
  });

  test('answers 409 for a time at which the student has another booking', async () => {
    await aBooking(database.db, { student, startTime: NEXT_MONDAY_NINE });
    expect(await request()).toMatchObject({ status: 409, body: { code: 'booking.slot_taken' } });
  });

  test('accepts one of ten simultaneous requests for one time', async () => {
    const tokens = await Promise.all(Array.from({ length: 10 }, async () => rest.tokenOf(await aStudent(database.db))));
    const answers = await Promise.all(tokens.map((token) => rest.call('POST', '/api/students/bookings', { as: token, body: requestBody() })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test('shows the address of a home visit once it is confirmed', async () => {
    const { body } = await request({ learningMethod: 'individual', address: ' 12 Temple Road ' });
    expect(body.booking).toMatchObject({ address: '' });
    const confirm = { as: await rest.tokenOf(tutor.user), body: { status: 'confirmed' } };
    expect((await rest.call('PATCH', `/api/tutors/bookings/${body.booking.id}`, confirm)).body).toMatchObject({ address: '12 Temple Road' });
  });
});
