import { beforeAll, describe, expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aCategory, anAdmin, aStudent, aSubject, aTopic, aTutor, type Tutor, type User } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
let people: { student: User; admin: User; tutor: Tutor };
let languages: Awaited<ReturnType<typeof aCategory>>;
let sciences: Awaited<ReturnType<typeof aCategory>>;
let retired: Awaited<ReturnType<typeof aCategory>>;
let physics: Awaited<ReturnType<typeof aSubject>>;
let latin: Awaited<ReturnType<typeof aSubject>>;

beforeAll(async () => {
  const { db } = database;
  languages = await aCategory(db, { name: 'Languages', order: 2, icon: 'Languages', color: '#112233' });
  sciences = await aCategory(db, { name: 'Sciences', order: 1 });
  retired = await aCategory(db, { name: 'Retired', order: 0, isActive: false });
  physics = await aSubject(db, { name: 'physics', categoryId: sciences.id, description: 'Matter and motion' });
  await aSubject(db, { name: 'Biology', categoryId: sciences.id });
  await aSubject(db, { name: 'Sinhala', categoryId: languages.id });
  latin = await aSubject(db, { name: 'Latin', categoryId: languages.id, isActive: false });
  await aSubject(db, { name: '100% Maths_1', categoryId: null });
  await aTopic(db, { name: 'Waves', subjectId: physics.id });
  await aTopic(db, { name: 'heat', subjectId: physics.id });
  await aTopic(db, { name: 'Aether', subjectId: physics.id, isActive: false });
  people = { student: await aStudent(db), admin: await anAdmin(db), tutor: await aTutor(db, { subjects: [{ subjectId: latin.id }] }) };
});

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
const visitor = () => callerAs(database, null);

describe('catalogue.categories', () => {
  test('come in their order, the inactive too, each with its subjects by name', async () => {
    const listed = await visitor().catalogue.categories();
    expect(names(listed)).toEqual(['Retired', 'Sciences', 'Languages']);
    expect(names(listed[1]?.subjects ?? [])).toEqual(['Biology', 'physics']);
    expect(names(listed[2]?.subjects ?? [])).toEqual(['Latin', 'Sinhala']);
    expect(listed[0]).toMatchObject({ id: retired.id, isActive: false, subjects: [] });
  });

  test('asked for the active ones, they leave out what is inactive on both levels', async () => {
    const listed = await visitor().catalogue.categories({ activeOnly: true });
    expect(listed).toEqual([
      expect.objectContaining({ name: 'Sciences' }),
      {
        id: languages.id,
        name: 'Languages',
        description: '',
        icon: 'Languages',
        color: '#112233',
        order: 2,
        isActive: true,
        subjects: [{ id: expect.any(String), name: 'Sinhala', description: '', isActive: true }],
        createdAt: languages.createdAt,
        updatedAt: languages.updatedAt,
      },
    ]);
  });

  test('are one statement, whatever they hold', async () => {
    const { db, statements } = createRecordingDb(database);
    await callerAs({ db }, null).catalogue.categories();
    expect(statements).toHaveLength(1);
  });
});

