import { and, eq, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { favourites } from '#db/schema/engagement.ts';
import type { CtxAs } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { AddedFavourite, FavouriteInput } from '#shared/contracts/engagement.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { findPublicTutorId, getFavouriteView } from './favourites.queries.ts';

export function addFavourite(ctx: CtxAs<'student'>, { tutorId }: FavouriteInput): Promise<AddedFavourite> {
  return inUnitOfWork(ctx, async ({ db, actor, now }) => {
    const { users } = await withLocks(db, { users: { keyShare: [actor.id] } });
    if (users.length === 0) throw new DomainError('auth.expired');
    const publicTutorId = await findPublicTutorId(db, tutorId);
    if (!publicTutorId) throw new DomainError('tutor.not_found');
    const { id, isNew } = only(
      await db
        .insert(favourites)
        .values({ studentId: actor.id, tutorId: publicTutorId, createdAt: now() })
        // `do nothing` would not return the id of an existing row.
        .onConflictDoUpdate({ target: [favourites.studentId, favourites.tutorId], set: { tutorId: sql`excluded.tutor_id` } })
        .returning({ id: favourites.id, isNew: sql<boolean>`xmax = 0` }),
    );
    return { isNew, message: SUCCESS.favouriteAdded, favourite: await getFavouriteView(db, id) };
  });
}

export async function removeFavourite({ db, actor }: CtxAs<'student'>, { tutorId }: FavouriteInput): Promise<void> {
  await db.delete(favourites).where(and(eq(favourites.studentId, actor.id), byId(favourites.tutorId, tutorId)));
}
