import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The rule `isPublic` of `src/shared/domain/tutor-visibility.ts` in SQL; `tests/db/public-tutors.test.ts` compares the two. */
export const isPublicTutor = (accountStatus: SQLWrapper, verificationStatus: SQLWrapper): SQL =>
  sql`(${accountStatus} = 'active' and ${verificationStatus} <> 'rejected')`;

/** `isPublicTutor` for a statement with the aliases `person` of `users` and `profile` of `tutor_profiles`. */
export const IS_PUBLIC_PROFILE = isPublicTutor(sql`person.status`, sql`profile.verification_status`);

/** A subquery: how many of a student's favourites are public tutors. */
export const countPublicFavourites = (studentId: SQLWrapper): SQL<number> => sql<number>`(
  select count(*)::integer from favourites
  join tutor_profiles profile on profile.id = favourites.tutor_id
  join users person on person.id = profile.user_id
  where favourites.student_id = ${studentId} and ${IS_PUBLIC_PROFILE})`;
