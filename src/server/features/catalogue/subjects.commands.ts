import { eq } from 'drizzle-orm';
import { type Executor, only } from '#db/executor.ts';
import { tutorsWith } from '#db/listing-backlog.ts';
import { withLocks } from '#db/locks.ts';
import { subjectCategories, subjects, topics } from '#db/schema/catalogue.ts';
import type { CtxAs } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import { byId } from '#server/core/ids.ts';
import type { CatalogueId, CreateSubjectInput, SetActiveInput, SubjectView, UpdateSubjectInput } from '#shared/contracts/catalogue.ts';
import { cleanAliases } from '#shared/domain/aliases.ts';
import { DomainError } from '#shared/errors.ts';
import { getSavedSubject, withCompiledName } from './catalogue.queries.ts';
import { type CatalogueUnit, changeCatalogue, createOutdatedMarker, diff, pickChanged, toAuditAction, withCleanAliases } from './catalogue.steps.ts';

type Subject = typeof subjects.$inferSelect;
type Fields = Pick<Subject, 'name' | 'aliases' | 'nameSi' | 'nameTa' | 'description' | 'categoryId' | 'isActive'>;
type Change = (subject: Subject) => Partial<Fields>;

const LISTING_FIELDS = ['name', 'categoryId', 'isActive'] as const;

export async function createSubject(ctx: CtxAs<'admin'>, { category, ...input }: CreateSubjectInput): Promise<SubjectView> {
  const saved = await changeCatalogue(ctx, 'subject.name_taken', async (unit) => {
    const at = unit.now();
    const categoryId = await findCategoryId(unit.db, category);
    const created = only(
      await unit.db
        .insert(subjects)
        .values({ ...input, aliases: cleanAliases(input.aliases, input.name), categoryId, createdAt: at, updatedAt: at })
        .returning(),
    );
    recordAuditEntry(unit, 'subject.created', created, { after: await withCategoryName(unit.db, fieldsOf(created)) });
    return getSavedSubject(unit, created.id);
  });
  return withCompiledName(ctx, saved);
}

export async function updateSubject(ctx: CtxAs<'admin'>, { id, category, ...input }: UpdateSubjectInput): Promise<SubjectView> {
  const saved = await changeCatalogue(ctx, 'subject.name_taken', async (unit) => {
    const categoryId = category === undefined ? undefined : await findCategoryId(unit.db, category);
    return updateFields(unit, id, (subject) => ({ ...withCleanAliases(subject, input), categoryId }));
  });
  return withCompiledName(ctx, saved);
}

export async function setSubjectActive(ctx: CtxAs<'admin'>, { id, isActive }: SetActiveInput): Promise<SubjectView> {
  const saved = await changeCatalogue(ctx, 'subject.name_taken', (unit) =>
    updateFields(unit, id, (subject) => ({ isActive: isActive ?? !subject.isActive })),
  );
  return withCompiledName(ctx, saved);
}

export async function deleteSubject(ctx: CtxAs<'admin'>, { id }: CatalogueId): Promise<void> {
  await changeCatalogue(ctx, 'subject.name_taken', async (unit) => {
    const { db } = unit;
    const existing = await findSubject(db, id);
    const markOutdated = createOutdatedMarker(unit, tutorsWith.subject(existing.id));
    await markOutdated();
    const subject = await lockSubject(db, existing.id);
    await markOutdated();
    const topicNames = await db.select({ name: topics.name }).from(topics).where(eq(topics.subjectId, subject.id)).orderBy(topics.name);
    recordAuditEntry(unit, 'subject.deleted', subject, {
      before: { ...(await withCategoryName(db, fieldsOf(subject))), topics: topicNames.map(({ name }) => name) },
    });
    await db.delete(subjects).where(eq(subjects.id, subject.id));
  });
}

async function updateFields(unit: CatalogueUnit, id: string, toChanges: Change): Promise<SubjectView> {
  const { db, now } = unit;
  const existing = await findSubject(db, id);
  const markOutdated = createOutdatedMarker(unit, tutorsWith.subject(existing.id));
  if (affectsListings(diff<Fields>(fieldsOf(existing), toChanges(existing)))) await markOutdated();
  const subject = await lockSubject(db, existing.id);
  const changes = diff<Fields>(fieldsOf(subject), toChanges(subject));
  if (!changes) return getSavedSubject(unit, subject.id);
  if (affectsListings(changes)) await markOutdated();
  await db
    .update(subjects)
    .set({ ...changes, updatedAt: now() })
    .where(eq(subjects.id, subject.id));
  const [before, after] = [await withCategoryName(db, pickChanged(subject, changes)), await withCategoryName(db, changes)];
  recordAuditEntry(unit, toAuditAction('subject', changes), subject, { before, after });
  return getSavedSubject(unit, subject.id);
}

function affectsListings(changes: Partial<Fields> | null): boolean {
  return changes !== null && LISTING_FIELDS.some((field) => field in changes);
}

async function findSubject(db: Executor, id: string): Promise<Subject> {
  const [subject] = await db.select().from(subjects).where(byId(subjects.id, id));
  if (!subject) throw new DomainError('subject.not_found');
  return subject;
}

async function lockSubject(db: Executor, id: string): Promise<Subject> {
  const locked = await withLocks(db, { subjects: { update: [id] } });
  const [subject] = locked.subjects;
  if (!subject) throw new DomainError('subject.not_found');
  return subject;
}

async function findCategoryId(db: Executor, id: string): Promise<string> {
  const [category] = await db.select({ id: subjectCategories.id }).from(subjectCategories).where(byId(subjectCategories.id, id));
  if (!category) throw new DomainError('subject.category_unknown', { field: 'category' });
  return category.id;
}

async function withCategoryName(db: Executor, values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { categoryId, ...others } = values;
  if (categoryId === undefined) return others;
  const [category] =
    typeof categoryId === 'string'
      ? await db.select({ name: subjectCategories.name }).from(subjectCategories).where(eq(subjectCategories.id, categoryId))
      : [];
  return { ...others, category: category?.name ?? null };
}

function fieldsOf({ name, aliases, nameSi, nameTa, description, categoryId, isActive }: Subject): Fields {
  return { name, aliases, nameSi, nameTa, description, categoryId, isActive };
}
