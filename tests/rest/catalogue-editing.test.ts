import { beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aCategory, anAdmin, aStudent, aSubject, aTopic, aTutor, NOW, unique } from '#tests/support/factories.ts';
import { MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const AT = { createdAt: NOW.toISOString(), updatedAt: NOW.toISOString() };
type Body = Record<string, unknown> & { _id: string };

let admin = '';
beforeAll(async () => {
  admin = await rest.tokenOf(await anAdmin(database.db));
});
const send = async (method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await rest.call<Body>(method, path, { as: admin, body });
  return { status, body: answer };
};
const apiError = (message: string, field?: string) => ({ success: false, message, ...(field && { errors: [{ field, message }] }) });

// spec rest-catalogue.6 | R §4.3 19-22, R §8 | POST, PUT, DELETE /api/subject-categories, PATCH toggle-status, GET one |
//   src/server/rest/catalogue-editing.ts
describe('POST, PUT, PATCH and DELETE /api/subject-categories', () => {
  test('create with defaults, change, toggle and delete a bare category', async () => {
    const name = unique('Sciences');
    const created = await send('POST', '/api/subject-categories', { name: ` ${name} `, unknown: 'key' });
    const { _id: id } = created.body;
    const plain = {
      _id: id,
      id,
      name,
      aliases: [],
      description: '',
      icon: 'BookOpen',
      color: '#6366f1',
      order: 0,
      isActive: true,
      subjects: [],
      ...AT,
    };
    expect(created).toEqual({ status: 201, body: plain });
    const changed = await send('PUT', `/api/subject-categories/${id}`, { ...created.body, icon: 'Atom', order: '12', isActive: 'false' });
    expect(changed).toEqual({ status: 200, body: { ...plain, icon: 'Atom', order: 12, isActive: false } });
    expect((await send('PUT', `/api/subject-categories/${id}`, { description: null })).body).toMatchObject({ icon: 'Atom', order: 12 });
    expect((await send('PATCH', `/api/subject-categories/${id}/toggle-status`)).body).toMatchObject({ isActive: true });
    expect((await rest.get<Body>(`/api/subject-categories/${id}`)).body).toMatchObject({ _id: id, name, isActive: true });
    expect(await send('DELETE', `/api/subject-categories/${id}`)).toEqual({
      status: 200,
      body: { success: true, message: 'Category deleted successfully' },
    });
    expect(await send('GET', `/api/subject-categories/${id}`)).toMatchObject({ status: 404, body: apiError('Category not found') });
  });

  // spec rest-catalogue.7 | R §4.3 19 | An order that is no number is 0, a colour that is none the default | src/shared/domain/category-look.ts
  // spec s5-bad-input.7
  test.each([
    ['12', 12],
    [' 3.9 ', 3],
    ['abc', 0],
    ['12abc', 0],
    [-4, 0],
    ['-4', 0],
    [null, 0],
    [[], 0],
    [1e12, 2_147_483_647],
  ])('read the order %j as %j', async (order, expected) => {
    expect(await send('POST', '/api/subject-categories', { name: unique('Category'), order })).toMatchObject({
      status: 201,
      body: { order: expected },
    });
  });

  // spec rest-catalogue.7
  test.each([
    ['#abc', '#abc'],
    ['#A1B2C3', '#A1B2C3'],
    ['abc', '#6366f1'],
    ['#abcd', '#6366f1'],
    [7, '#6366f1'],
    ['url(javascript:1)', '#6366f1'],
  ])('read the colour %j as %j', async (color, expected) => {
    expect(await send('POST', '/api/subject-categories', { name: unique('Category'), color })).toMatchObject({
      status: 201,
      body: { color: expected },
    });
  });

  // spec s5-bad-input.8
  test('reject a name that is missing, too long or taken', async () => {
    const { name } = await aCategory(database.db);
    for (const body of [{}, { name: '' }, { name: null }]) {
      const answer = await send('POST', '/api/subject-categories', body);
      expect(answer.status).toBe(400);
      if ('name' in body) expect(answer.body).toMatchObject(apiError('Category name is required', 'name'));
    }
    expect(await send('POST', '/api/subject-categories', { name: 'x'.repeat(10_000) })).toMatchObject({
      status: 400,
      body: apiError('Name cannot be longer than 150 characters', 'name'),
    });
    expect(await send('POST', '/api/subject-categories', { name: name.toUpperCase() })).toMatchObject({
      status: 409,
      body: apiError('A category with this name already exists', 'name'),
    });
  });
});

// spec rest-catalogue.8 | R §4.3 15-17, R §8 | POST, PUT, DELETE /api/subjects, PATCH toggle and toggle-status, GET one |
//   src/server/rest/catalogue-editing.ts
describe('POST, PUT, PATCH and DELETE /api/subjects', () => {
  test('create a bare subject with its category as text or object', async () => {
    const category = await aCategory(database.db, { icon: 'Atom' });
    const name = unique('Physics');
    const created = await send('POST', '/api/subjects', { name, category: { _id: category.id, name: 'whatever' } });
    const { _id: id } = created.body;
    const ref = { _id: category.id, id: category.id, name: category.name, icon: 'Atom', color: '#6366f1', order: 0 };
    const plain = { _id: id, id, name, aliases: [], description: '', isActive: true, ...AT };
    expect(created).toEqual({ status: 201, body: { ...plain, category: ref } });
    expect(await send('PUT', `/api/subjects/${id}`, { isActive: false })).toEqual({
      status: 200,
      body: { ...plain, isActive: false, category: ref },
    });
    const other = await aCategory(database.db);
    expect((await send('PUT', `/api/subjects/${id}`, { category: other.id })).body).toMatchObject({ category: { id: other.id } });
    expect((await send('PUT', `/api/subjects/${id}`, { category: { id: category.id } })).body).toMatchObject({ category: ref });
    expect((await send('PATCH', `/api/subjects/${id}/toggle`)).body).toMatchObject({ isActive: true });
    expect((await send('PATCH', `/api/subjects/${id}/toggle-status`)).body).toMatchObject({ isActive: false });
    expect((await rest.get(`/api/subjects/${id}`)).status).toBe(404);
    expect((await rest.get(`/api/subjects/${id}`, admin)).body).toMatchObject({ name, isActive: false });
    expect(await send('DELETE', `/api/subjects/${id}`)).toEqual({ status: 200, body: { success: true, message: 'Subject deleted successfully' } });
  });

  // spec s8-last.12 | S8b 6 | An explicit null or empty category is refused in a change as well; a subject whose category was deleted stays without
  //   until it is given one | src/shared/contracts/catalogue.ts
  test('do not remove a subject from its category, and keep a subject without one as it is', async () => {
    const category = await aCategory(database.db);
    const { id } = await aSubject(database.db, { categoryId: category.id });
    for (const nothing of [null, '', ' ']) {
      expect(await send('PUT', `/api/subjects/${id}`, { category: nothing })).toMatchObject({
        status: 400,
        body: apiError('Category is required', 'category'),
      });
    }
    expect((await send('PUT', `/api/subjects/${id}`, { description: 'New' })).body).toMatchObject({ category: { id: category.id } });
    expect((await send('DELETE', `/api/subject-categories/${category.id}`)).status).toBe(200);
    const changed = await send('PUT', `/api/subjects/${id}`, { description: 'Newer' });
    expect(changed).toMatchObject({ status: 200, body: { description: 'Newer' } });
    expect(changed.body).not.toHaveProperty('category');
  });

  // spec s8-last.6 | P §5, S8b 6 | A new subject without a category is refused over REST as in the form: `Category is required` |
  //   src/shared/contracts/catalogue.ts
  test('reject invalid input with the messages of the contract', async () => {
    const { name } = await aSubject(database.db);
    const { id } = await aSubject(database.db);
    const inCategory = { category: (await aCategory(database.db)).id };
    expect(await send('POST', '/api/subjects', { name: ' ', ...inCategory })).toMatchObject({
      status: 400,
      body: apiError('Subject name is required', 'name'),
    });
    for (const none of [{}, { category: null }, { category: '' }, { category: ' ' }]) {
      expect(await send('POST', '/api/subjects', { name: unique('Physics'), ...none })).toMatchObject({
        status: 400,
        body: apiError('Category is required', 'category'),
      });
    }
    expect(await send('PUT', `/api/subjects/${id}`, { name })).toMatchObject({
      status: 409,
      body: apiError('A subject with this name already exists'),
    });
    for (const category of [UNKNOWN_ID, 'nothing', { id: UNKNOWN_ID }]) {
      expect(await send('POST', '/api/subjects', { name: unique('Physics'), category })).toMatchObject({
        status: 400,
        body: apiError('Category not found', 'category'),
      });
    }
    for (const unknown of [UNKNOWN_ID, ...MALFORMED_IDS]) {
      expect(await send('PUT', `/api/subjects/${unknown}`, { name: 'A name' })).toMatchObject({ status: 404, body: apiError('Subject not found') });
    }
  });
});

// spec rest-catalogue.9 | R §4.3 25-27, R §8 | POST, PUT, DELETE /api/topics, GET one | src/server/rest/catalogue-editing.ts
describe('POST, PUT and DELETE /api/topics', () => {
  test('create, move, toggle and delete a bare topic', async () => {
    const [subject, other] = [await aSubject(database.db), await aSubject(database.db)];
    const name = unique('Waves');
    const created = await send('POST', '/api/topics', { name, description: 'In water', subject: { id: subject.id } });
    const { _id: id } = created.body;
    const ref = (of: typeof subject) => ({ _id: of.id, id: of.id, name: of.name });
    const plain = { _id: id, id, name, aliases: [], description: 'In water', subject: ref(subject), isActive: true, ...AT };
    expect(created).toEqual({ status: 201, body: plain });
    expect(await send('PUT', `/api/topics/${id}`, { name, description: '', subject: other.id })).toEqual({
      status: 200,
      body: { ...plain, description: '', subject: ref(other) },
    });
    expect((await send('PUT', `/api/topics/${id}`, { isActive: false, subject: '' })).body).toMatchObject({ isActive: false, subject: ref(other) });
    expect((await rest.get(`/api/topics/${id}`)).body).toMatchObject({ name, isActive: false });
    expect(await send('DELETE', `/api/topics/${id}`)).toEqual({ status: 200, body: { success: true, message: 'Topic deleted successfully' } });
    expect(await send('DELETE', `/api/topics/${id}`)).toMatchObject({ status: 404, body: apiError('Topic not found') });
  });

  test('reject invalid input with the messages of the contract', async () => {
    const topic = await aTopic(database.db);
    const { subjectId: subject } = topic;
    expect(await send('POST', '/api/topics', { name: '', subject })).toMatchObject({ status: 400, body: apiError('Topic name is required', 'name') });
    expect(await send('POST', '/api/topics', { name: topic.name.toLowerCase(), subject })).toMatchObject({
      status: 409,
      body: apiError('This subject already has a topic with this name', 'name'),
    });
    expect(await send('POST', '/api/topics', { name: 'Waves', subject: UNKNOWN_ID })).toMatchObject({
      status: 404,
      body: apiError('Subject not found'),
    });
    expect((await send('POST', '/api/topics', { name: 'Waves' })).status).toBe(400);
  });
});

// spec s11-search.15 | S11 2 | Over REST, aliases are sent as a list or as a text with commas, and are in answers to admins only |
//   src/server/rest/wire/catalogue.ts
describe.each(['subject-categories', 'subjects', 'topics'])('the aliases of /api/%s', (path) => {
  test('are created, changed, emptied, and answered to admins only', async () => {
    const of = { category: (await aCategory(database.db)).id, subject: (await aSubject(database.db)).id };
    const created = await send('POST', `/api/${path}`, { name: unique('Entry'), ...of, aliases: ['Phy', ' phy ', 'භෞතික'] });
    expect(created).toMatchObject({ status: 201, body: { aliases: ['Phy', 'භෞතික'] } });
    const entry = `/api/${path}/${created.body._id}`;
    expect((await send('PUT', entry, { description: 'What it is' })).body).toMatchObject({ aliases: ['Phy', 'භෞතික'] });
    expect((await send('PUT', entry, { aliases: 'Phy, இயற்பியல்,' })).body).toMatchObject({ aliases: ['Phy', 'இயற்பியல்'] });
    expect((await send('GET', entry)).body).toMatchObject({ aliases: ['Phy', 'இயற்பியல்'] });
    expect((await rest.get<Body>(entry)).body).not.toHaveProperty('aliases');
    const listed = await rest.get<Body[]>(`/api/${path}`);
    expect(listed.body.find(({ _id }) => _id === created.body._id)).not.toHaveProperty('aliases');
    for (const emptied of [null, [], '']) {
      await send('PUT', entry, { aliases: ['Phy'] });
      expect((await send('PUT', entry, { aliases: emptied })).body, String(emptied)).toMatchObject({ aliases: [] });
    }
  });

  // spec s15-names.6
  test('come without the names in other languages, which are not taken either', async () => {
    const of = { category: (await aCategory(database.db)).id, subject: (await aSubject(database.db)).id };
    const sent = { name: unique('Entry'), ...of, nameSi: 'භෞතිකය', nameTa: 'இயற்பியல்' };
    const created = await send('POST', `/api/${path}`, sent);
    expect(created.status).toBe(201);
    const entry = `/api/${path}/${created.body._id}`;
    const answers = [created.body, (await send('PUT', entry, { nameSi: 'වෙනත්' })).body, (await send('GET', entry)).body];
    for (const answer of answers) {
      expect(Object.keys(answer)).toContain('aliases');
      expect(Object.keys(answer).filter((key) => /^(name|compiled)(Si|Ta)$/.test(key))).toEqual([]);
    }
    const table = { 'subject-categories': 'subject_categories', subjects: 'subjects', topics: 'topics' }[path] ?? '';
    const stored = await database.sql`select name_si, name_ta from ${database.sql(table)} where id = ${created.body._id}`;
    expect(stored).toEqual([{ name_si: null, name_ta: null }]);
  });

  // spec s11-search.11
  test.each([
    [Array.from({ length: 21 }, (_, index) => `Name ${index}`), 'Other names cannot have more than 20 entries'],
    [['x'.repeat(151)], 'Other name cannot be longer than 150 characters'],
    ['11', 'Each other name needs at least one letter'],
    [[7], 'Invalid input'],
    [{ name: 'Phy' }, 'Invalid input'],
  ])('are refused where they are %j', async (aliases, message) => {
    const of = { category: (await aCategory(database.db)).id, subject: (await aSubject(database.db)).id };
    const refused = { status: 400, body: { message, errors: [{ message, field: expect.stringMatching(/^aliases(\.|$)/) }] } };
    expect(await send('POST', `/api/${path}`, { name: unique('Entry'), ...of, aliases })).toMatchObject(refused);
  });
});

// spec rest-catalogue.10 | R §8, D Catalogue | Tutor counts of subjects and topics mean listed tutors |
//   src/server/features/catalogue/counts.queries.ts
test('counts of tutors count listed tutors', async () => {
  const subject = await aSubject(database.db);
  const topic = await aTopic(database.db, { subjectId: subject.id, description: 'In water' });
  await aTutor(database.db, { subjects: [{ subjectId: subject.id, topicIds: [topic.id] }] });
  const all = await rest.get<{ subjectId: string }[]>('/api/subjects/tutor-counts');
  expect(all.body.find(({ subjectId }) => subjectId === subject.id)).toEqual({ subjectId: subject.id, subjectName: subject.name, tutorCount: 1 });
  expect((await rest.get(`/api/subjects/${subject.id}/tutor-count`)).body).toEqual({ tutorCount: 1 });
  expect((await rest.get(`/api/topics/${topic.id}/tutor-count`)).body).toEqual({ tutorCount: 1 });
  expect((await rest.get(`/api/topics/subject/${subject.id}/tutor-counts`)).body).toEqual([
    { topicId: topic.id, topicName: topic.name, topicDescription: 'In water', tutorCount: 1 },
  ]);
  expect((await rest.get('/api/topics/subject/nothing/tutor-counts')).body).toEqual([]);
});

test('changes of the catalogue require an admin', async () => {
  const student = await rest.tokenOf(await aStudent(database.db));
  const { id } = await aSubject(database.db);
  const answer = await rest.call('DELETE', `/api/subjects/${id}`, { as: student });
  expect(answer).toMatchObject({ status: 403, body: { message: 'Only admins can change the catalogue' } });
  expect((await rest.get(`/api/subjects/${id}`)).status).toBe(200);
});
