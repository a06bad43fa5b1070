import { z } from '@hono/zod-openapi';
import { favouriteView, studentProfile } from '#shared/contracts/engagement.ts';
import { user } from './auth.ts';
import { FAVOURITE, STUDENT_STATS, USER } from './examples.ts';
import { date, entity, id, success } from './schemas.ts';
import { wireSchema } from './views.ts';

const stats = wireSchema(studentProfile.shape.stats);
export const studentBody = z.object({
  success,
  student: user.extend({ stats }).openapi('Student', { example: { ...USER, stats: STUDENT_STATS } }),
});

export const favorite = entity({
  student: id.openapi({ description: 'The id of the own account.' }),
  tutor: wireSchema(favouriteView.shape.tutor.omit({ subjects: true })),
  createdAt: date,
}).openapi('Favorite', { example: FAVOURITE });
