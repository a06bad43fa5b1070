import { beforeAll, expect, test } from 'vitest';
import type { Actors } from '#tests/support/actors.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, unique } from '#tests/support/factories.ts';
import { useRest } from './app.ts';
import { bookingRequest, type CallerRole, useActors } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const everyone = useActors(database, rest);
let week = 0;
const spare: Record<string, string> = {};
beforeAll(async () => {
  Object.assign(spare, { spareTutor: (await aTutor(database.db)).id, spareStudent: (await aStudent(database.db)).id });
});

type Row = [field: string, maximum: number, role: CallerRole, call: string, body: (of: number) => object | Promise<object>];
const x = (count: number) => 'x'.repeat(count);
const wide = (count: number) => ` ${x(count)}\n`;
const own = (name: string) => (count: number) => unique(name).padEnd(count, 'x').slice(0, count);
const [newSubject, newCategory, newTopic] = [own('Subject'), own('Category'), own('Topic')];
const NOTE = { type: 'info', title: 'News', message: 'Words' };
const educationEntry = (overrides: object) => ({ education: [{ degree: 'BSc', institution: 'University', year: 2012, ...overrides }] });
const experienceEntry = (overrides: object) => ({
  experience: [{ title: 'Teacher', company: 'College', duration: '2015', description: 'Taught.', ...overrides }],
});
const repeat = <T>(count: number, create: (index: number) => T) => Array.from({ length: count }, (_, index) => create(index));

function request(overrides: object): object {
  week += 1;
  const start = NEXT_MONDAY_NINE.getTime() + (week % 8) * HOUR + Math.floor(week / 8) * 7 * 24 * HOUR;
  return bookingRequest(everyone.data.otherTutor, { startTime: new Date(start), endTime: new Date(start + HOUR), ...overrides });
}

const ROWS: Row[] = [
  ['Name', 150, 'student', 'PUT /api/auth/me', (n) => ({ name: wide(n) })],
  ['Name', 150, 'admin', 'POST /api/subjects', (n) => ({ name: ` ${newSubject(n)} `, category: everyone.data.category.id })],
  [
    'Description',
    1000,
    'admin',
    'POST /api/subjects',
    (n) => ({ name: unique('Subject'), description: wide(n), category: everyone.data.category.id }),
  ],
  ['Name', 150, 'admin', 'POST /api/subject-categories', (n) => ({ name: ` ${newCategory(n)} ` })],
  ['Description', 1000, 'admin', 'PUT /api/subject-categories/{category}', (n) => ({ description: wide(n) })],
  ['Name', 150, 'admin', 'POST /api/topics', (n) => ({ name: ` ${newTopic(n)} `, subject: everyone.data.subject.id })],
  ['Description', 1000, 'admin', 'PUT /api/topics/{topic}', (n) => ({ description: wide(n) })],
  ['Headline', 80, 'tutor', 'PUT /api/tutors/profile', (n) => ({ headline: wide(n) })],
  ['Bio', 500, 'tutor', 'PUT /api/tutors/profile', (n) => ({ bio: wide(n) })],
  ['Locations', 100, 'tutor', 'PUT /api/tutors/profile', (n) => ({ availableLocations: wide(n) })],
  ...['instagram', 'youtube', 'facebook', 'linkedin'].map(
    (site): Row => ['Social handle', 200, 'tutor', 'PUT /api/tutors/profile', (n) => ({ socialMedia: { [site]: wide(n) } })],
  ),
  ['Degree', 150, 'tutor', 'PUT /api/tutors/profile', (n) => educationEntry({ degree: wide(n) })],
  ['Institution', 150, 'tutor', 'PUT /api/tutors/profile', (n) => educationEntry({ institution: wide(n) })],
  ['Title', 150, 'tutor', 'PUT /api/tutors/profile', (n) => experienceEntry({ title: wide(n) })],
  ['Company', 150, 'tutor', 'PUT /api/tutors/profile', (n) => experienceEntry({ company: wide(n) })],
  ['Duration', 150, 'tutor', 'PUT /api/tutors/profile', (n) => experienceEntry({ duration: wide(n) })],
  ['Description', 1000, 'tutor', 'PUT /api/tutors/profile', (n) => experienceEntry({ description: wide(n) })],
  ['Title', 100, 'tutor', 'POST /api/tutors/blogs', (n) => ({ title: wide(n), content: '<p>Words.</p>' })],
  ['Tag', 30, 'tutor', 'PUT /api/tutors/blogs/{post}', (n) => ({ tags: ['a', wide(n)] })],
  ['Notes', 2000, 'student', 'POST /api/students/bookings', (n) => request({ notes: wide(n) })],
  ['Review', 2000, 'student', 'PUT /api/ratings/{review}', (n) => ({ rating: 5, review: wide(n) })],
  ['Review', 2000, 'student', 'POST /api/ratings', (n) => ({ bookingId: everyone.data.reviewable.id, rating: 5, review: wide(n) })],
  [
    'Cancellation reason',
    1000,
    'tutor',
    'PATCH /api/tutors/bookings/{made}',
    async (n) => {
      week += 1;
      const startTime = new Date(NEXT_MONDAY_NINE.getTime() + 100 * 24 * HOUR + week * HOUR);
      spare.made = (await aBooking(database.db, { student: everyone.data.otherStudent, tutor: everyone.data.tutor, startTime })).id;
      return { status: 'cancelled', reason: wide(n) };
    },
  ],
  ['Reason', 1000, 'admin', 'PATCH /api/admin/tutors/{spareTutor}/reject', (n) => ({ reason: wide(n) })],
  ['Reason', 1000, 'admin', 'PATCH /api/admin/users/{spareStudent}/status', (n) => ({ status: 'suspended', reason: wide(n) })],
  ['Title', 200, 'student', 'POST /notifications', (n) => ({ ...NOTE, title: wide(n) })],
  ['Message', 1000, 'student', 'POST /notifications', (n) => ({ ...NOTE, message: wide(n) })],
  [
    'Password',
    128,
    'student',
    'POST /api/auth/register',
    (n) => ({ name: 'Nimal', email: `${unique('a').replace(' ', '')}@example.com`, role: 'student', password: x(n) }),
  ],
];

