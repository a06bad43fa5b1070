import { beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aCategory, anAdmin, aReview, aStudent, aSubject, aTopic, aTutor, unique } from '#tests/support/factories.ts';
import { MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

type Named = { _id: string; id: string; name: string };
const namesOf = (list: readonly Named[]) => list.map(({ name }) => name);

// spec rest-catalogue.1 | C §7 | GET /api/subjects | src/server/rest/catalogue.ts
describe('GET /api/subjects', () => {
  // spec entities.23 | P §3 | Subject and topic | src/server/features/catalogue/catalogue.queries.ts
  test('answers a bare array by name, without the key category where a subject has none', async () => {
    const name = unique('Physics');
    const category = await aCategory(database.db, { name: unique('Sciences'), icon: 'Atom', color: '#123456', order: 3 });
    const second = await aSubject(database.db, { name: `${name} B`, categoryId: null });
    const first = await aSubject(database.db, { name: `${name} A`, description: 'Matter and motion', categoryId: category.id });

    const { status, body } = await rest.get(`/api/subjects?search=${encodeURIComponent(name.toUpperCase())}`);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        _id: first.id,
        id: first.id,
        name: first.name,
        description: 'Matter and motion',
        isActive: true,
        createdAt: first.createdAt.toISOString(),
        updatedAt: first.updatedAt.toISOString(),
        category: { _id: category.id, id: category.id, name: category.name, icon: 'Atom', color: '#123456', order: 3 },
      },
      {
        _id: second.id,
        id: second.id,
        name: second.name,
        description: '',
        isActive: true,
        createdAt: second.createdAt.toISOString(),
        updatedAt: second.updatedAt.toISOString(),
      },
    ]);
  });

  test('shows active subjects to visitors, all to admins, and to tutors also inactive ones of the own profile', async () => {
    const name = unique('Latin');
    const active = await aSubject(database.db, { name: `${name} active` });
    const inactive = await aSubject(database.db, { name: `${name} inactive`, isActive: false });
    const admin = await rest.tokenOf(await anAdmin(database.db));
    const tutor = await rest.tokenOf((await aTutor(database.db, { subjects: [{ subjectId: inactive.id }] })).user);
    const namesFor = async (query: string, as?: string) =>
      namesOf((await rest.get<Named[]>(`/api/subjects?search=${encodeURIComponent(name)}${query}`, as)).body);

    expect(await namesFor('')).toEqual([active.name]);
    expect(await namesFor('', await rest.tokenOf(await aStudent(database.db)))).toEqual([active.name]);
    expect(await namesFor('', admin)).toEqual([active.name, inactive.name]);
    expect(await namesFor('', tutor)).toEqual([active.name, inactive.name]);
    expect(await namesFor('&active=all')).toEqual(await namesFor('&isActive=all'));
    expect(await namesFor('&active=', admin)).toEqual([active.name, inactive.name]);
    expect(await namesFor('&isActive=true', admin)).toEqual([active.name]);
    expect(await namesFor('&active=nonsense')).toEqual([active.name]);
  });

  test('ignores the values that clients send for an empty filter', async () => {
    const { body: all } = await rest.get<Named[]>('/api/subjects');
    for (const query of ['search=', 'search=null', 'search=undefined', 'category=all', 'category=', 'category=null']) {
      expect((await rest.get(`/api/subjects?${query}`)).body, query).toEqual(all);
    }
  });

  test('filters by category and by uncategorized', async () => {
    const { id } = await aCategory(database.db);
    const inside = await aSubject(database.db, { categoryId: id });
    const outside = await aSubject(database.db, { categoryId: null });
    expect(namesOf((await rest.get<Named[]>(`/api/subjects?category=${id}`)).body)).toEqual([inside.name]);
    const { body } = await rest.get<Named[]>('/api/subjects?category=uncategorized');
    expect(namesOf(body)).toContain(outside.name);
    expect(namesOf(body)).not.toContain(inside.name);
    for (const id of MALFORMED_IDS.filter((id) => id !== 'null')) {
      const answer = await rest.get(`/api/subjects?category=${id}`);
      expect({ status: answer.status, body: answer.body }, id).toEqual({ status: 200, body: [] });
    }
  });

  test('searches wildcard characters literally, and accepts texts longer than any name', async () => {
    const percent = await aSubject(database.db, { name: unique('100% maths') });
    expect(namesOf((await rest.get<Named[]>('/api/subjects?search=100%25')).body)).toEqual([percent.name]);
    for (const search of ['_______%25%25', '%5C', "'%3B--", 'x'.repeat(5000), '%00', '%F0%9F%99%82']) {
      expect((await rest.get(`/api/subjects?search=${search}`)).status, search).toBe(200);
    }
  });
});

