import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { subjects } from '#db/schema/catalogue.ts';
import { loadTexts } from '#locales/texts.ts';
import { createCaller } from '#server/api/router.ts';
import { createNamedTexts } from '#server/core/named-texts.ts';
import { createSharedAnswers } from '#server/core/shared-answers.ts';
import { CATALOGUE } from '#shared/vocabulary/limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aCategory, anAdmin, aStudent, aSubject, aTopic, aTutor, NOW, type Tutor, type User, unique } from '#tests/support/factories.ts';
import { useSearches } from '#tests/support/searches.ts';

const database = useDatabase();
const { searchIds } = useSearches(database);

let admin: User;
let tutor: Tutor;
let ids: Record<'category' | 'subject' | 'topic', string>;
beforeAll(async () => {
  const { db } = database;
  admin = await anAdmin(db);
  const category = await aCategory(db);
  const subject = await aSubject(db, { categoryId: category.id });
  const topic = await aTopic(db, { subjectId: subject.id });
  tutor = await aTutor(db, { subjects: [{ subjectId: subject.id, topicIds: [topic.id] }] });
  ids = { category: category.id, subject: subject.id, topic: topic.id };
});

const catalogueOf = (person: User | null) => callerAs(database, person).catalogue;
const catalogue = () => catalogueOf(admin);
const names = async (locale: 'si' | 'ta') => new Map(await catalogueOf(null).names({ locale }));

type Change = { name?: string; nameSi?: string | null; nameTa?: string | null };
const KINDS = [
  {
    kind: 'category' as const,
    create: (sent: Change & { name: string }) => catalogue().createCategory(sent),
    update: (sent: Change, by: User | null = admin) => catalogueOf(by).updateCategory({ id: ids.category, ...sent }),
    read: async (by: User | null) => [await catalogueOf(by).categoryById({ id: ids.category }), ...(await catalogueOf(by).categories())],
  },
  {
    kind: 'subject' as const,
    create: (sent: Change & { name: string }) => catalogue().createSubject({ ...sent, category: ids.category }),
    update: (sent: Change, by: User | null = admin) => catalogueOf(by).updateSubject({ id: ids.subject, ...sent }),
    read: async (by: User | null) => [await catalogueOf(by).subjectById({ id: ids.subject }), ...(await catalogueOf(by).subjects())],
  },
  {
    kind: 'topic' as const,
    create: (sent: Change & { name: string }) => catalogue().createTopic({ ...sent, subject: ids.subject }),
    update: (sent: Change, by: User | null = admin) => catalogueOf(by).updateTopic({ id: ids.topic, ...sent }),
    read: async (by: User | null) => [
      await catalogueOf(by).topicById({ id: ids.topic }),
      ...(await catalogueOf(by).topics()),
      ...(await catalogueOf(by).topicsOfSubject({ subjectId: ids.subject })),
    ],
  },
];

