import { describe, expect, test } from 'vitest';
import { type Actors, PASSWORD } from '#tests/support/actors.ts';
import { useDatabase } from '#tests/support/database.ts';
import { NEXT_MONDAY_NINE, unique } from '#tests/support/factories.ts';
import { useRest } from './app.ts';
import { type CallerRole, newEmail, useActors } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const everyone = useActors(database, rest);
const { send } = everyone;

const MB = 1024 * 1024;
const REGISTRATION = { name: 'Nimal Perera', password: 'battery staple', role: 'student' };
const NOTE = { type: 'info', title: 'News', message: 'Words' };

const CALLS: [method: string, path: (of: Actors) => string, role: CallerRole, body: (of: Actors) => object][] = [
  ['POST', () => '/api/auth/login', 'anyone', ({ otherStudent }) => ({ email: otherStudent.email, password: PASSWORD })],
  ['POST', () => '/api/auth/register', 'anyone', () => ({ ...REGISTRATION, email: newEmail() })],
  ['PUT', () => '/api/auth/me', 'student', () => ({ phone: '0771234567' })],
  ['PUT', () => '/api/auth/profile', 'student', () => ({ phone: '0771234567' })],
  ['POST', () => '/api/auth/forgot-password', 'anyone', () => ({ email: newEmail() })],
  ['POST', () => '/api/subjects', 'admin', ({ category }) => ({ name: unique('Subject'), category: category.id })],
  ['PUT', ({ subject }) => `/api/subjects/${subject.id}`, 'admin', () => ({ description: 'New' })],
  ['POST', () => '/api/subject-categories', 'admin', () => ({ name: unique('Category') })],
  ['PUT', ({ category }) => `/api/subject-categories/${category.id}`, 'admin', () => ({ description: 'New' })],
  ['POST', () => '/api/topics', 'admin', ({ subject }) => ({ name: unique('Topic'), subject: subject.id })],
  ['PUT', ({ topic }) => `/api/topics/${topic.id}`, 'admin', () => ({ description: 'New' })],
  ['PUT', () => '/api/tutors/profile', 'tutor', () => ({ bio: 'New' })],
  ['PATCH', () => '/api/tutors/profile', 'tutor', () => ({ bio: 'New' })],
  ['POST', () => '/api/tutors', 'tutor', () => ({ bio: 'New' })],
  ['POST', () => '/api/tutors/subjects', 'tutor', ({ subject }) => ({ subject: subject.id })],
  ['PATCH', ({ tutor }) => `/api/tutors/subjects/${tutor.subjectId}`, 'tutor', () => ({ selectedTopics: [] })],
  ['PATCH', () => '/api/tutors/vacation-mode', 'tutor', () => ({ vacationMode: false })],
  ['POST', () => '/api/tutors/blogs', 'tutor', () => ({ title: 'A post', content: '<p>Words.</p>' })],
  ['PUT', ({ post }) => `/api/tutors/blogs/${post.id}`, 'tutor', () => ({ title: 'A post' })],
  [
    'POST',
    () => '/api/students/bookings',
    'student',
    ({ otherTutor }) => ({
      tutorId: otherTutor.id,
      subjectId: otherTutor.subjectId,
      startTime: new Date(NEXT_MONDAY_NINE.getTime() + 2 * 3_600_000),
      endTime: new Date(NEXT_MONDAY_NINE.getTime() + 3 * 3_600_000),
      contactNumber: '0771234567',
    }),
  ],
  ['POST', () => '/api/ratings', 'student', ({ reviewable }) => ({ bookingId: reviewable.id, rating: 5, review: 'A patient teacher.' })],
  ['PUT', ({ review }) => `/api/ratings/${review.id}`, 'student', () => ({ rating: 5, review: 'A patient teacher.' })],
  ['PATCH', () => '/notifications/mark-read', 'student', () => ({ notificationIds: [] })],
  ['POST', () => '/notifications', 'student', () => NOTE],
  ['POST', () => '/api/notifications/admin/create', 'admin', ({ student }) => ({ ...NOTE, userId: student.id })],
  ['POST', () => '/api/notifications/admin/bulk', 'admin', ({ student }) => ({ notifications: [{ ...NOTE, userId: student.id }] })],
  ['PATCH', ({ pending }) => `/api/tutors/bookings/${pending.id}`, 'tutor', () => ({ status: 'confirmed' })],
  ['PATCH', ({ pending }) => `/api/bookings/${pending.id}/status`, 'student', () => ({ status: 'cancelled' })],
  ['PATCH', ({ otherTutor }) => `/api/admin/tutors/${otherTutor.id}/reject`, 'admin', () => ({ reason: 'Blurred' })],
  ['PATCH', ({ otherTutor }) => `/api/admin/tutors/${otherTutor.id}/approve`, 'admin', () => ({})],
  ['PATCH', ({ otherStudent }) => `/api/admin/users/${otherStudent.id}/status`, 'admin', () => ({ status: 'active' })],
];

