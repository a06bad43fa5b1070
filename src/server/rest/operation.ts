import type { z } from '@hono/zod-openapi';
import { errorBody } from './wire/shapes.ts';

type Who = 'anyone' | 'user' | 'student' | 'tutor' | 'admin';

const WHO = {
  anyone: { security: [{}, { bearer: [] }], description: 'Anyone may call it; a token is optional, a bad one is ignored.' },
  user: { security: [{ bearer: [] }], description: 'Anyone who is signed in.' },
  student: { security: [{ bearer: [] }], description: 'Students only.' },
  tutor: { security: [{ bearer: [] }], description: 'Tutors only.' },
  admin: { security: [{ bearer: [] }], description: 'Admins only.' },
} as const satisfies Record<Who, { security: Record<string, string[]>[]; description: string }>;

/** What the reference says of a call. */
export const operation = (tag: string, who: Who, summary: string) => ({ tags: [tag], summary, ...WHO[who] });

const answer = <S extends z.ZodType>(description: string, schema: S) => ({ description, content: { 'application/json': { schema } } });

export const ok = <S extends z.ZodType>(schema: S) => ({ 200: answer('Done.', schema) });
export const created = <S extends z.ZodType>(schema: S) => ({ 201: answer('Created.', schema) });
export const json = <S extends z.ZodType>(schema: S) => ({ body: { required: true, content: { 'application/json': { schema } } } });

const REFUSALS = {
  400: 'The request itself is wrong.',
  401: 'No valid session, or wrong credentials.',
  403: 'The wrong role, or a suspended account.',
  404: 'Unknown, or not yours.',
  409: 'The present state forbids it.',
  429: 'Too often; `Retry-After` says when to come again.',
} as const;

/** Documented only: a refusal is thrown by the procedure and never returned by an adapter. */
export function refusals(...statuses: (keyof typeof REFUSALS)[]): Record<never, never> {
  return Object.fromEntries(statuses.map((status) => [status, answer(REFUSALS[status], errorBody)]));
}
