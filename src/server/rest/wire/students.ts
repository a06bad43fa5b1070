import { z } from '@hono/zod-openapi';
import type { FavouriteView, StudentProfile } from '#shared/contracts/engagement.ts';
import { user } from './auth.ts';
import { FAVOURITE, STUDENT_STATS, USER } from './examples.ts';
import { absolute, count, date, entity, id, rating, studentStats, success, toUserRef, userRef, withId } from './shapes.ts';

export const studentBody = z.object({
  success,
  student: user.extend({ stats: studentStats }).openapi('Student', { example: { ...USER, stats: STUDENT_STATS } }),
});

export const favorite = entity({
  student: id.openapi({ description: 'The id of the own account.' }),
  tutor: entity({
    user: userRef,
    bio: z.string(),
    rating,
    totalReviews: count,
    isVerified: z.boolean(),
    vacationMode: z.boolean(),
  }),
  createdAt: date,
}).openapi('Favorite', { example: FAVOURITE });

export const toStudent = (profile: StudentProfile, site: string) => ({
  ...withId(profile),
  profileImage: absolute(profile.profileImage, site),
});

type Keeper = { studentId: string; site: string };

/** What the tutor teaches is shown in the app only. */
export function toFavorite({ id, tutor, createdAt }: FavouriteView, { studentId, site }: Keeper) {
  const { bio, rating, totalReviews, isVerified, vacationMode } = tutor;
  return {
    _id: id,
    id,
    student: studentId,
    tutor: { _id: tutor.id, id: tutor.id, user: toUserRef(tutor.user, site), bio, rating, totalReviews, isVerified, vacationMode },
    createdAt,
  };
}