describe.each(CALLS)('%s %s', (method, pathOf, role, bodyOf) => {
  // spec rest.20 | R §2.10 | 2 MB of JSON; what is no JSON object, or cannot be stored, is refused by each call | src/server/rest/request-body.ts
  test('rejects a body that is not a JSON object', async () => {
    for (const body of ['[]', '[{}]', '"text"', '7', 'true', 'null', '{', '{"a":}', 'a=b', "{'a':1}", '{"a":1}x', '\u{feff}[']) {
      const answer = await send(role, `${method} ${pathOf(everyone.data)}`, body);
      const apiError = { success: false, message: 'Invalid request body', code: 'request.body' };
      expect({ input: body, status: answer.status, body: answer.body }).toMatchObject({ input: body, status: 400, body: apiError });
    }
  });

  // spec rest.20
  test(`reads a body of ${role === 'anyone' ? '64 KB' : '2 MB'} and rejects one byte more`, async () => {
    const maximum = role === 'anyone' ? 64 * 1024 : 2 * MB;
    const text = JSON.stringify({ nobodyKnows: '' });
    const sized = (bytes: number) => text.replace('""', `"${'x'.repeat(bytes - text.length)}"`);
    const TOO_LARGE = { message: 'Request is too large', code: 'request.too_large' };
    expect((await send(role, `${method} ${pathOf(everyone.data)}`, sized(maximum))).body).not.toMatchObject(TOO_LARGE);
    expect(await send(role, `${method} ${pathOf(everyone.data)}`, sized(maximum + 1))).toMatchObject({
      status: 400,
      body: { success: false, ...TOO_LARGE },
    });
  });

  // spec rest.18 | R §2.10 | Unknown keys are ignored; texts are trimmed, passwords never | src/server/rest/request-body.ts
  test('reads a body of another content type with unknown keys', async () => {
    const more = { nobodyKnows: { at: ['all'] }, _id: 'x', __v: 0, createdAt: 'whenever', success: true };
    const body = JSON.stringify({ ...more, ...bodyOf(everyone.data) });
    const answer = await rest.call(method, pathOf(everyone.data), { as: everyone.tokenOf(role), body, headers: { 'Content-Type': 'text/plain' } });
    expect([200, 201, 409], JSON.stringify(answer.body)).toContain(answer.status);
  });
});

// spec s8-load.6 | S8 B | Over REST a caller without a session sends 64 KB of JSON at most; one whose session has ended is told so |
//   src/server/rest/request-body.ts
test('more than 64 KB with an ended session answers that it has expired', async () => {
  const body = { bio: 'x'.repeat(64 * 1024) };
  const answer = await rest.call('PUT', '/api/tutors/profile', { as: 'r_garbage', body });
  expect(answer).toMatchObject({ status: 401, body: { success: false, code: 'auth.expired' } });
});

