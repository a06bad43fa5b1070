import { and, eq, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { tutorsWith } from '#db/listing-backlog.ts';
import { withLocks } from '#db/locks.ts';
import { subjectCategories, subjects } from '#db/schema/catalogue.ts';
import type { As } from '#server/core/context.ts';
import { recordDeed } from '#server/core/deeds.ts';
import { byId } from '#server/core/ids.ts';
import type {
  CatalogueId,
  CategoryView,
  CreateCategoryInput,
  ReorderCategoriesInput,
  SetActiveInput,
  UpdateCategoryInput,
} from '#shared/contracts/catalogue.ts';
import { DomainError } from '#shared/errors.ts';
import { savedCategory } from './catalogue.queries.ts';
import { changesOf, deedOf, type Editing, editing, outdatedBy, partOf } from './editing.steps.ts';

type Category = typeof subjectCategories.$inferSelect;
type Fields = Pick<Category, 'name' | 'description' | 'icon' | 'color' | 'order' | 'isActive'>;

export function createCategory(ctx: As<'admin'>, input: CreateCategoryInput): Promise<CategoryView> {
  return editing(ctx, 'category.name_taken', async (unit) => {
    const at = unit.now();
    const made = only(
      await unit.db
        .insert(subjectCategories)
        .values({ ...input, createdAt: at, updatedAt: at })
        .returning(),
    );
    recordDeed(unit, 'category.created', made, { after: fieldsOf(made) });
    return savedCategory(unit, made.id);
  });
}

/** Changes what was sent of it. */
export function updateCategory(ctx: As<'admin'>, { id, ...sent }: UpdateCategoryInput): Promise<CategoryView> {
  return editing(ctx, 'category.name_taken', async (unit) => change(unit, await lockedCategory(unit, id), sent));
}

export function setCategoryActive(ctx: As<'admin'>, { id, isActive }: SetActiveInput): Promise<CategoryView> {
  return editing(ctx, 'category.name_taken', async (unit) => {
    const category = await lockedCategory(unit, id);
    return change(unit, category, { isActive: isActive ?? !category.isActive });
  });
}

/** Its subjects have none from then on: their tutors are listed elsewhere. */
export async function deleteCategory(ctx: As<'admin'>, { id }: CatalogueId): Promise<void> {
  await editing(ctx, 'category.name_taken', async (unit) => {
    const { db, now } = unit;
    const [seen] = await db.select({ id: subjectCategories.id }).from(subjectCategories).where(byId(subjectCategories.id, id));
    if (!seen) throw new DomainError('category.not_found');
    const outdate = outdatedBy(unit, tutorsWith.category(seen.id));
    await outdate();
    const locked = await withLocks(db, { categories: { update: [seen.id] }, subjects: { update: eq(subjects.categoryId, seen.id) } });
    const [category] = locked.categories;
    if (!category) throw new DomainError('category.not_found');
    await outdate();
    await db.update(subjects).set({ categoryId: null, updatedAt: now() }).where(eq(subjects.categoryId, category.id));
    await db.delete(subjectCategories).where(eq(subjectCategories.id, category.id));
    recordDeed(unit, 'category.deleted', category, { before: { ...fieldsOf(category), subjects: locked.subjects.map(({ name }) => name) } });
  });
}

/** All of them at once; whoever has not seen one that is there now looks again. */
export async function reorderCategories(ctx: As<'admin'>, { ids }: ReorderCategoriesInput): Promise<void> {
  await editing(ctx, 'category.name_taken', async (unit) => {
    const { db, now } = unit;
    const { categories: present } = await withLocks(db, { categories: { update: sql`true` } });
    const byKey = new Map(present.map((category) => [category.id, category]));
    const wanted = ids.flatMap((id) => byKey.get(id.toLowerCase()) ?? []);
    const isAll = wanted.length === ids.length && new Set(wanted).size === present.length && ids.length === present.length;
    if (!isAll) throw new DomainError('category.order_outdated');
    const moved = wanted.map((category, nth) => ({ ...category, place: nth + 1 })).filter(({ order, place }) => order !== place);
    if (moved.length === 0) return;
    await db
      .update(subjectCategories)
      .set({ order: sql`moved.place`, updatedAt: now() })
      .from(
        sql`unnest(${sql.param(moved.map(({ id }) => id))}::uuid[], ${sql.param(moved.map(({ place }) => place))}::integer[]) as moved (id, place)`,
      )
      .where(and(eq(subjectCategories.id, sql`moved.id`)));
    const inOrder = present.toSorted((a, b) => a.order - b.order || (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
    const names = (categories: readonly Category[]) => ({ categories: categories.map(({ name }) => name) });
    recordDeed(unit, 'categories.reordered', { id: null, name: '' }, { before: names(inOrder), after: names(wanted) });
  });
}

async function lockedCategory({ db }: Editing, id: string): Promise<Category> {
  const locked = await withLocks(db, { categories: { update: byId(subjectCategories.id, id) } });
  const [category] = locked.categories;
  if (!category) throw new DomainError('category.not_found');
  return category;
}

async function change(unit: Editing, category: Category, sent: Partial<Fields>): Promise<CategoryView> {
  const changes = changesOf<Fields>(fieldsOf(category), sent);
  if (changes) {
    await unit.db
      .update(subjectCategories)
      .set({ ...changes, updatedAt: unit.now() })
      .where(eq(subjectCategories.id, category.id));
    recordDeed(unit, deedOf('category', changes), category, { before: partOf(category, changes), after: changes });
  }
  return savedCategory(unit, category.id);
}

function fieldsOf({ name, description, icon, color, order, isActive }: Category): Fields {
  return { name, description, icon, color, order, isActive };
}