describe.each(KINDS)('the Sinhala and Tamil names of a $kind', ({ kind, create, update, read }) => {
  // spec s15-names.5 | S15 7 | Admins keep the names of categories, subjects and topics in Sinhala and Tamil; an empty one is none, and what changes is
  //   in the audit log | src/shared/contracts/catalogue.ts, src/server/features/catalogue/categories.commands.ts,
  //   src/server/features/catalogue/subjects.commands.ts, src/server/features/catalogue/topics.commands.ts
  test('are stored as one would read them, changed apart, and taken away', async () => {
    const created = await create({ name: unique('Entry'), nameSi: '  භෞතික \n විද්‍යාව ', nameTa: '' });
    expect(created).toMatchObject({ nameSi: 'භෞතික විද්‍යාව', nameTa: null });
    expect(await create({ name: unique('Entry') })).toMatchObject({ nameSi: null, nameTa: null });

    expect(await update({ nameSi: 'භෞතිකය' })).toMatchObject({ nameSi: 'භෞතිකය', nameTa: null });
    expect(await update({ nameTa: 'இயற்பியல்' })).toMatchObject({ nameSi: 'භෞතිකය', nameTa: 'இயற்பியல்' });
    expect(await update({ nameSi: ' ' })).toMatchObject({ nameSi: null, nameTa: 'இயற்பியல்' });
    expect(await update({ nameTa: null })).toMatchObject({ nameSi: null, nameTa: null });
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.subjectId, ids[kind])).orderBy(auditEntries.createdAt);
    expect(entries.map(({ details }) => details)).toEqual([
      { before: { nameSi: null }, after: { nameSi: 'භෞතිකය' } },
      { before: { nameTa: null }, after: { nameTa: 'இயற்பியல்' } },
      { before: { nameSi: 'භෞතිකය' }, after: { nameSi: null } },
      { before: { nameTa: 'இயற்பியல்' }, after: { nameTa: null } },
    ]);
  });

  test('are refused where one is too long or has no letter', async () => {
    const refused: [Change, string][] = [
      [{ nameSi: 'ක'.repeat(151) }, 'Name in Sinhala cannot be longer than 150 characters'],
      [{ nameTa: 'க'.repeat(151) }, 'Name in Tamil cannot be longer than 150 characters'],
      [{ nameTa: '11' }, 'A translated name needs at least one letter'],
    ];
    for (const [change, message] of refused) {
      const refusal = { code: 'BAD_REQUEST', message: expect.stringContaining(message) };
      await expect(create({ name: unique('Entry'), ...change })).rejects.toMatchObject(refusal);
      await expect(update(change)).rejects.toMatchObject(refusal);
    }
    expect(await create({ name: unique('Entry'), nameSi: 'ක'.repeat(150) })).toMatchObject({ nameSi: 'ක'.repeat(150) });
  });

  // spec s15-names.6 | S15 7 | The translated names of an entry are in answers to admins only, and not over REST | src/server/features/catalogue/catalogue.queries.ts,
  //   src/server/rest/wire/catalogue.ts
  test('are changed by admins only, and answered to admins only', async () => {
    await update({ nameSi: 'භෞතිකය' });
    for (const person of [await aStudent(database.db), tutor.user])
      await expect(update({ nameSi: '' }, person)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const keys = ['nameSi', 'nameTa', 'compiledSi', 'compiledTa'];
    for (const person of [null, tutor.user, await aStudent(database.db)]) {
      for (const entry of await read(person)) expect(Object.keys(entry).filter((key) => keys.includes(key))).toEqual([]);
    }
    for (const entry of await read(admin)) expect(Object.keys(entry)).toEqual(expect.arrayContaining(keys));
    await update({ nameSi: null });
  });

  // spec s15-names.7 | S15 7 | Whoever searches by a name as an admin has translated it finds what its English name finds, as by another name; what is
  //   suggested says which | drizzle/0044_catalogue_names.sql, src/server/features/tutors/search/suggested-entries.queries.ts
  test('find the tutors at once, until they are taken away', async () => {
    const [sinhala, tamil] = ['ඛඝඪඡඥථඵ', 'ஞஙஞஙஞ'];
    expect(await searchIds({ search: sinhala })).toEqual([]);
    await update({ nameSi: sinhala, nameTa: tamil });
    for (const search of [sinhala, tamil]) expect(await searchIds({ search }), search).toEqual([tutor.id]);
    const { subjects: foundSubjects, topics } = await callerAs(database, null).tutors.suggest({ text: sinhala.slice(0, 4) });
    const suggested = { category: [], subject: foundSubjects, topic: topics }[kind];
    if (kind !== 'category') expect(suggested).toMatchObject([{ id: ids[kind], alias: sinhala }]);
    await update({ nameSi: null, nameTa: null });
    for (const search of [sinhala, tamil]) expect(await searchIds({ search }), search).toEqual([]);
  });
});

test('an admin is told what the catalogue of the build has for an entry', async () => {
  const { id } = await aSubject(database.db, { name: 'CIMA', categoryId: null });
  const [built, own] = [await catalogue().subjectById({ id }), await catalogue().subjectById({ id: ids.subject })];
  expect(built).toMatchObject({ nameSi: null, compiledSi: 'CIMA', compiledTa: 'CIMA' });
  expect(own).toMatchObject({ compiledSi: null, compiledTa: null });
  expect(await catalogue().updateSubject({ id, name: 'CIMA (UK)' })).toMatchObject({ compiledSi: null });
});

