import { and, eq, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { tutorsWith } from '#db/listing-backlog.ts';
import { withLocks } from '#db/locks.ts';
import { subjectCategories, subjects } from '#db/schema/catalogue.ts';
import type { CtxAs } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import { byId } from '#server/core/ids.ts';
import type {
  CatalogueId,
  CategoryView,
  CreateCategoryInput,
  ReorderCategoriesInput,
  SetActiveInput,
  UpdateCategoryInput,
} from '#shared/contracts/catalogue.ts';
import { cleanAliases } from '#shared/domain/aliases.ts';
import { DomainError } from '#shared/errors.ts';
import { getSavedCategory, withCompiledName } from './catalogue.queries.ts';
import { type CatalogueUnit, changeCatalogue, createOutdatedMarker, diff, pickChanged, toAuditAction, withCleanAliases } from './catalogue.steps.ts';

type Category = typeof subjectCategories.$inferSelect;
type Fields = Pick<Category, 'name' | 'aliases' | 'nameSi' | 'nameTa' | 'description' | 'icon' | 'color' | 'order' | 'isActive'>;

export async function createCategory(ctx: CtxAs<'admin'>, input: CreateCategoryInput): Promise<CategoryView> {
  const saved = await changeCatalogue(ctx, 'category.name_taken', async (unit) => {
    const at = unit.now();
    const created = only(
      await unit.db
        .insert(subjectCategories)
        .values({ ...input, aliases: cleanAliases(input.aliases, input.name), createdAt: at, updatedAt: at })
        .returning(),
    );
    recordAuditEntry(unit, 'category.created', created, { after: fieldsOf(created) });
    return getSavedCategory(unit, created.id);
  });
  return withCompiledName(ctx, saved);
}

export async function updateCategory(ctx: CtxAs<'admin'>, { id, ...input }: UpdateCategoryInput): Promise<CategoryView> {
  const saved = await changeCatalogue(ctx, 'category.name_taken', async (unit) => {
    const category = await lockCategory(unit, id);
    return updateFields(unit, category, withCleanAliases(category, input));
  });
  return withCompiledName(ctx, saved);
}

export async function setCategoryActive(ctx: CtxAs<'admin'>, { id, isActive }: SetActiveInput): Promise<CategoryView> {
  const saved = await changeCatalogue(ctx, 'category.name_taken', async (unit) => {
    const category = await lockCategory(unit, id);
    return updateFields(unit, category, { isActive: isActive ?? !category.isActive });
  });
  return withCompiledName(ctx, saved);
}

export async function deleteCategory(ctx: CtxAs<'admin'>, { id }: CatalogueId): Promise<void> {
  await changeCatalogue(ctx, 'category.name_taken', async (unit) => {
    const { db, now } = unit;
    const [existing] = await db.select({ id: subjectCategories.id }).from(subjectCategories).where(byId(subjectCategories.id, id));
    if (!existing) throw new DomainError('category.not_found');
    const markOutdated = createOutdatedMarker(unit, tutorsWith.category(existing.id));
    await markOutdated();
    const locked = await withLocks(db, { categories: { update: [existing.id] }, subjects: { update: eq(subjects.categoryId, existing.id) } });
    const [category] = locked.categories;
    if (!category) throw new DomainError('category.not_found');
    await markOutdated();
    await db.update(subjects).set({ categoryId: null, updatedAt: now() }).where(eq(subjects.categoryId, category.id));
    await db.delete(subjectCategories).where(eq(subjectCategories.id, category.id));
    recordAuditEntry(unit, 'category.deleted', category, { before: { ...fieldsOf(category), subjects: locked.subjects.map(({ name }) => name) } });
  });
}

export async function reorderCategories(ctx: CtxAs<'admin'>, { ids }: ReorderCategoriesInput): Promise<void> {
  await changeCatalogue(ctx, 'category.name_taken', async (unit) => {
    const { db, now } = unit;
    const { categories: present } = await withLocks(db, { categories: { update: sql`true` } });
    const categoriesById = new Map(present.map((category) => [category.id, category]));
    const ordered = ids.flatMap((id) => categoriesById.get(id.toLowerCase()) ?? []);
    const isAll = ordered.length === ids.length && new Set(ordered).size === present.length && ids.length === present.length;
    if (!isAll) throw new DomainError('category.order_outdated');
    const moved = ordered.map((category, index) => ({ ...category, position: index + 1 })).filter(({ order, position }) => order !== position);
    if (moved.length === 0) return;
    await db
      .update(subjectCategories)
      .set({ order: sql`moved.position`, updatedAt: now() })
      .from(
        sql`unnest(${sql.param(moved.map(({ id }) => id))}::uuid[], ${sql.param(moved.map(({ position }) => position))}::integer[]) as moved (id, position)`,
      )
      .where(and(eq(subjectCategories.id, sql`moved.id`)));
    const previous = present.toSorted((a, b) => a.order - b.order || (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
    const names = (categories: readonly Category[]) => ({ categories: categories.map(({ name }) => name) });
    recordAuditEntry(unit, 'categories.reordered', { id: null, name: '' }, { before: names(previous), after: names(ordered) });
  });
}

async function lockCategory({ db }: CatalogueUnit, id: string): Promise<Category> {
  const locked = await withLocks(db, { categories: { update: byId(subjectCategories.id, id) } });
  const [category] = locked.categories;
  if (!category) throw new DomainError('category.not_found');
  return category;
}

async function updateFields(unit: CatalogueUnit, category: Category, input: Partial<Fields>): Promise<CategoryView> {
  const changes = diff<Fields>(fieldsOf(category), input);
  if (changes) {
    await unit.db
      .update(subjectCategories)
      .set({ ...changes, updatedAt: unit.now() })
      .where(eq(subjectCategories.id, category.id));
    recordAuditEntry(unit, toAuditAction('category', changes), category, { before: pickChanged(category, changes), after: changes });
  }
  return getSavedCategory(unit, category.id);
}

function fieldsOf({ name, aliases, nameSi, nameTa, description, icon, color, order, isActive }: Category): Fields {
  return { name, aliases, nameSi, nameTa, description, icon, color, order, isActive };
}
