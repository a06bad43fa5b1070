import { eq } from 'drizzle-orm';
import { type Executor, only } from '#db/executor.ts';
import { tutorsWith } from '#db/listing-backlog.ts';
import { withLocks } from '#db/locks.ts';
import { subjectCategories, subjects, topics } from '#db/schema/catalogue.ts';
import type { As } from '#server/core/context.ts';
import { recordDeed } from '#server/core/deeds.ts';
import { byId } from '#server/core/ids.ts';
import type { CatalogueId, CreateSubjectInput, SetActiveInput, SubjectView, UpdateSubjectInput } from '#shared/contracts/catalogue.ts';
import { DomainError } from '#shared/errors.ts';
import { savedSubject } from './catalogue.queries.ts';
import { changesOf, deedOf, type Editing, editing, outdatedBy, partOf } from './editing.steps.ts';

type Subject = typeof subjects.$inferSelect;
type Fields = Pick<Subject, 'name' | 'description' | 'categoryId' | 'isActive'>;
type Change = (subject: Subject) => Partial<Fields>;

/** What a tutor is found by. */
const LISTED = ['name', 'categoryId', 'isActive'] as const;

export function createSubject(ctx: As<'admin'>, { category, ...input }: CreateSubjectInput): Promise<SubjectView> {
  return editing(ctx, 'subject.name_taken', async (unit) => {
    const at = unit.now();
    const categoryId = await knownCategory(unit.db, category);
    const made = only(
      await unit.db
        .insert(subjects)
        .values({ ...input, categoryId, createdAt: at, updatedAt: at })
        .returning(),
    );
    recordDeed(unit, 'subject.created', made, { after: await told(unit.db, fieldsOf(made)) });
    return savedSubject(unit, made.id);
  });
}

/** Changes what was sent of it; bookings and reviews keep the name that they were made with. */
export function updateSubject(ctx: As<'admin'>, { id, category, ...sent }: UpdateSubjectInput): Promise<SubjectView> {
  return editing(ctx, 'subject.name_taken', async (unit) => {
    const categoryId = category === undefined ? undefined : await knownCategory(unit.db, category);
    return change(unit, id, () => ({ ...sent, categoryId }));
  });
}

export function setSubjectActive(ctx: As<'admin'>, { id, isActive }: SetActiveInput): Promise<SubjectView> {
  return editing(ctx, 'subject.name_taken', (unit) => change(unit, id, (subject) => ({ isActive: isActive ?? !subject.isActive })));
}

/** Its topics go with it, and its entries on profiles; bookings and reviews keep the name. */
export async function deleteSubject(ctx: As<'admin'>, { id }: CatalogueId): Promise<void> {
  await editing(ctx, 'subject.name_taken', async (unit) => {
    const { db } = unit;
    const seen = await subjectAsSeen(db, id);
    const outdate = outdatedBy(unit, tutorsWith.subject(seen.id));
    await outdate();
    const subject = await lockedSubject(db, seen.id);
    await outdate();
    const named = await db.select({ name: topics.name }).from(topics).where(eq(topics.subjectId, subject.id)).orderBy(topics.name);
    recordDeed(unit, 'subject.deleted', subject, { before: { ...(await told(db, fieldsOf(subject))), topics: named.map(({ name }) => name) } });
    await db.delete(subjects).where(eq(subjects.id, subject.id));
  });
}

async function change(unit: Editing, id: string, wanted: Change): Promise<SubjectView> {
  const { db, now } = unit;
  const seen = await subjectAsSeen(db, id);
  const outdate = outdatedBy(unit, tutorsWith.subject(seen.id));
  if (isListedBy(changesOf<Fields>(fieldsOf(seen), wanted(seen)))) await outdate();
  const subject = await lockedSubject(db, seen.id);
  const changes = changesOf<Fields>(fieldsOf(subject), wanted(subject));
  if (!changes) return savedSubject(unit, subject.id);
  if (isListedBy(changes)) await outdate();
  await db
    .update(subjects)
    .set({ ...changes, updatedAt: now() })
    .where(eq(subjects.id, subject.id));
  const [before, after] = [await told(db, partOf(subject, changes)), await told(db, changes)];
  recordDeed(unit, deedOf('subject', changes), subject, { before, after });
  return savedSubject(unit, subject.id);
}

function isListedBy(changes: Partial<Fields> | null): boolean {
  return changes !== null && LISTED.some((field) => field in changes);
}

async function subjectAsSeen(db: Executor, id: string): Promise<Subject> {
  const [subject] = await db.select().from(subjects).where(byId(subjects.id, id));
  if (!subject) throw new DomainError('subject.not_found');
  return subject;
}

async function lockedSubject(db: Executor, id: string): Promise<Subject> {
  const locked = await withLocks(db, { subjects: { update: [id] } });
  const [subject] = locked.subjects;
  if (!subject) throw new DomainError('subject.not_found');
  return subject;
}

async function knownCategory(db: Executor, id: string): Promise<string> {
  const [category] = await db.select({ id: subjectCategories.id }).from(subjectCategories).where(byId(subjectCategories.id, id));
  if (!category) throw new DomainError('subject.category_unknown', { field: 'category' });
  return category.id;
}

/** A category by its name, which says more than an id. */
async function told(db: Executor, values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { categoryId, ...others } = values;
  if (categoryId === undefined) return others;
  const [category] =
    typeof categoryId === 'string'
      ? await db.select({ name: subjectCategories.name }).from(subjectCategories).where(eq(subjectCategories.id, categoryId))
      : [];
  return { ...others, category: category?.name ?? null };
}

function fieldsOf({ name, description, categoryId, isActive }: Subject): Fields {
  return { name, description, categoryId, isActive };
}