function addressOf(call: string): [string, string] {
  const [method = '', path = ''] = call.split(' ');
  const of = (name: string) => spare[name] ?? (everyone.data[name as keyof Actors] as { id: string }).id;
  return [method, path.replace(/\{(\w+)\}/, (_, name: string) => of(name))];
}
const send = async (role: CallerRole, call: string, body: object) => {
  const [method, path] = addressOf(call);
  return rest.call<{ message: string }>(method, path, { as: everyone.tokenOf(role), body });
};

// spec rest.21 | R §2.10 | Lengths and counts, the last that passes and one more | src/shared/vocabulary/limits.ts
test.each(ROWS)('%s accepts %i characters and rejects one more (%s, %s)', async (field, maximum, role, call, bodyOf) => {
  const longer = await send(role, call, await bodyOf(maximum + 1));
  expect([longer.status, longer.body]).toMatchObject([400, { success: false, message: `${field} cannot be longer than ${maximum} characters` }]);
  const longest = await send(role, call, await bodyOf(maximum));
  expect([200, 201], longest.body.message).toContain(longest.status);
});

const COUNTS: Row[] = [
  ['Education', 20, 'tutor', 'PUT /api/tutors/profile', (n) => ({ education: repeat(n, () => educationEntry({}).education[0]) })],
  ['Experience', 20, 'tutor', 'PUT /api/tutors/profile', (n) => ({ experience: repeat(n, () => experienceEntry({}).experience[0]) })],
  ['Tags', 10, 'tutor', 'PUT /api/tutors/blogs/{post}', (n) => ({ tags: repeat(n, (index) => `tag ${index}`) })],
];
// spec rest.21
test.each(COUNTS)('%s accepts %i entries and rejects one more (%s, %s)', async (field, maximum, role, call, bodyOf) => {
  const more = await send(role, call, await bodyOf(maximum + 1));
  expect([more.status, more.body]).toMatchObject([400, { success: false, message: `${field} cannot have more than ${maximum} entries` }]);
  expect((await send(role, call, await bodyOf(maximum))).status).toBe(200);
});

const LEAST: [minimum: number, message: string, role: CallerRole, call: string, body: (of: number) => object][] = [
  [2, 'Name must be at least 2 characters', 'student', 'PUT /api/auth/me', (n) => ({ name: wide(n) })],
  [
    6,
    'Password must be at least 6 characters',
    'student',
    'POST /api/auth/register',
    (n) => ({ name: 'Nimal', email: `${unique('a').replace(' ', '')}@example.com`, role: 'student', password: x(n) }),
  ],
  [10, 'Review must be at least 10 characters long', 'student', 'PUT /api/ratings/{review}', (n) => ({ rating: 5, review: wide(n) })],
  [
    10,
    'Contact number must be at least 10 digits',
    'student',
    'POST /api/students/bookings',
    (n) => request({ contactNumber: ` ${'7'.repeat(n)} ` }),
  ],
];
// spec rest.21
test.each(LEAST)('accepts %i characters and rejects one fewer: %s', async (minimum, message, role, call, bodyOf) => {
  expect(await send(role, call, bodyOf(minimum - 1))).toMatchObject({ status: 400, body: { message } });
  expect([200, 201]).toContain((await send(role, call, bodyOf(minimum))).status);
});
