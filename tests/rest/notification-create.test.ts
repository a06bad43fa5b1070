import { beforeEach, describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, HOUR, NOW, type User } from '#tests/support/factories.ts';
import { selectNotifications } from '#tests/support/selects.ts';
import { UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

type Notification = { id: string; title: string };
type Page = { data: { notifications: Notification[] } };

let person: User;
let as: string;

beforeEach(async () => {
  person = await aStudent(database.db);
  as = await rest.tokenOf(person);
});

const listed = async () => (await rest.get<Page>('/notifications', as)).body.data.notifications;
const own = () => selectNotifications(database, person.id);

describe('POST /notifications', () => {
  const create = (body: unknown, token = as) => rest.call<{ data: Notification }>('POST', '/notifications', { as: token, body });
  const note = (overrides: object = {}) => ({ type: 'info', title: ' Homework ', message: 'Chapter 3', ...overrides });

  // spec rest-notifications.7 | C §7 | POST /notifications | src/server/rest/notifications.ts
  test('creates a notification for the caller with defaults', async () => {
    const other = await aStudent(database.db);
    const { status, body } = await create(note({ userId: other.id, read: true }));
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Notification created successfully',
      data: {
        _id: body.data.id,
        id: expect.any(String),
        user: person.id,
        type: 'info',
        category: 'general',
        title: 'Homework',
        message: 'Chapter 3',
        action: null,
        priority: 'medium',
        metadata: {},
        expiresAt: null,
        read: false,
        timestamp: ISO,
        createdAt: ISO,
        updatedAt: ISO,
      },
    });
    expect(await listed()).toEqual([body.data]);
  });

  // spec entities.29 | P §3 | Notification with all its fields | src/db/schema/notifications.ts
  test('stores every field', async () => {
    const input = {
      category: 'payment',
      action: { label: 'Look', url: '/tutors' },
      metadata: { chapter: 3, deep: [{ er: null }] },
      priority: 'urgent',
      expiresAt: NOW.getTime() + HOUR,
    };
    const { body } = await create(note(input));
    expect(body.data).toMatchObject({ ...input, expiresAt: new Date(NOW.getTime() + HOUR).toISOString() });
  });

  test('replaces half of a surrogate pair wherever it occurs', async () => {
    const half = '\ud83d';
    const action = { label: half, url: `/tutors?search=${half}` };
    const { status, body } = await create(note({ title: `a${half}`, message: half, action, metadata: { [half]: [{ deep: half }] } }));
    expect([status, body.data]).toMatchObject([
      201,
      {
        title: 'a\ufffd',
        message: '\ufffd',
        action: { label: '\ufffd', url: '/tutors?search=\ufffd' },
        metadata: { '\ufffd': [{ deep: '\ufffd' }] },
      },
    ]);
    expect(await listed()).toEqual([body.data]);
  });

  test.each([{ action: {} }, { action: { label: '', url: '' } }, { action: null }, { category: '', priority: null, metadata: null, expiresAt: '' }])(
    'treats %j as absent',
    async (overrides) => {
      const { status, body } = await create(note(overrides));
      expect(status).toBe(201);
      expect(body.data).toMatchObject({ action: null, category: 'general', priority: 'medium', metadata: {}, expiresAt: null });
    },
  );

  test('lets an admin write to another existing account', async () => {
    const admin = await rest.tokenOf(await anAdmin(database.db));
    expect((await create(note({ userId: person.id }), admin)).body.data).toMatchObject({ user: person.id });
    for (const userId of [UNKNOWN_ID, 'nobody', 'x'.repeat(500)]) {
      expect(await create(note({ userId }), admin), userId).toMatchObject({ status: 404, body: { message: 'User not found' } });
    }
  });

  // spec validation.37 | P §5 | "Required" and "Invalid input" where no product sentence is set | src/shared/contracts/common.ts
  // spec realtime.19 | C §9 Realtime | Types success, warning, error, info | src/shared/vocabulary/notifications.ts
  // spec s6-bad-input.7
  test.each<[string, object, string]>([
    ['no type', { type: undefined }, 'Invalid notification type'],
    ['a type of another kind', { type: 'booking' }, 'Invalid notification type'],
    ['no title', { title: undefined }, 'Title is required'],
    ['a blank title', { title: '   ' }, 'Title is required'],
    ['a title of 201 characters', { title: 't'.repeat(201) }, 'Title cannot be longer than 200 characters'],
    ['no message', { message: null }, 'Message is required'],
    ['a message of 1,001 characters', { message: 'm'.repeat(1001) }, 'Message cannot be longer than 1000 characters'],
    ['an unknown category', { category: 'nonsense' }, 'Invalid input'],
    ['an action without an address', { action: { label: 'Look' } }, 'Required'],
    [
      'an action that runs a script',
      { action: { label: 'Look', url: 'javascript:alert(1)' } },
      'Please enter an address that begins with / or https://',
    ],
    ['an action without a label', { action: { label: ' ', url: '/tutors' } }, 'Please name the link'],
    [
      'an action that leaves for another site',
      { action: { label: 'Look', url: '//evil.test' } },
      'Please enter an address that begins with / or https://',
    ],
    ['metadata that is a text', { metadata: 'text' }, 'Invalid input'],
    ['an end in words', { expiresAt: 'never' }, 'Invalid input'],
    ['an end beyond every calendar', { expiresAt: 8.64e15 }, 'Invalid input'],
  ])('answers 400 with a message for %s and stores nothing', async (_, overrides, message) => {
    const { status, body } = await create(note(overrides));
    expect({ status, body }).toMatchObject({ status: 400, body: { success: false, message, code: 'request.invalid' } });
    expect(await own()).toEqual([]);
  });

  test('drops keys that would pollute prototypes', async () => {
    const { status, body } = await create(
      '{"type":"info","title":"a","message":"b","metadata":{"__proto__":{"polluted":1},"harmless":2},"__proto__":{"priority":"urgent"}}',
    );
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ priority: 'medium', metadata: { harmless: 2 } });
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});