// spec s15-names.9 | S15 7 | All may read the names that admins have translated, in one language, and only these: bounded, kept in the process as other
//   answers to visitors, and dropped when the catalogue changes | src/db/catalogue-names.ts, src/server/features/catalogue/catalogue.router.ts
describe('the translated names of the catalogue', () => {
  test('are those of one language, by their English names, also of what is switched off', async () => {
    const name = unique('Entry');
    const { id } = await catalogue().createSubject({ name, nameSi: 'සිංහලෙන්', category: ids.category, isActive: false });
    expect([(await names('si')).get(name), (await names('ta')).get(name)]).toEqual(['සිංහලෙන්', undefined]);
    await catalogue().updateSubject({ id, nameSi: '' });
    expect((await names('si')).has(name)).toBe(false);
  });

  test('are of a subject before a category, and of a category before a topic, where two have one name', async () => {
    const name = unique('Entry');
    await catalogue().createTopic({ name, nameSi: 'මාතෘකාව', subject: ids.subject });
    expect((await names('si')).get(name)).toBe('මාතෘකාව');
    await catalogue().createCategory({ name, nameSi: 'අංශය' });
    expect((await names('si')).get(name)).toBe('අංශය');
    await catalogue().createSubject({ name, nameSi: 'විෂය', category: ids.category });
    expect((await names('si')).get(name)).toBe('විෂය');
  });

  test('are at most so many', async () => {
    const many = Array.from({ length: CATALOGUE.mostNames + 5 }, (_, index) => ({ name: `${unique('Many')} ${index}`, nameTa: 'பல' }));
    await database.db.insert(subjects).values(many);
    expect((await names('ta')).size).toBe(CATALOGUE.mostNames);
    await database.db.delete(subjects).where(eq(subjects.nameTa, 'பல'));
  });

  test('are read once for all visitors, and anew after a change', async () => {
    const name = unique('Entry');
    const { id } = await aSubject(database.db, { name, nameSi: 'පෙර' });
    const sharedAnswers = createSharedAnswers({ now: () => NOW, ttlMs: 1000 });
    const visitor = createCaller({ ...contextAs(database, null), sharedAnswers });
    const shown = async () => new Map(await visitor.catalogue.names({ locale: 'si' })).get(name);
    expect(await shown()).toBe('පෙර');
    await database.db.update(subjects).set({ nameSi: 'පසු' }).where(eq(subjects.id, id));
    expect(await shown()).toBe('පෙර');
    sharedAnswers.clear();
    expect(await shown()).toBe('පසු');
  });
});

// spec s15-names.8
describe('the texts of mails and files', () => {
  test('keep the names in the process until the catalogue changes, and do without them while the database is away', async () => {
    const name = unique('Entry');
    const { id } = await aSubject(database.db, { name, nameTa: 'முன்' });
    const texts = createNamedTexts({ db: database.db, textsIn: loadTexts, now: () => NOW, ttlMs: 1000 });
    const shown = async () => (await texts.namedTextsIn('ta')).nameOf(name);
    expect(await shown()).toBe('முன்');
    await database.db.update(subjects).set({ nameTa: 'பின்' }).where(eq(subjects.id, id));
    expect(await shown()).toBe('முன்');
    texts.clear();
    expect(await shown()).toBe('பின்');
    expect((await loadTexts('ta')).nameOf(name)).toBe(name);

    const refuse = () => {
      throw new Error('away');
    };
    const away = new Proxy(database.db, { get: () => refuse });
    const withoutDatabase = createNamedTexts({ db: away, textsIn: loadTexts, now: () => NOW, ttlMs: 1000 });
    expect((await withoutDatabase.namedTextsIn('ta')).nameOf('French')).toBe('பிரெஞ்சு');
  });
});