// spec rest.18
describe('texts in a body', () => {
  test('are trimmed, passwords never', async () => {
    const email = newEmail();
    const { status, body } = await send<{ user: object }>('anyone', 'POST /api/auth/register', {
      ...{ name: '  Nimal Perera\n', email: ` ${email.toUpperCase()} `, password: '  spaces  ', role: ' student ', phone: ' 0771234567 ' },
    });
    expect([status, body.user]).toMatchObject([201, { name: 'Nimal Perera', email, role: 'student', phone: '0771234567' }]);
    const login = (password: string) => send('anyone', 'POST /api/auth/login', { email: `\t${email}`, password });
    expect([(await login('spaces')).status, (await login('  spaces  ')).status]).toEqual([401, 200]);
    // Blanks count in a password.
    expect((await send('anyone', 'POST /api/auth/register', { ...REGISTRATION, email: newEmail(), password: '      ' })).status).toBe(201);
  });

  const blank = ' \t\n';
  const TRIMMED: [string, CallerRole, string, (of: Actors) => string, (of: Actors) => object, object][] = [
    ['a name', 'student', 'PUT', () => '/api/auth/me', () => ({ name: `${blank}Kamala${blank}` }), { user: { name: 'Kamala' } }],
    [
      'a subject',
      'admin',
      'PUT',
      ({ subject }) => `/api/subjects/${subject.id}`,
      () => ({ name: ' Logic ', description: ' Of all ' }),
      { name: 'Logic', description: 'Of all' },
    ],
    [
      'a category',
      'admin',
      'PUT',
      ({ category }) => `/api/subject-categories/${category.id}`,
      () => ({ name: ' Arts ', icon: ' Palette ', color: ' #fff ' }),
      { name: 'Arts', icon: 'Palette', color: '#fff' },
    ],
    ['a topic', 'admin', 'PUT', ({ topic }) => `/api/topics/${topic.id}`, () => ({ name: ' Proofs ' }), { name: 'Proofs' }],
    [
      'a post',
      'tutor',
      'PUT',
      ({ post }) => `/api/tutors/blogs/${post.id}`,
      () => ({ title: ' Title ', tags: [' a ', 'a', ' '], status: ' published ' }),
      { data: { title: 'Title', tags: ['a'], status: 'published' } },
    ],
    [
      'a profile',
      'tutor',
      'PUT',
      () => '/api/tutors/profile',
      () => ({ bio: ' Teaches ', gender: ' Female ', teachingMediums: [' english '] }),
      { tutor: { bio: 'Teaches', gender: 'Female', teachingMediums: ['english'] } },
    ],
    [
      'a review',
      'student',
      'PUT',
      ({ review }) => `/api/ratings/${review.id}`,
      () => ({ rating: ' 4 ', review: ' A patient teacher. ' }),
      { rating: { rating: 4, review: 'A patient teacher.' } },
    ],
    [
      'a notification',
      'student',
      'POST',
      () => '/notifications',
      () => ({
        type: ' info ',
        title: ' News ',
        message: ' Words ',
        category: ' booking ',
        priority: ' high ',
        action: { label: ' See ', url: ' /bookings ' },
      }),
      { data: { type: 'info', title: 'News', message: 'Words', category: 'booking', priority: 'high', action: { label: 'See', url: '/bookings' } } },
    ],
    [
      'a status',
      'tutor',
      'PATCH',
      ({ confirmed }) => `/api/tutors/bookings/${confirmed.id}`,
      () => ({ status: ' cancelled ', reason: ' Ill ' }),
      { status: 'cancelled', cancellationReason: 'Ill' },
    ],
    [
      'a suspension',
      'admin',
      'PATCH',
      ({ otherStudent }) => `/api/admin/users/${otherStudent.id}/status`,
      () => ({ status: ' suspended ', reason: ' Spam ' }),
      { user: { status: 'suspended' } },
    ],
  ];
  test.each(TRIMMED)('are trimmed in %s', async (_, role, method, pathOf, input, expected) => {
    const { status, body } = await send(role, `${method} ${pathOf(everyone.data)}`, input(everyone.data));
    expect({ status, body }).toMatchObject({ status: method === 'POST' ? 201 : 200, body: expected });
  });
});
