import { and, eq, type SQL, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { type Executor, only } from '#db/executor.ts';
import { favourites } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { As } from '#server/core/context.ts';
import { BEGINNING, cursorFrom, pageOf } from '#server/core/cursor.ts';
import { isUuid } from '#server/core/ids.ts';
import { prepared } from '#server/core/prepared.ts';
import type { FavouritesInput, FavouritesPage, FavouriteView } from '#shared/contracts/engagement.ts';
import { FAVOURITES } from '#shared/vocabulary/limits.ts';

/** `canBeFound`, of a favourite's tutor, in SQL. */
const isFindable = sql`${users.status} = 'active' and ${tutorProfiles.verificationStatus} <> 'rejected'`;
const newest = [downwards(favourites.createdAt), downwards(favourites.id)] as const;

const rowsWhere = (db: Executor, where: SQL | undefined) =>
  db
    .select({
      id: favourites.id,
      tutor: {
        id: tutorProfiles.id,
        bio: tutorProfiles.bio,
        rating: tutorProfiles.rating,
        totalReviews: tutorProfiles.totalReviews,
        isVerified: tutorProfiles.isVerified,
        vacationMode: tutorProfiles.vacationMode,
        subjects: sql<FavouriteView['tutor']['subjects']>`coalesce((
          select json_agg(json_build_object('id', subject.id, 'name', subject.name) order by entry.position, entry.id)
          from tutor_subjects entry join subjects subject on subject.id = entry.subject_id and subject.is_active
          where entry.tutor_id = ${tutorProfiles.id}
        ), '[]')`,
      },
      // The field is the contract's; lists hold no address.
      user: { id: users.id, name: users.name, email: sql<string>`''`, profileImage: users.profileImage },
      createdAt: favourites.createdAt,
    })
    .from(favourites)
    .innerJoin(tutorProfiles, eq(tutorProfiles.id, favourites.tutorId))
    .innerJoin(users, eq(users.id, tutorProfiles.userId))
    .where(where);

const ofStudent = prepared((db) =>
  rowsWhere(
    db,
    and(
      eq(favourites.studentId, sql.placeholder('studentId')),
      isFindable,
      sql`(${favourites.createdAt}, ${favourites.id}) < (${sql.placeholder('at')}::timestamptz, ${sql.placeholder('id')}::uuid)`,
    ),
  )
    .orderBy(...newest)
    .limit(sql.placeholder('limit'))
    .prepare('favourites_of_student'),
);

const byItself = prepared((db) => rowsWhere(db, eq(favourites.id, sql.placeholder('id'))).prepare('favourite_by_id'));

const hearts = prepared((db) =>
  db
    .select({ tutorId: favourites.tutorId })
    .from(favourites)
    .where(eq(favourites.studentId, sql.placeholder('studentId')))
    .orderBy(...newest)
    .limit(FAVOURITES.hearts)
    .prepare('favourite_hearts'),
);

const findable = prepared((db) =>
  db
    .select({ id: tutorProfiles.id })
    .from(tutorProfiles)
    .innerJoin(users, eq(users.id, tutorProfiles.userId))
    .where(and(eq(tutorProfiles.id, sql.placeholder('tutorId')), isFindable))
    .prepare('findable_tutor'),
);

/** A page of the own ones, the newest first; tutors who cannot be found come back when they can. */
export async function ownFavourites({ db, actor }: As<'student'>, { cursor, limit }: FavouritesInput): Promise<FavouritesPage> {
  const found = await ofStudent(db).execute({ studentId: actor.id, ...cursorFrom(cursor), limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  return { favourites: shown.map(toFavouriteView), nextCursor };
}

/** All of the own ones, the newest first. */
export async function allFavourites({ db, actor }: As<'student'>): Promise<FavouriteView[]> {
  const found = await ofStudent(db).execute({ studentId: actor.id, ...BEGINNING, limit: null });
  return found.map(toFavouriteView);
}

/** Whose heart is red, the newest first. */
export async function favouriteHearts({ db, actor }: As<'student'>): Promise<string[]> {
  const rows = await hearts(db).execute({ studentId: actor.id });
  return rows.map(({ tutorId }) => tutorId);
}

/** One that is known to be there. */
export async function favouriteView(db: Executor, id: string): Promise<FavouriteView> {
  return toFavouriteView(only(await byItself(db).execute({ id })));
}

/** The profile with this id, if visitors find it. */
export async function findableTutorId(db: Executor, tutorId: string): Promise<string | null> {
  const [tutor] = isUuid(tutorId) ? await findable(db).execute({ tutorId }) : [];
  return tutor?.id ?? null;
}

type Row = Awaited<ReturnType<ReturnType<typeof byItself>['execute']>>[number];

function toFavouriteView({ tutor, user, ...favourite }: Row): FavouriteView {
  return { ...favourite, tutor: { ...tutor, user } };
}
