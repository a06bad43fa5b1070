import { and, eq, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { favourites } from '#db/schema/engagement.ts';
import type { As } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { AddedFavourite, FavouriteInput } from '#shared/contracts/engagement.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { favouriteView, findableTutorId } from './favourites.queries.ts';

/** A tutor who can be found; one who is a favourite already stays what they are. */
export function addFavourite(ctx: As<'student'>, { tutorId }: FavouriteInput): Promise<AddedFavourite> {
  return inUnitOfWork(ctx, async ({ db, actor, now }) => {
    const { users } = await withLocks(db, { users: { keyShare: [actor.id] } });
    if (users.length === 0) throw new DomainError('auth.expired');
    const found = await findableTutorId(db, tutorId);
    if (!found) throw new DomainError('tutor.not_found');
    const { id, isNew } = only(
      await db
        .insert(favourites)
        .values({ studentId: actor.id, tutorId: found, createdAt: now() })
        // Not `do nothing`: of what is there already the id is needed, and the row may go in between.
        .onConflictDoUpdate({ target: [favourites.studentId, favourites.tutorId], set: { tutorId: sql`excluded.tutor_id` } })
        .returning({ id: favourites.id, isNew: sql<boolean>`xmax = 0` }),
    );
    return { isNew, message: SUCCESS.favouriteAdded, favourite: await favouriteView(db, id) };
  });
}

/** Whoever was none is none afterwards, too. */
export async function removeFavourite({ db, actor }: As<'student'>, { tutorId }: FavouriteInput): Promise<void> {
  await db.delete(favourites).where(and(eq(favourites.studentId, actor.id), byId(favourites.tutorId, tutorId)));
}