// spec rest-catalogue.2 | C §7 | GET /api/subject-categories, with active=true | src/server/rest/catalogue.ts
describe('GET /api/subject-categories', () => {
  // spec entities.22 | P §3 | Other Subjects is made by the client only | src/client/features/tutor-search/use-catalogue.ts
  // spec constants.29 | C §9 | Category defaults | src/shared/vocabulary/content.ts
  test('answers categories in order with their subjects, and active ones only with active=true', async () => {
    const late = await aCategory(database.db, { name: unique('Z late'), order: 901 });
    const inactiveCategory = await aCategory(database.db, { name: unique('off'), order: 900, isActive: false });
    const early = await aCategory(database.db, { name: unique('A early'), description: 'First', order: 899 });
    const subject = await aSubject(database.db, { name: unique('one'), description: 'The first', categoryId: early.id });
    const inactive = await aSubject(database.db, { name: unique('two'), categoryId: early.id, isActive: false });
    const onlyOwn = (list: Named[]) => list.filter(({ id }) => [late.id, inactiveCategory.id, early.id].includes(id));

    const { body: all } = await rest.get<(Named & { subjects: Named[] })[]>('/api/subject-categories');
    expect(onlyOwn(all).map(({ id }) => id)).toEqual([early.id, inactiveCategory.id, late.id]);
    expect(all.find(({ id }) => id === early.id)).toEqual({
      _id: early.id,
      id: early.id,
      name: early.name,
      description: 'First',
      icon: 'BookOpen',
      color: '#6366f1',
      order: 899,
      isActive: true,
      createdAt: early.createdAt.toISOString(),
      updatedAt: early.updatedAt.toISOString(),
      subjects: [
        { _id: subject.id, id: subject.id, name: subject.name, description: 'The first', isActive: true },
        { _id: inactive.id, id: inactive.id, name: inactive.name, description: '', isActive: false },
      ],
    });

    const { body: active } = await rest.get<(Named & { subjects: Named[] })[]>('/api/subject-categories?active=true');
    expect(onlyOwn(active).map(({ id }) => id)).toEqual([early.id, late.id]);
    expect(active.find(({ id }) => id === early.id)?.subjects.map(({ id }) => id)).toEqual([subject.id]);
    expect(all.map(({ name }) => name)).not.toContain('Other Subjects');
  });
});

// spec rest-catalogue.3 | C §7 | GET /api/topics | src/server/rest/catalogue.ts
describe('GET /api/topics', () => {
  let subjectId: string;
  let names: { active: string; inactive: string };

  beforeAll(async () => {
    const subject = await aSubject(database.db);
    subjectId = subject.id;
    const active = await aTopic(database.db, { subjectId, name: unique('Algebra'), description: 'Letters' });
    const inactive = await aTopic(database.db, { subjectId, name: unique('Calculus'), isActive: false });
    names = { active: active.name, inactive: inactive.name };
  });

  test('answers active topics by name, each with its subject', async () => {
    const { status, body } = await rest.get<Named[]>(`/api/topics?subjectId=${subjectId}`);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        _id: body[0]?.id,
        id: expect.any(String),
        name: names.active,
        description: 'Letters',
        subject: { _id: subjectId, id: subjectId, name: expect.any(String) },
        isActive: true,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect((await rest.get(`/api/topics?subject=${subjectId}`)).body).toEqual(body);
    expect((await rest.get(`/api/topics?search=${encodeURIComponent(names.active.toLowerCase())}`)).body).toEqual(body);
  });

  test('answers inactive topics, and all, on request', async () => {
    const namesFor = async (active: string) => namesOf((await rest.get<Named[]>(`/api/topics?subject=${subjectId}&active=${active}`)).body);
    expect(await namesFor('false')).toEqual([names.inactive]);
    expect(await namesFor('all')).toEqual([names.active, names.inactive]);
    expect(await namesFor('')).toEqual([names.active]);
    expect(await namesFor('nonsense')).toEqual([names.active]);
  });

  // spec rest-catalogue.4 | C §7 | GET /api/topics/subject/{subjectId}, without a token, active and inactive | src/server/rest/catalogue.ts
  test('answers active and inactive topics of one subject, or active ones only', async () => {
    expect(namesOf((await rest.get<Named[]>(`/api/topics/subject/${subjectId}`)).body)).toEqual([names.active, names.inactive]);
    expect(namesOf((await rest.get<Named[]>(`/api/topics/subject/${subjectId}?active=true`)).body)).toEqual([names.active]);
  });

  test.each([UNKNOWN_ID, ...MALFORMED_IDS])('answers no topics for the subject %s', async (id) => {
    const { status, body } = await rest.get(`/api/topics/subject/${id}`);
    expect({ status, body }).toEqual({ status: 200, body: [] });
  });
});

// spec rest-catalogue.5 | C §7 | GET /api/stats/public | src/server/rest/catalogue.ts
describe('GET /api/stats/public', () => {
  test('answers numbers, and 0 without a review', async () => {
    const { body: before } = await rest.get<Record<string, number>>('/api/stats/public');
    expect(before).toEqual({ totalTutors: 0, activeSubjects: expect.any(Number), averageRating: 0, totalReviews: 0 });
    await aReview(database.db, { rating: 4 });
    await aReview(database.db, { rating: 5 });
    await aTutor(database.db, { isVerified: true, verificationStatus: 'approved' });
    const { body } = await rest.get<Record<string, number>>('/api/stats/public');
    expect(body).toEqual({ totalTutors: 1, activeSubjects: expect.any(Number), averageRating: 4.5, totalReviews: 2 });
  });
});
