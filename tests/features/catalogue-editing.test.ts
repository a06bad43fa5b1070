import { asc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import type { Caller } from '#server/api/router.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aCategory, anAdmin, aStudent, aSubject, aTopic, aTutor, NOW, type User, unique } from '#tests/support/factories.ts';
import { countLockWaits, listErrorMessages, listResults, runUntilCommit } from '#tests/support/races.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const UNKNOWN = '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40';
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const LONG = 'x'.repeat(10_000);

let admin: User;
let subject: { id: string };
beforeAll(async () => {
  admin = await anAdmin(database.db);
  subject = await aSubject(database.db);
});

const catalogueAt = (minutes = 0): Caller['catalogue'] => callerAs(database, admin, { now: () => at(minutes) }).catalogue;

/** The oldest first. */
async function readAudit({ id }: { id: string }) {
  const rows = await database.db.select().from(auditEntries).where(eq(auditEntries.subjectId, id)).orderBy(asc(auditEntries.createdAt));
  expect(rows.every(({ actorId, actorName }) => actorId === admin.id && actorName === admin.name)).toBe(true);
  return rows.map(({ action, details }) => ({ action, ...details }));
}

type Entry = { id: string; name: string; description: string; isActive: boolean; createdAt: Date; updatedAt: Date };
type Sent = { id: string; name?: string; description?: string; isActive?: boolean };
type Kind = {
  kind: string;
  create: (name: string, minutes?: number) => Promise<Entry>;
  update: (sent: Sent, minutes?: number) => Promise<Entry>;
  toggle: (sent: { id: string; isActive?: boolean }, minutes?: number) => Promise<Entry>;
  remove: (id: string, minutes?: number) => Promise<{ message: string }>;
  missing: string;
  unknown: string;
  duplicateMessage: string;
  deleted: string;
};

const KINDS: Kind[] = [
  {
    kind: 'category',
    create: (name, minutes) => catalogueAt(minutes).createCategory({ name }),
    update: (sent, minutes) => catalogueAt(minutes).updateCategory(sent),
    toggle: (sent, minutes) => catalogueAt(minutes).setCategoryActive(sent),
    remove: (id, minutes) => catalogueAt(minutes).deleteCategory({ id }),
    missing: 'Category name is required',
    unknown: 'Category not found',
    duplicateMessage: 'A category with this name already exists',
    deleted: 'Category deleted successfully',
  },
  {
    kind: 'subject',
    create: async (name, minutes) => catalogueAt(minutes).createSubject({ name, category: (await aCategory(database.db)).id }),
    update: (sent, minutes) => catalogueAt(minutes).updateSubject(sent),
    toggle: (sent, minutes) => catalogueAt(minutes).setSubjectActive(sent),
    remove: (id, minutes) => catalogueAt(minutes).deleteSubject({ id }),
    missing: 'Subject name is required',
    unknown: 'Subject not found',
    duplicateMessage: 'A subject with this name already exists',
    deleted: 'Subject deleted successfully',
  },
  {
    kind: 'topic',
    create: (name, minutes) => catalogueAt(minutes).createTopic({ name, subject: subject.id }),
    update: (sent, minutes) => catalogueAt(minutes).updateTopic(sent),
    toggle: (sent, minutes) => catalogueAt(minutes).setTopicActive(sent),
    remove: (id, minutes) => catalogueAt(minutes).deleteTopic({ id }),
    missing: 'Topic name is required',
    unknown: 'Topic not found',
    duplicateMessage: 'This subject already has a topic with this name',
    deleted: 'Topic deleted successfully',
  },
];

describe.each(KINDS)('a $kind', ({ kind, create, update, toggle, remove, missing, unknown, duplicateMessage, deleted }) => {
  // spec manage-catalogue.9 | P §4, P §6, S5 | Categories, subjects and topics are created, changed in part, switched and deleted, by admins only;
  //   each deed is in the audit log with what changed | src/server/features/catalogue/catalogue.steps.ts
  test('is created active, changed in part, switched and deleted, each of it in the log', async () => {
    const name = unique('Entry');
    const created = await create(`  ${name} `);
    expect(created).toMatchObject({ name, description: '', isActive: true, createdAt: NOW, updatedAt: NOW });
    const { id } = created;
    expect(await update({ id, description: 'What it is' }, 1)).toMatchObject({ name, description: 'What it is', updatedAt: at(1) });
    await update({ id, name: `${name} II`, description: 'What it is' }, 2);
    expect(await toggle({ id }, 3)).toMatchObject({ isActive: false });
    expect(await toggle({ id }, 4)).toMatchObject({ isActive: true });
    expect(await toggle({ id, isActive: true }, 5)).toMatchObject({ isActive: true, updatedAt: at(4) });
    await update({ id, isActive: false }, 6);
    expect(await remove(id, 7)).toEqual({ message: deleted });
    expect(await readAudit(created)).toEqual([
      { action: `${kind}.created`, after: expect.objectContaining({ name, description: '', isActive: true }) },
      { action: `${kind}.updated`, before: { description: '' }, after: { description: 'What it is' } },
      { action: `${kind}.updated`, before: { name }, after: { name: `${name} II` } },
      { action: `${kind}.deactivated`, before: { isActive: true }, after: { isActive: false } },
      { action: `${kind}.activated`, before: { isActive: false }, after: { isActive: true } },
      { action: `${kind}.deactivated`, before: { isActive: true }, after: { isActive: false } },
      { action: `${kind}.deleted`, before: expect.objectContaining({ name: `${name} II` }) },
    ]);
  });

  // spec manage-catalogue.10 | P §5, R §4.3 | A name is needed, has 150 characters at most, and is taken once, also by two at a time |
  //   src/server/features/catalogue/catalogue.steps.ts
  // spec s5-bad-input.8 | S5 | Names of 10,000 characters | src/shared/contracts/catalogue.ts
  test('needs a name that can be seen and is not too long', async () => {
    const { id } = await create(unique('Entry'));
    for (const name of ['', '  ', '\u200b']) {
      await expect(create(name)).rejects.toThrow(missing);
      await expect(update({ id, name })).rejects.toThrow(missing);
    }
    await expect(create(LONG)).rejects.toThrow('Name cannot be longer than 150 characters');
    await expect(update({ id, name: LONG })).rejects.toThrow('Name cannot be longer than 150 characters');
    await expect(update({ id, description: LONG })).rejects.toThrow('Description cannot be longer than 1000 characters');
  });

  // spec manage-catalogue.10
  test('has a name of its own, whatever its case, also when two come at once', async () => {
    const name = unique('Entry');
    const { id } = await create(name);
    await expect(create(name.toUpperCase())).rejects.toMatchObject({
      code: 'CONFLICT',
      message: duplicateMessage,
      cause: { refusal: { field: 'name' } },
    });
    const other = await create(unique('Other'));
    await expect(update({ id: other.id, name })).rejects.toMatchObject({ code: 'CONFLICT', message: duplicateMessage });
    expect(await update({ id, name: name.toUpperCase() })).toMatchObject({ name: name.toUpperCase() });

    const twice = unique('At once');
    const answers = await Promise.allSettled([create(twice), create(twice.toUpperCase())]);
    expect(listErrorMessages(answers)).toEqual([duplicateMessage]);
    expect(listResults(answers)).toHaveLength(1);
  });

  test('that does not exist is not found', async () => {
    for (const id of [UNKNOWN, 'no-such-id']) {
      const refused = { code: 'NOT_FOUND', message: unknown };
      await expect(update({ id, name: 'A name' })).rejects.toMatchObject(refused);
      await expect(toggle({ id })).rejects.toMatchObject(refused);
      await expect(remove(id)).rejects.toMatchObject(refused);
    }
  });
});

// spec manage-catalogue.9
test('only admins change the catalogue', async () => {
  const refused = { code: 'FORBIDDEN', message: 'Only admins can change the catalogue' };
  for (const person of [await aStudent(database.db), (await aTutor(database.db)).user]) {
    const { catalogue } = callerAs(database, person);
    await expect(catalogue.createCategory({ name: 'A name' })).rejects.toMatchObject(refused);
    await expect(catalogue.topicCounts()).rejects.toMatchObject(refused);
  }
  await expect(callerAs(database, null).catalogue.deleteSubject({ id: UNKNOWN })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

describe('a category', () => {
  test('has the look that was chosen, else that of a book', async () => {
    expect(await catalogueAt().createCategory({ name: unique('Plain') })).toMatchObject({
      icon: 'BookOpen',
      color: '#6366f1',
      order: 0,
      subjects: [],
    });
    const chosen = { icon: 'Atom', color: '#0a5', order: 7, description: 'Matter' };
    const created = await catalogueAt().createCategory({ name: unique('Sciences'), ...chosen });
    expect(created).toMatchObject(chosen);
    expect(await catalogueAt(1).updateCategory({ id: created.id, icon: ' ', color: '#112233' })).toMatchObject({
      icon: 'BookOpen',
      color: '#112233',
      order: 7,
    });
    await expect(catalogueAt().updateCategory({ id: created.id, color: 'red' })).rejects.toThrow('Please enter a colour such as #6366f1');
    await expect(catalogueAt().updateCategory({ id: created.id, order: -1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  // spec manage-catalogue.12 | D Catalogue | A deleted category leaves its subjects without one |
  //   src/server/features/catalogue/categories.commands.ts
  test('leaves its subjects without one when it goes', async () => {
    const { id } = await aCategory(database.db);
    const subject = await aSubject(database.db, { categoryId: id });
    expect(await catalogueAt().dependants({ of: 'category', id })).toEqual({ subjects: 1, topics: 0, tutors: 0 });
    await catalogueAt().deleteCategory({ id });
    expect(await catalogueAt().subjectById({ id: subject.id })).toMatchObject({ category: null });
    expect(await readAudit({ id })).toEqual([{ action: 'category.deleted', before: expect.objectContaining({ subjects: [subject.name] }) }]);
  });

  // spec manage-catalogue.11 | S5 | All categories are put in order in one transaction, or none |
  //   src/server/features/catalogue/categories.commands.ts
  test('all are put in order at once, or none when one has come or gone meanwhile', async () => {
    const names = async () => (await catalogueAt().categories()).map(({ name }) => name);
    const before = await names();
    const ids = (await catalogueAt().categories()).map(({ id }) => id);
    const order = ids.toReversed();
    expect(await catalogueAt(1).reorderCategories({ ids: order })).toEqual({ message: 'Categories reordered successfully' });
    expect(await names()).toEqual(before.toReversed());
    const [entry] = await database.db.select().from(auditEntries).where(eq(auditEntries.action, 'categories.reordered'));
    expect(entry?.details).toEqual({ before: { categories: before }, after: { categories: before.toReversed() } });

    const outdated = { code: 'CONFLICT', message: 'The categories have changed meanwhile. Please try again.' };
    for (const other of [order.slice(1), [...order, UNKNOWN], [...order.slice(1), order[1] ?? ''], []]) {
      await expect(catalogueAt().reorderCategories({ ids: other })).rejects.toMatchObject(outdated);
    }
    expect(await names()).toEqual(before.toReversed());
    await catalogueAt(2).reorderCategories({ ids: order });
    expect(await database.db.$count(auditEntries, eq(auditEntries.action, 'categories.reordered'))).toBe(1);
  });
});

describe('a subject', () => {
  test('goes into a category, and into another', async () => {
    const category = await aCategory(database.db, { name: unique('Sciences') });
    const created = await catalogueAt().createSubject({ name: unique('Physics'), category: category.id });
    expect(created.category).toEqual({ id: category.id, name: category.name, icon: 'BookOpen', color: '#6366f1', order: 0 });
    const other = await aCategory(database.db);
    expect(await catalogueAt(1).updateSubject({ id: created.id, category: other.id })).toMatchObject({ category: { id: other.id } });
    expect((await readAudit(created))[1]).toEqual({
      action: 'subject.updated',
      before: { category: category.name },
      after: { category: other.name },
    });
    const refused = { code: 'BAD_REQUEST', message: 'Category not found', cause: { refusal: { field: 'category' } } };
    await expect(catalogueAt().createSubject({ name: unique('Physics'), category: UNKNOWN })).rejects.toMatchObject(refused);
    await expect(catalogueAt().updateSubject({ id: created.id, category: 'no-such-id' })).rejects.toMatchObject(refused);
  });

  test('by its id: an inactive one for admins and for tutors who have it', async () => {
    const { id } = await aSubject(database.db, { isActive: false });
    const tutor = await aTutor(database.db, { subjects: [{ subjectId: id }] });
    for (const person of [admin, tutor.user]) expect(await callerAs(database, person).catalogue.subjectById({ id })).toMatchObject({ id });
    for (const person of [null, await aStudent(database.db)]) {
      await expect(callerAs(database, person).catalogue.subjectById({ id })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Subject not found',
      });
    }
    await expect(catalogueAt().subjectById({ id: 'no-such-id' })).rejects.toThrow('Subject not found');
    await expect(catalogueAt().categoryById({ id: UNKNOWN })).rejects.toThrow('Category not found');
    await expect(catalogueAt().topicById({ id: UNKNOWN })).rejects.toThrow('Topic not found');
  });
});

// spec manage-catalogue.17 | S5 | A subject or topic that is saved while its category or subject is being deleted is refused with what is missing |
//   src/server/core/unit-of-work.ts
describe('what is saved while the entry above it is being deleted', () => {
  async function saveDuring(deletion: (catalogue: Caller['catalogue']) => Promise<unknown>, save: () => Promise<unknown>) {
    const { caller, isDone, commit } = runUntilCommit(database, admin);
    const deleted = deletion(caller.catalogue);
    await isDone;
    const saved = save().then(
      () => 'saved',
      (error: Error) => error.message,
    );
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    await deleted;
    return saved;
  }

  test.each(['new', 'old'])('a subject that is %s', async (age) => {
    const category = (await aCategory(database.db)).id;
    const { id } = await aSubject(database.db);
    const save = () =>
      age === 'new' ? catalogueAt().createSubject({ name: unique('Physics'), category }) : catalogueAt().updateSubject({ id, category });
    expect(await saveDuring((catalogue) => catalogue.deleteCategory({ id: category }), save)).toBe('Category not found');
  });

  test.each(['new', 'old'])('a topic that is %s', async (age) => {
    const parent = (await aSubject(database.db)).id;
    const { id } = await aTopic(database.db);
    const save = () =>
      age === 'new' ? catalogueAt().createTopic({ name: unique('Waves'), subject: parent }) : catalogueAt().updateTopic({ id, subject: parent });
    expect(await saveDuring((catalogue) => catalogue.deleteSubject({ id: parent }), save)).toBe('Subject not found');
  });
});

describe('a topic', () => {
  test('belongs to a subject that exists, within which its name is its own', async () => {
    const [first, other] = [await aSubject(database.db), await aSubject(database.db)];
    const topic = await aTopic(database.db, { subjectId: first.id });
    const namesake = await catalogueAt().createTopic({ name: topic.name, subject: other.id });
    expect(namesake.subject).toEqual({ id: other.id, name: other.name });
    await expect(catalogueAt().updateTopic({ id: topic.id, subject: other.id })).rejects.toThrow('This subject already has a topic with this name');
    const refused = { code: 'NOT_FOUND', message: 'Subject not found', cause: { refusal: { field: 'subject' } } };
    await expect(catalogueAt().createTopic({ name: 'Waves', subject: UNKNOWN })).rejects.toMatchObject(refused);
    await expect(catalogueAt().updateTopic({ id: topic.id, subject: 'no-such-id' })).rejects.toMatchObject(refused);
    expect(await catalogueAt(1).updateTopic({ id: namesake.id, name: unique('Waves'), subject: first.id })).toMatchObject({
      subject: { name: first.name },
    });
    expect((await readAudit(namesake))[1]).toMatchObject({ before: { subject: other.name }, after: { subject: first.name } });
  });

  test('all are counted by one statement, the active ones apart', async () => {
    const { id } = await aSubject(database.db);
    await aTopic(database.db, { subjectId: id });
    await aTopic(database.db, { subjectId: id, isActive: false });
    const { db, statements } = createRecordingDb(database);
    const counts = await callerAs({ db }, admin).catalogue.topicCounts();
    expect(counts.find(({ subjectId }) => subjectId === id)).toEqual({ subjectId: id, active: 1, total: 2 });
    expect(statements).toHaveLength(1);
  });
});