describe('catalogue.subjects', () => {
  // spec entities.21 | P §3 | Category: icon BookOpen, colour #6366f1, order 0 by default | src/db/schema/catalogue.ts
  test('are the active ones by name, with their category', async () => {
    const listed = await visitor().catalogue.subjects();
    expect(names(listed)).toEqual(['100% Maths_1', 'Biology', 'physics', 'Sinhala']);
    expect(listed[0]?.category).toBeNull();
    expect(listed[2]).toEqual({
      id: physics.id,
      name: 'physics',
      description: 'Matter and motion',
      category: { id: sciences.id, name: 'Sciences', icon: 'BookOpen', color: '#6366f1', order: 1 },
      isActive: true,
      createdAt: physics.createdAt,
      updatedAt: physics.updatedAt,
    });
  });

  test('an admin sees the inactive too, a student does not, a tutor those of the own profile', async () => {
    const { student, admin, tutor } = people;
    expect(names(await callerAs(database, admin).catalogue.subjects())).toContain('Latin');
    expect(names(await callerAs(database, student).catalogue.subjects())).not.toContain('Latin');
    expect(names(await callerAs(database, tutor.user).catalogue.subjects())).toContain('Latin');
    const other = await aTutor(database.db, { subjects: [{ subjectId: physics.id }] });
    expect(names(await callerAs(database, other.user).catalogue.subjects())).not.toContain('Latin');
    expect(names(await callerAs(database, null, { session: { state: 'rejected' } }).catalogue.subjects())).not.toContain('Latin');
  });

  test('who asks for a state gets just that', async () => {
    expect(names(await visitor().catalogue.subjects({ active: 'false' }))).toEqual(['Latin']);
    expect(names(await visitor().catalogue.subjects({ active: 'all' }))).toContain('Latin');
    expect(names(await callerAs(database, people.admin).catalogue.subjects({ active: 'true' }))).not.toContain('Latin');
    expect(names(await callerAs(database, people.tutor.user).catalogue.subjects({ active: 'true' }))).not.toContain('Latin');
  });

  test.each([
    ['PHYS', ['physics']],
    ['%', ['100% Maths_1']],
    ['_', ['100% Maths_1']],
    ['\\', []],
    [' biology ', ['Biology']],
  ])('searched for %j they are %j', async (search, expected) => {
    expect(names(await visitor().catalogue.subjects({ search }))).toEqual(expected);
  });

  test('of one category, of none, and of one that does not exist', async () => {
    expect(names(await visitor().catalogue.subjects({ category: sciences.id.toUpperCase() }))).toEqual(['Biology', 'physics']);
    expect(names(await visitor().catalogue.subjects({ category: 'uncategorized' }))).toEqual(['100% Maths_1']);
    expect(await visitor().catalogue.subjects({ category: 'no-such-id' })).toEqual([]);
    expect(names(await visitor().catalogue.subjects({ category: '' }))).toHaveLength(4);
  });
});

describe('catalogue.topics', () => {
  test('are the active ones by name, unless asked otherwise', async () => {
    expect(names(await visitor().catalogue.topics())).toEqual(['heat', 'Waves']);
    expect(names(await visitor().catalogue.topics({ active: 'all' }))).toEqual(['Aether', 'heat', 'Waves']);
    expect(names(await visitor().catalogue.topics({ active: 'false' }))).toEqual(['Aether']);
  });

  test('can be narrowed to a subject and a word', async () => {
    expect(names(await visitor().catalogue.topics({ subjectId: physics.id, search: 'HE' }))).toEqual(['heat']);
    expect(await visitor().catalogue.topics({ subjectId: latin.id })).toEqual([]);
    expect(await visitor().catalogue.topics({ subjectId: 'no-such-id' })).toEqual([]);
  });
});

describe('catalogue.topicsOfSubject', () => {
  test('lists active and inactive ones, and on demand the active only', async () => {
    const listed = await visitor().catalogue.topicsOfSubject({ subjectId: physics.id });
    expect(names(listed)).toEqual(['Aether', 'heat', 'Waves']);
    expect(listed[0]).toEqual({
      id: expect.any(String),
      name: 'Aether',
      description: '',
      subject: { id: physics.id, name: 'physics' },
      isActive: false,
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
    });
    expect(names(await visitor().catalogue.topicsOfSubject({ subjectId: physics.id, activeOnly: true }))).toEqual(['heat', 'Waves']);
  });

  test('an unknown subject has none', async () => {
    expect(await visitor().catalogue.topicsOfSubject({ subjectId: people.student.id })).toEqual([]);
    expect(await visitor().catalogue.topicsOfSubject({ subjectId: 'no-such-id' })).toEqual([]);
  });
});
