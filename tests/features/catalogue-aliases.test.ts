import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aCategory, anAdmin, aStudent, aSubject, aTopic, aTutor, type Tutor, type User, unique } from '#tests/support/factories.ts';
import { useSearches } from '#tests/support/searches.ts';

const database = useDatabase();
const { searchIds } = useSearches(database);

let admin: User;
let category: { id: string; name: string };
let subject: { id: string; name: string };
let tutor: Tutor;
beforeAll(async () => {
  const { db } = database;
  admin = await anAdmin(db);
  category = await aCategory(db);
  subject = await aSubject(db, { categoryId: category.id });
  const topic = await aTopic(db, { subjectId: subject.id });
  tutor = await aTutor(db, { subjects: [{ subjectId: subject.id, topicIds: [topic.id] }] });
  ids = { category: category.id, subject: subject.id, topic: topic.id };
});
let ids: Record<'category' | 'subject' | 'topic', string>;

const catalogueOf = (person: User | null) => callerAs(database, person).catalogue;
const catalogue = () => catalogueOf(admin);

type Change = { name?: string; aliases?: string[]; description?: string };
const KINDS = [
  {
    kind: 'category' as const,
    create: (sent: { name: string; aliases?: string[] }) => catalogue().createCategory(sent),
    update: (id: string, sent: Change, by: User | null = admin) => catalogueOf(by).updateCategory({ id, ...sent }),
    read: async (by: User | null) => [await catalogueOf(by).categoryById({ id: ids.category }), ...(await catalogueOf(by).categories())],
  },
  {
    kind: 'subject' as const,
    create: (sent: { name: string; aliases?: string[] }) => catalogue().createSubject({ ...sent, category: category.id }),
    update: (id: string, sent: Change, by: User | null = admin) => catalogueOf(by).updateSubject({ id, ...sent }),
    read: async (by: User | null) => [await catalogueOf(by).subjectById({ id: ids.subject }), ...(await catalogueOf(by).subjects())],
  },
  {
    kind: 'topic' as const,
    create: (sent: { name: string; aliases?: string[] }) => catalogue().createTopic({ ...sent, subject: subject.id }),
    update: (id: string, sent: Change, by: User | null = admin) => catalogueOf(by).updateTopic({ id, ...sent }),
    read: async (by: User | null) => [
      await catalogueOf(by).topicById({ id: ids.topic }),
      ...(await catalogueOf(by).topics()),
      ...(await catalogueOf(by).topicsOfSubject({ subjectId: ids.subject })),
    ],
  },
];

/** Letters only, so that no search corrects it. */
const aWord = () => `q${[...crypto.randomUUID().replaceAll(/[^a-f]/g, '')].join('x')}q`;

describe.each(KINDS)('the aliases of a $kind', ({ kind, create, update, read }) => {
  // spec s11-search.13 | S11 2 | An alias that an admin adds finds tutors at once, and no longer once it is removed; both are in the audit log |
  //   src/server/features/catalogue/categories.commands.ts, src/server/features/catalogue/subjects.commands.ts,
  //   src/server/features/catalogue/topics.commands.ts
  test('find the tutors at once, until they are removed', async () => {
    const id = ids[kind];
    const [word, sinhala] = [aWord(), 'ඛඝඪඡඥථඵ'];
    expect(await searchIds({ search: word })).toEqual([]);
    expect(await update(id, { aliases: [word, ` ${sinhala} `] })).toMatchObject({ aliases: [word, sinhala] });
    for (const text of [word.toUpperCase(), sinhala]) expect(await searchIds({ search: text }), text).toEqual([tutor.id]);
    await update(id, { aliases: [] });
    expect(await searchIds({ search: word })).toEqual([]);
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.subjectId, id)).orderBy(auditEntries.createdAt);
    expect(entries.map(({ action, details }) => ({ action, details }))).toEqual([
      { action: `${kind}.updated`, details: { before: { aliases: [] }, after: { aliases: [word, sinhala] } } },
      { action: `${kind}.updated`, details: { before: { aliases: [word, sinhala] }, after: { aliases: [] } } },
    ]);
  });

  // spec s11-search.10
  test('are stored once each, without the name, also when the name changes later', async () => {
    const name = unique('Entry');
    const created = await create({ name, aliases: ['Maths', 'MATHS', name.toUpperCase(), ''] });
    expect(created.aliases).toEqual(['Maths']);
    expect((await update(created.id, { aliases: ['Sums', 'Maths', 'sums'] })).aliases).toEqual(['Sums', 'Maths']);
    expect((await update(created.id, { description: 'What it is' })).aliases).toEqual(['Sums', 'Maths']);
    const other = unique('Other');
    await update(created.id, { aliases: ['Sums', other] });
    expect(await update(created.id, { name: other })).toMatchObject({ name: other, aliases: ['Sums'] });
    expect((await create({ name: unique('Entry'), aliases: ['Sums'] })).aliases).toEqual(['Sums']);
  });

  // spec s11-search.11
  test('are refused beside their field where there are too many, or one is too long or has no letter', async () => {
    const refused: [string[], string][] = [
      [Array.from({ length: 21 }, (_, index) => `Name ${index}`), 'Other names cannot have more than 20 entries'],
      [['x'.repeat(151)], 'Other name cannot be longer than 150 characters'],
      [['Maths', '11'], 'Each other name needs at least one letter'],
    ];
    for (const [aliases, message] of refused) {
      const refusal = { code: 'BAD_REQUEST', message: expect.stringContaining(message) };
      await expect(create({ name: unique('Entry'), aliases })).rejects.toMatchObject(refusal);
      await expect(update(ids[kind], { aliases })).rejects.toMatchObject(refusal);
    }
  });

  // spec s11-search.14 | S11 2 | Only admins change aliases, and only they get them | src/server/features/catalogue/catalogue.queries.ts
  test('are changed by admins only, and answered to admins only', async () => {
    const id = ids[kind];
    await update(id, { aliases: ['Insider'] });
    for (const person of [await aStudent(database.db), tutor.user]) {
      await expect(update(id, { aliases: [] }, person)).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Only admins can change the catalogue' });
    }
    await expect(update(id, { aliases: [] }, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    for (const person of [null, tutor.user, await aStudent(database.db)]) {
      expect((await read(person)).filter((entry) => 'aliases' in entry)).toEqual([]);
    }
    const entries = await read(admin);
    expect(entries.every(({ aliases }) => Array.isArray(aliases))).toBe(true);
    expect(entries.filter((entry) => entry.id === id).map(({ aliases }) => aliases)).toContainEqual(['Insider']);
    await update(id, { aliases: [] });
  });
});
