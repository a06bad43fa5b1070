import { createRoute, type RouteConfig, type z } from '@hono/zod-openapi';
import { appRouter } from '#server/api/router.ts';
import type { Tag } from './introduction.ts';
import { type Invalid, type RefusalCode, refusalsFor } from './refusals.ts';
import { okBody } from './wire/shapes.ts';

type Who = 'anyone' | 'user' | 'student' | 'tutor' | 'admin';

const WHO = {
  anyone: 'Anyone may call it; a token is optional, a bad one is ignored.',
  user: 'Anyone who is signed in.',
  student: 'Students only.',
  tutor: 'Tutors only.',
  admin: 'Admins only.',
} as const satisfies Record<Who, string>;

/** In the place of a number: a path of `rest-contract.md` §8. */
export const ADDITIONAL = '§8';

/** Of what is for whoever has proven in this session, a moment ago, that it is them. */
export const ASKS_TO_CONFIRM = ['auth.confirmation_required', 'auth.email_unconfirmed'] as const satisfies readonly RefusalCode[];
export const CONFIRMED_RECENTLY =
  'For a session that began, or was confirmed by `POST /api/auth/confirm-password`, at most ten minutes ago; an API key cannot do it.';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Request = NonNullable<RouteConfig['request']>;
type Answers = Record<number, { description: string; content: { 'application/json': { schema: z.ZodType } } }>;

type Call<M extends Method, P extends string, A extends Answers, Q extends Request> = {
  method: M;
  path: P;
  /** The number in `rest-contract.md` §1. */
  contract: number | typeof ADDITIONAL;
  tag: Tag;
  who: Who;
  summary: string;
  /** In the place of the sentence on who may call it, where not everybody signed in may. */
  callers?: string;
  /** What else there is to know: what it does, what follows from it, in which order a list is. */
  description?: string;
  /** Whose sentences it refuses in, where the operation bears another name; null for what has none, and asks nobody. */
  procedure?: string | null;
  request?: Q;
  answers: A;
  /** What its procedure refuses with, beside what `commonTo` adds. */
  refuses?: readonly RefusalCode[];
  /** The contract's sentences for what it is given. */
  invalid?: Invalid;
  saysIfGoogle?: boolean;
};

/** A route and all that the reference says of it; `id` is its name for programs, and that of its procedure. */
export function call<M extends Method, P extends string, A extends Answers, Q extends Request = Record<never, never>>(
  id: string,
  { procedure = id, request, answers, ...about }: Call<M, P, A, Q>,
) {
  const { method, path, contract, tag, who, summary, callers = WHO[who], description, refuses = [], invalid, saysIfGoogle = false } = about;
  const { failed, refused: wrongRole, beforeEnrolment = false } = procedure === null ? {} : saidBy(procedure);
  const isInPerson = tag === 'Authentication' && method !== 'get';
  const hasBody = request?.body !== undefined;
  const codes: RefusalCode[] = [
    ...commonTo({ method, who, hasBody, isInvalid: invalid !== undefined, beforeEnrolment }),
    ...(who === 'anyone' && method === 'get' && procedure !== null && !refuses.includes('request.limited') ? (['request.limited'] as const) : []),
    ...refuses,
    ...(procedure === null ? [] : (['server.unexpected', 'server.unavailable'] as const)),
  ];
  return createRoute({
    method,
    path,
    operationId: id,
    tags: [tag],
    summary,
    description: [isInPerson ? `${callers} Not with an API key.` : callers, description].filter(Boolean).join('\n\n'),
    security: securityOf({ method, who, isInPerson }),
    'x-who': who,
    'x-contract': contract,
    // Types of handlers are made from these two: what is refused is thrown, never returned.
    request: request as Q,
    responses: { ...answers, ...refusalsFor({ codes, invalid, failed, wrongRole, saysIfGoogle }) } as A,
  });
}

type Common = { method: Method; who: Who; hasBody: boolean; isInvalid: boolean; beforeEnrolment: boolean };

/** What is refused before any procedure is asked, and to whom. */
function commonTo({ method, who, hasBody, isInvalid, beforeEnrolment }: Common): RefusalCode[] {
  const isWriting = method !== 'get';
  return [
    ...(hasBody ? (['request.body'] as const) : []),
    ...(isWriting ? (['request.too_large', 'request.too_complex'] as const) : []),
    ...(isWriting || isInvalid ? (['request.invalid'] as const) : []),
    ...(who === 'anyone' ? [] : (['auth.required', 'auth.expired'] as const)),
    ...(who === 'anyone' || who === 'user' ? [] : (['auth.role'] as const)),
    ...(who === 'admin' || (who === 'user' && !beforeEnrolment) ? (['auth.second_factor_setup_required'] as const) : []),
    ...(isWriting ? (['auth.by_key'] as const) : []),
  ];
}

/** A key that reads takes GET only; to what is done in person none stands in. */
function securityOf({ method, who, isInPerson }: Pick<Common, 'method' | 'who'> & { isInPerson: boolean }): Record<string, string[]>[] {
  const scope = method === 'get' ? 'read' : 'write';
  return [...(who === 'anyone' ? [{}] : []), { session: [] }, ...(isInPerson ? [] : [{ apiKey: [scope] }])];
}

type Said = { failed?: string; refused?: string; beforeEnrolment?: true };

/** At run time they stand by their whole names, whatever their type says. */
const PROCEDURES = appRouter._def.procedures as unknown as Readonly<Record<string, { _def: { meta?: Said } }>>;

function saidBy(name: string): Said {
  const procedure = PROCEDURES[name];
  if (!procedure) throw new Error(`there is no procedure ${name}`);
  return procedure._def.meta ?? {};
}

const answer = <S extends z.ZodType>(description: string, schema: S, example?: object) => ({
  description,
  content: { 'application/json': { schema, ...(example && { example }) } },
});

/** The example is needed where that of the schema is not what this very call answers. */
export const ok = <S extends z.ZodType>(schema: S, example?: object) => ({ 200: answer('Done.', schema, example) });
export const created = <S extends z.ZodType>(schema: S, example?: object) => ({ 201: answer('Created.', schema, example) });
/** Nothing but the sentence that says it is done. */
export const done = (message: string) => ok(okBody, { success: true, message });
export const json = <S extends z.ZodType>(schema: S) => ({ body: { required: true, content: { 'application/json': { schema } } } });
/** An empty body is as good as an empty object. */
export const jsonOrNothing = <S extends z.ZodType>(schema: S) => ({ body: { required: false, content: { 'application/json': { schema } } } });
/** A form with files, as the reference shows it; what is a file, only the parsed form tells. */
export const form = <S extends object>(schema: S) => ({ body: { required: true, content: { 'multipart/form-data': { schema } } } });
