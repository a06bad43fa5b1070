import { beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, aCategory, anAdmin, aStudent, aSubject, aTopic, aTutor, type Tutor, unique } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { MALFORMED_IDS, SITE, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
let as: string;
let category: { id: string; name: string };
let subject: { id: string; name: string };
beforeAll(async () => {
  as = await rest.tokenOf(await anAdmin(database.db));
  category = await aCategory(database.db);
  subject = await aSubject(database.db);
});

type Answer = { id: string; message: string; category?: { id: string } };
const send = (method: string, path: string, body: unknown) => rest.call<Answer>(method, `/api/${path}`, { as, body });
const DEFAULT = '#6366f1';

// spec rest-input.14 | R §6.5 | Categories, subjects, topics and posts, by id or object, booleans and numbers as text |
//   src/server/rest/wire/catalogue.ts
describe('the fields of a category', () => {
  const FIELDS: [object, object][] = [
    [{}, { description: '', icon: 'BookOpen', color: DEFAULT, order: 0, isActive: true, subjects: [] }],
    [
      { description: null, icon: null, color: null, order: null, isActive: null },
      { description: '', icon: 'BookOpen', color: DEFAULT, order: 0, isActive: true },
    ],
    [
      { icon: '', color: '', order: '', isActive: '' },
      { icon: 'BookOpen', color: DEFAULT, order: 0, isActive: true },
    ],
    [{ icon: 'Atom' }, { icon: 'Atom' }],
    ...['#fff', '#FFF', '#123456', ' #aBcDeF '].map((color): [object, object] => [
      { color },
      { color: expect.stringMatching(new RegExp(`^${color.trim()}$`, 'i')) },
    ]),
    ...['red', '#ff', '#12345', '#1234567', '123456', '#ggg', 7, {}].map((color): [object, object] => [{ color }, { color: DEFAULT }]),
    [{ order: 7 }, { order: 7 }],
    [{ order: ' 7 ' }, { order: 7 }],
    ...['many', -1, '-5', {}, true, Number.NaN].map((order): [object, object] => [{ order }, { order: 0 }]),
    [{ isActive: false }, { isActive: false }],
    [{ isActive: 'false' }, { isActive: false }],
    [{ isActive: ' TRUE ' }, { isActive: true }],
    [{ subjects: [UNKNOWN_ID], _id: 'x', createdAt: 'whenever' }, { subjects: [] }],
  ];
  test.each(FIELDS)('are read from %j when it is created', async (input, expected) => {
    expect(await send('POST', 'subject-categories', { name: unique('Category'), ...input })).toMatchObject({ status: 201, body: expected });
  });

  test.each([
    [{ order: '9' }, { order: 9 }],
    [{ order: 'many' }, { order: 0 }],
    [{ color: 'red' }, { color: DEFAULT }],
    [{ isActive: 'false' }, { isActive: false }],
    [{ description: null }, { description: '' }],
  ])('are read from %j when it is changed', async (input, expected) => {
    const { id } = await aCategory(database.db, { order: 3, color: '#123456', description: 'Old' });
    expect(await send('PUT', `subject-categories/${id}`, input)).toMatchObject({ status: 200, body: expected });
  });
});

const MISSING = [undefined, null, '', ' \t '];
describe('the name of', () => {
  const CREATIONS = [
    ['subject-categories', 'Category name is required', () => ({}), 'A category with this name already exists', () => category],
    ['subjects', 'Subject name is required', () => ({}), 'A subject with this name already exists', () => subject],
  ] as const;

  test.each(CREATIONS)('one of the %s is required and unique', async (path, required, _, duplicateMessage, existing) => {
    const input = path === 'subjects' ? { category: category.id } : {};
    for (const name of MISSING) expect(await send('POST', path, { name, ...input })).toMatchObject({ status: 400, body: { message: required } });
    for (const name of MISSING.slice(1))
      expect(await send('PUT', `${path}/${existing().id}`, { name })).toMatchObject({ status: 400, body: { message: required } });
    const other = (await send('POST', path, { name: unique('Other'), ...input })).body.id;
    for (const name of [existing().name, ` ${existing().name.toUpperCase()} `, existing().name.toLowerCase()]) {
      expect(await send('POST', path, { name, ...input })).toMatchObject({ status: 409, body: { message: duplicateMessage } });
      expect(await send('PUT', `${path}/${other}`, { name })).toMatchObject({ status: 409, body: { message: duplicateMessage } });
      expect((await send('PUT', `${path}/${existing().id}`, { name })).status).toBe(200);
    }
  });

  test('a topic is required and unique within its subject', async () => {
    const topic = await aTopic(database.db, { subjectId: subject.id });
    for (const name of MISSING) {
      expect(await send('POST', 'topics', { name, subject: subject.id })).toMatchObject({ status: 400, body: { message: 'Topic name is required' } });
    }
    const message = 'This subject already has a topic with this name';
    for (const name of [topic.name, ` ${topic.name.toUpperCase()} `]) {
      expect(await send('POST', 'topics', { name, subject: subject.id })).toMatchObject({ status: 409, body: { message } });
      const otherSubject = (await aSubject(database.db)).id;
      const other = await send('POST', 'topics', { name, subject: otherSubject });
      expect(other.status).toBe(201);
      expect(await send('PUT', `topics/${other.body.id}`, { subject: subject.id })).toMatchObject({ status: 409, body: { message } });
    }
  });
});

// spec rest-input.14
describe('the category of a subject', () => {
  const SPELLINGS: [string, () => unknown, 'unchanged' | 'rejected' | 'set'][] = [
    ['its id', () => category.id, 'set'],
    ['its id with blanks', () => ` ${category.id} `, 'set'],
    ['an object with _id', () => ({ _id: category.id, name: 'Other', order: 9 }), 'set'],
    ['an object with id', () => ({ id: category.id }), 'set'],
    ['null', () => null, 'rejected'],
    ['an empty text', () => '', 'rejected'],
    ['a blank', () => '  ', 'rejected'],
    ['nothing', () => undefined, 'unchanged'],
  ];
  // spec s8-last.6
  test.each(SPELLINGS)('may be sent as %s', async (_, spelling, outcome) => {
    const required = { status: 400, body: { message: 'Category is required' } };
    const created = await send('POST', 'subjects', { name: unique('Subject'), category: spelling() });
    if (outcome === 'set') expect([created.status, created.body.category?.id]).toEqual([201, category.id]);
    else expect(created).toMatchObject(required);
    const { id, categoryId } = await aSubject(database.db);
    const changed = await send('PUT', `subjects/${id}`, { category: spelling() });
    if (outcome === 'rejected') expect(changed).toMatchObject(required);
    else expect([changed.status, changed.body.category?.id]).toEqual([200, outcome === 'set' ? category.id : categoryId]);
  });

  test.each([UNKNOWN_ID, 'sciences', 7])('rejects %j', async (input) => {
    for (const [method, path] of [
      ['POST', 'subjects'],
      ['PUT', `subjects/${subject.id}`],
    ] as const) {
      expect(await send(method, path, { name: unique('Subject'), category: input })).toMatchObject({
        status: 400,
        body: { message: 'Category not found' },
      });
    }
  });

  // spec rest-input.14
  test('accepts isActive as text', async () => {
    for (const [isActive, expected] of [
      [false, false],
      ['true', true],
      ['false', false],
      [true, true],
    ] as const) {
      expect((await send('PUT', `subjects/${subject.id}`, { isActive })).body).toMatchObject({ isActive: expected });
    }
  });
});

// spec rest-input.14
describe('the subject of a topic', () => {
  test.each<[string, (id: string) => unknown]>([
    ['an id', (id) => id],
    ['an id with blanks', (id) => ` ${id}\n`],
    ['an object with _id', (id) => ({ _id: id, name: 'Other' })],
    ['an object with id', (id) => ({ id })],
  ])('may be sent as %s', async (_, spelling) => {
    const created = await send('POST', 'topics', { name: unique('Topic'), subject: spelling(subject.id) });
    expect(created).toMatchObject({ status: 201, body: { subject: { id: subject.id }, isActive: true, description: '' } });
    const other = await aSubject(database.db);
    expect((await send('PUT', `topics/${created.body.id}`, { subject: spelling(other.id) })).body).toMatchObject({ subject: { id: other.id } });
    for (const nothing of [undefined, null, '']) {
      expect(await send('PUT', `topics/${created.body.id}`, { subject: nothing })).toMatchObject({
        status: 200,
        body: { subject: { id: other.id } },
      });
    }
    expect((await send('PUT', `topics/${created.body.id}`, { isActive: 'false' })).body).toMatchObject({ isActive: false });
  });

  test.each([UNKNOWN_ID, ...MALFORMED_IDS])('answers 404 for %j', async (input) => {
    const topic = await aTopic(database.db);
    expect(await send('POST', 'topics', { name: unique('Topic'), subject: input })).toMatchObject({
      status: 404,
      body: { message: 'Subject not found' },
    });
    expect(await send('PUT', `topics/${topic.id}`, { subject: input })).toMatchObject({ status: 404, body: { message: 'Subject not found' } });
  });

  test.each([undefined, null, '', {}])('rejects %j', async (input) => {
    const { status, body } = await send('POST', 'topics', { name: unique('Topic'), subject: input });
    expect([400, 404]).toContain(status);
    expect(body.message).not.toBe('');
  });
});

describe('a post', () => {
  type Saved = { message: string; data: { id: string; tags: string[]; status: string; title: string; content: string; featuredImage: string } };
  let tutor: Tutor;
  let tutorToken: string;
  beforeAll(async () => {
    tutor = await aTutor(database.db);
    tutorToken = await rest.tokenOf(tutor.user);
  });
  const write = (overrides: object) =>
    rest.call<Saved>('POST', '/api/tutors/blogs', { as: tutorToken, body: { title: 'A post', content: '<p>Words.</p>', ...overrides } });
  const change = async (overrides: object) => {
    const { id } = await aBlog(database.db, { tutor });
    return rest.call<Saved>('PUT', `/api/tutors/blogs/${id}`, { as: tutorToken, body: overrides });
  };

  const TAGS: [unknown, string[]][] = [
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      [' a ', 'a', '', ' ', 'b'],
      ['a', 'b'],
    ],
    ['a, b ,,a', ['a', 'b']],
    ['a', ['a']],
    ['', []],
    [null, []],
    [[], []],
    [Array.from({ length: 12 }, () => 'same'), ['same']],
  ];
  // spec rest-input.14
  test.each(TAGS)('reads the tags %j', async (tags, expected) => {
    expect((await write({ tags })).body.data.tags).toEqual(expected);
    expect((await change({ tags })).body.data.tags).toEqual(expected);
  });

  // spec rest-input.14
  test.each([
    [undefined, 'draft'],
    [null, 'draft'],
    ['', 'draft'],
    ['draft', 'draft'],
    ['published', 'published'],
    [' Published ', 'published'],
  ])('reads the status %j as %s', async (status, expected) => {
    expect((await write({ status })).body.data.status).toBe(expected);
  });

  const invalid = (field: string, message: string | null, ...values: unknown[]): [object, string | null][] =>
    values.map((value) => [{ [field]: value }, message]);
  test.each<[object, string | null]>([
    ...invalid('title', 'Title is required', undefined, null, '', ' '),
    ...invalid('title', 'Title cannot be longer than 100 characters', 'x'.repeat(101)),
    ...invalid('content', 'Content is required', undefined, null, '', ' '),
    ...invalid('status', null, 'hidden', 7),
    ...invalid('featuredImage', 'Invalid profile image URL', 'https://elsewhere.example/a.png', '/files/photos/none.webp', 'a.png', 7),
  ])('rejects %j: %s', async (input, message) => {
    const answer = await write(input);
    expect([answer.status, answer.body.message]).toEqual([400, message ?? expect.stringMatching(/./)]);
    if (Object.values(input)[0] !== undefined) expect((await change(input)).status).toBe(400);
  });

  test('shows an own photo, sent as URL or as path', async () => {
    const { path } = await anUpload(database.db, tutor.user, 'photo');
    for (const featuredImage of [`/files/${path}`, `${SITE}/files/${path}`]) {
      expect((await write({ featuredImage })).body.data.featuredImage).toBe(`${SITE}/files/${path}`);
    }
    for (const featuredImage of ['', null, undefined]) expect((await write({ featuredImage })).body.data.featuredImage).toBe('');
    const otherPhoto = await anUpload(database.db, await aStudent(database.db), 'photo');
    expect((await write({ featuredImage: `/files/${otherPhoto.path}` })).status).toBe(400);
  });

  test('is sanitised', async () => {
    const { data } = (await write({ content: '<p onclick="x()">Words<script>alert(1)</script></p>' })).body;
    expect(data.content).toBe('<p>Words</p>');
  });
});
