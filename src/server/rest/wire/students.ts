import { z } from '@hono/zod-openapi';
import type { FavouriteView, StudentProfile } from '#shared/contracts/engagement.ts';
import { user } from './auth.ts';
import { absolute, date, entity, id, toUserRef, userRef, withId } from './shapes.ts';

const stats = z.object({ totalBookings: z.number(), completedBookings: z.number(), favoriteTutors: z.number(), totalSpent: z.number() });
export const studentBody = z.object({ success: z.literal(true), student: user.extend({ stats }).openapi('Student') });

export const favorite = entity({
  student: id,
  tutor: entity({
    user: userRef,
    bio: z.string(),
    rating: z.number(),
    totalReviews: z.number(),
    isVerified: z.boolean(),
    vacationMode: z.boolean(),
  }),
  createdAt: date,
}).openapi('Favorite');

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
