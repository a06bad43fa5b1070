import { z } from 'zod';

export const publicStats = z.object({ totalTutors: z.number(), activeSubjects: z.number(), averageRating: z.number(), totalReviews: z.number() });
export type PublicStats = z.infer<typeof publicStats>;
