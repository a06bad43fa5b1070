import { and, eq, type SQL, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { type Executor, only, prepareOnce } from '#db/executor.ts';
import { isPublicTutor } from '#db/public-tutors.ts';
import { favourites } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { CtxAs } from '#server/core/context.ts';
import { FIRST_PAGE, isAfterCursor, parseCursor, toPage } from '#server/core/cursor.ts';
import { isUuid } from '#server/core/ids.ts';
import type { FavouritesInput, FavouritesPage, FavouriteView } from '#shared/contracts/engagement.ts';
import { FAVOURITES } from '#shared/vocabulary/limits.ts';

const isPublic = isPublicTutor(users.status, tutorProfiles.verificationStatus);
const newestFirst = [downwards(favourites.createdAt), downwards(favourites.id)] as const;

const selectFavourites = (db: Executor, where: SQL | undefined) =>
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
      // The contract requires the field, but lists show no address.
      user: { id: users.id, name: users.name, email: sql<string>`''`, profileImage: users.profileImage },
      createdAt: favourites.createdAt,
    })
    .from(favourites)
    .innerJoin(tutorProfiles, eq(tutorProfiles.id, favourites.tutorId))
    .innerJoin(users, eq(users.id, tutorProfiles.userId))
    .where(where);

const selectOfStudent = prepareOnce((db) =>
  selectFavourites(
    db,
    and(
      eq(favourites.studentId, sql.placeholder('studentId')),
      isPublic,
      isAfterCursor(favourites.createdAt, favourites.id, { at: sql.placeholder('at'), id: sql.placeholder('id') }),
    ),
  )
    .orderBy(...newestFirst)
    .limit(sql.placeholder('limit'))
    .prepare('favourites_of_student'),
);

const selectById = prepareOnce((db) => selectFavourites(db, eq(favourites.id, sql.placeholder('id'))).prepare('favourite_by_id'));

const selectTutorIds = prepareOnce((db) =>
  db
    .select({ tutorId: favourites.tutorId })
    .from(favourites)
    .where(eq(favourites.studentId, sql.placeholder('studentId')))
    .orderBy(...newestFirst)
    .limit(FAVOURITES.hearts)
    .prepare('favourite_tutor_ids'),
);

const selectPublicTutor = prepareOnce((db) =>
  db
    .select({ id: tutorProfiles.id })
    .from(tutorProfiles)
    .innerJoin(users, eq(users.id, tutorProfiles.userId))
    .where(and(eq(tutorProfiles.id, sql.placeholder('tutorId')), isPublic))
    .prepare('public_tutor'),
);

export async function listOwnFavourites({ db, actor }: CtxAs<'student'>, { cursor, limit }: FavouritesInput): Promise<FavouritesPage> {
  const rows = await selectOfStudent(db).execute({ studentId: actor.id, ...parseCursor(cursor), limit: limit + 1 });
  const { shown, nextCursor } = toPage(rows, limit);
  return { favourites: shown.map(toFavouriteView), nextCursor };
}

export async function listAllFavourites({ db, actor }: CtxAs<'student'>): Promise<FavouriteView[]> {
  const rows = await selectOfStudent(db).execute({ studentId: actor.id, ...FIRST_PAGE, limit: null });
  return rows.map(toFavouriteView);
}

export async function listFavouriteTutorIds({ db, actor }: CtxAs<'student'>): Promise<string[]> {
  const rows = await selectTutorIds(db).execute({ studentId: actor.id });
  return rows.map(({ tutorId }) => tutorId);
}

export async function getFavouriteView(db: Executor, id: string): Promise<FavouriteView> {
  return toFavouriteView(only(await selectById(db).execute({ id })));
}

export async function findPublicTutorId(db: Executor, tutorId: string): Promise<string | null> {
  const [tutor] = isUuid(tutorId) ? await selectPublicTutor(db).execute({ tutorId }) : [];
  return tutor?.id ?? null;
}

type Row = Awaited<ReturnType<ReturnType<typeof selectById>['execute']>>[number];

function toFavouriteView({ tutor, user, ...favourite }: Row): FavouriteView {
  return { ...favourite, tutor: { ...tutor, user } };
}
