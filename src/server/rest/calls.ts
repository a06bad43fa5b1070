import { createRoute, OpenAPIHono, type RouteConfig, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { appRouter, type Caller, type createCaller } from '#server/api/router.ts';
import { writeShared } from '#server/core/shared-answers.ts';
import type { Texts } from '#shared/domain/texts.ts';
import { type DocumentedCode, errorResponses, type InvalidFields } from './error-responses.ts';
import { answerCode, type FieldNames, LANGUAGE, renameFields, VARIES } from './errors.ts';
import type { Tag } from './introduction.ts';
import { hasSentence, okBody } from './wire/schemas.ts';
import { type Source, toWire } from './wire/views.ts';

type CallerContext = Exclude<Parameters<typeof createCaller>[0], (...args: never[]) => unknown>;

export type RestEnv = {
  Variables: {
    api: Caller;
    site: string;
    client: CallerContext['client'];
    session: () => Promise<CallerContext['session']>;
    /** Where the caller prefers another language than English. */
    t?: Texts;
    /** Middleware has none to add, and so need not read them, which takes as long as the rest of a call. */
    hasAllHeaders?: true;
  };
};

const CALLERS = {
  anyone: 'Anyone may call it; a token is optional, a bad one is ignored.',
  user: 'Anyone who is signed in.',
  student: 'Students only.',
  tutor: 'Tutors only.',
  admin: 'Admins only.',
} as const;
type Who = keyof typeof CALLERS;

export const CONFIRMATION_ERRORS = ['auth.confirmation_required', 'auth.email_unconfirmed'] as const satisfies readonly DocumentedCode[];
export const CONFIRMED_RECENTLY =
  'For a session that began, or was confirmed by `POST /api/auth/confirm-password`, at most ten minutes ago; an API key cannot do it.';

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
type Method = (typeof METHODS)[keyof typeof METHODS];
export type Path = `${keyof typeof METHODS} ${string}`;

type Answer<S extends z.ZodType> = { schema: S; example?: object; statuses: readonly (200 | 201)[]; hasSentence: boolean };
type Output<S> = S extends z.ZodType ? z.output<S> : unknown;
type Maybe<S> = S | undefined;

type Call<S extends z.ZodType, P extends Maybe<z.ZodType>, Q extends Maybe<z.ZodType>, B extends Maybe<z.ZodType>> = {
  /** The number in `rest-contract.md` §1; without one the call is of §8. */
  contract?: number;
  tag?: Tag;
  who?: Who;
  summary: string;
  callers?: string;
  description?: string;
  procedure?: string | null;
  params?: P;
  query?: Q;
  headers?: z.ZodObject;
  body?: B;
  isBodyOptional?: boolean;
  form?: object;
  answers: Answer<S>;
  errors?: readonly DocumentedCode[];
  invalid?: InvalidFields;
  fieldNames?: FieldNames;
  hasGoogleUser?: boolean;
  handle: (call: Handled<P, Q, B>) => Source<z.output<S>> | Promise<Source<z.output<S>>>;
};

type Handled<P, Q, B> = {
  api: Caller;
  input: Output<P> & Output<Q> & Output<B>;
  site: string;
  c: Context<RestEnv>;
};

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
const WITH_SENTENCE = { ...JSON_TYPE, ...VARIES };
const COMPLETE = { ...JSON_TYPE, Vary: 'Origin' };
const COMPLETE_WITH_SENTENCE = { ...JSON_TYPE, Vary: `${VARIES.Vary}, Origin` };

export const createRestApp = (): OpenAPIHono<RestEnv> =>
  new OpenAPIHono<RestEnv>({
    // Schemas read leniently and leave it to the procedure to refuse: only a body that is no object fails here.
    defaultHook: (result, c) => (result.success ? undefined : answerCode('request.body', c.get('t'))),
  });

export type CallGroup = ReturnType<typeof callGroup>;

export function callGroup(groupTag: Tag, groupWho: Who) {
  const app = createRestApp();

  function call<
    S extends z.ZodType,
    P extends Maybe<z.ZodType> = undefined,
    Q extends Maybe<z.ZodType> = undefined,
    B extends Maybe<z.ZodType> = undefined,
  >(path: Path, id: string, { handle, fieldNames, ...about }: Call<S, P, Q, B>): void {
    const { answers, tag = groupTag, who = groupWho } = about;
    // The types of zod-openapi come from a literal route; these come from `Call`.
    app.openapi(routeOf(path, { ...about, id, tag, who }), (async (c: Context<RestEnv>) => {
      const valid = (part: string): object | undefined => c.req.valid(part as never);
      const input = { ...valid('query'), ...valid('json'), ...valid('param') } as Handled<P, Q, B>['input'];
      const view = await Promise.resolve(handle({ api: c.get('api'), input, site: c.get('site'), c })).catch((thrown: unknown) => {
        throw fieldNames ? renameFields(thrown, fieldNames) : thrown;
      });
      return answer(c, answers, view);
    }) as never);
  }
  return { app, call };
}

export function answer<S extends z.ZodType>(c: Context<RestEnv>, answers: Answer<S>, view: Source<z.output<S>>): Response {
  const site = c.get('site');
  const t = c.get('t');
  const [status, ...others] = answers.statuses;
  const body = answers.hasSentence && t ? inLanguage(c, t, view) : view;
  // One REST call of a procedure's answer is one way to write it: the site never changes. What visitors share has no sentences.
  const text = writeShared(body, answers, () => JSON.stringify(toWire(answers.schema, body, site)));
  const headers = headersFor(c, answers.hasSentence);
  // What `c.status` and `c.header` have set is added.
  if (others.length > 0 || t) return c.body(text, others.length > 0 ? undefined : status, headers);
  // `c.body` would make a Headers of them, which takes a fifth of the time of a call that is answered from memory.
  return new Response(text, { status, headers });
}

/** CORS adds nothing to an answer to a caller that names no origin. */
function headersFor(c: Context<RestEnv>, hasSentence: boolean): Record<string, string> {
  if (c.req.header('origin') !== undefined) return hasSentence ? WITH_SENTENCE : JSON_TYPE;
  c.set('hasAllHeaders', true);
  return hasSentence ? COMPLETE_WITH_SENTENCE : COMPLETE;
}

function inLanguage<V>(c: Context, t: Texts, view: V): V {
  const { message: english } = Object(view);
  const message = t.recognise(String(english));
  if (message !== english) c.header(LANGUAGE, t.locale);
  return { ...view, message };
}

type Documented = Omit<Call<z.ZodType, Maybe<z.ZodType>, Maybe<z.ZodType>, Maybe<z.ZodType>>, 'handle' | 'fieldNames'> & {
  id: string;
  tag: Tag;
  who: Who;
};

function routeOf(route: Path, { procedure, tag, who, callers = CALLERS[who], description, errors = [], invalid, ...about }: Documented) {
  const [verb, path = '/'] = route.split(' ');
  const method = METHODS[verb as keyof typeof METHODS];
  const meta = procedure === null ? {} : metaOf(procedure ?? about.id);
  const isInPerson = tag === 'Authentication' && method !== 'get';
  const request = requestOf(about);
  const codes: DocumentedCode[] = [
    ...commonErrors({ method, who, hasBody: request.body !== undefined, isInvalid: invalid !== undefined, beforeEnrolment: meta.beforeEnrolment }),
    ...(who === 'anyone' && method === 'get' && procedure !== null && !errors.includes('request.limited') ? (['request.limited'] as const) : []),
    ...errors,
    ...(procedure === null ? [] : (['server.unexpected', 'server.unavailable'] as const)),
  ];
  const { failed, refused: wrongRole } = meta;
  return createRoute({
    method,
    path,
    operationId: about.id,
    tags: [tag],
    summary: about.summary,
    description: [isInPerson ? `${callers} Not with an API key.` : callers, description].filter(Boolean).join('\n\n'),
    security: securityOf({ method, who, isInPerson }),
    'x-who': who,
    'x-contract': about.contract ?? '§8',
    request,
    responses: { ...successResponses(about.answers), ...errorResponses({ codes, invalid, failed, wrongRole, hasGoogleUser: about.hasGoogleUser }) },
  });
}

function requestOf({ params, query, headers, body, isBodyOptional = false, form }: Partial<Documented>): NonNullable<RouteConfig['request']> {
  const content = form ? { 'multipart/form-data': { schema: form } } : body && { 'application/json': { schema: body } };
  return {
    ...(params && { params: params as z.ZodObject }),
    ...(query && { query: query as z.ZodObject }),
    ...(headers && { headers }),
    ...(content && { body: { required: !isBodyOptional, content } }),
  };
}

type Common = { method: Method; who: Who; hasBody: boolean; isInvalid: boolean; beforeEnrolment?: boolean };

function commonErrors({ method, who, hasBody, isInvalid, beforeEnrolment }: Common): DocumentedCode[] {
  const isWrite = method !== 'get';
  return [
    ...(hasBody ? (['request.body'] as const) : []),
    ...(isWrite ? (['request.too_large', 'request.too_complex'] as const) : []),
    ...(isWrite || isInvalid ? (['request.invalid'] as const) : []),
    ...(who === 'anyone' ? [] : (['auth.required', 'auth.expired'] as const)),
    ...(who === 'anyone' || who === 'user' ? [] : (['auth.role'] as const)),
    ...(who === 'admin' || (who === 'user' && !beforeEnrolment) ? (['auth.second_factor_setup_required'] as const) : []),
    ...(isWrite ? (['auth.by_key'] as const) : []),
  ];
}

function securityOf({ method, who, isInPerson }: { method: Method; who: Who; isInPerson: boolean }): Record<string, string[]>[] {
  const scope = method === 'get' ? 'read' : 'write';
  return [...(who === 'anyone' ? [{}] : []), { session: [] }, ...(isInPerson ? [] : [{ apiKey: [scope] }])];
}

type Meta = { failed?: string; refused?: string; beforeEnrolment?: true };

/** tRPC types the procedures as nested records; at run time their keys are whole names. */
const PROCEDURES = appRouter._def.procedures as unknown as Readonly<Record<string, { _def: { meta?: Meta } }>>;

function metaOf(name: string): Meta {
  const procedure = PROCEDURES[name];
  if (!procedure) throw new Error(`there is no procedure ${name}`);
  return procedure._def.meta ?? {};
}

function successResponses({ statuses, schema, example }: Answer<z.ZodType>): Record<number, { description: string; content: object }> {
  const content = { 'application/json': { schema, ...(example && { example }) } };
  return Object.fromEntries(statuses.map((status) => [status, { description: status === 200 ? 'Done.' : 'Created.', content }]));
}

const toAnswer = <S extends z.ZodType>(schema: S, example: object | undefined, statuses: Answer<S>['statuses']): Answer<S> => ({
  schema,
  example,
  statuses,
  hasSentence: hasSentence(schema),
});
export const ok = <S extends z.ZodType>(schema: S, example?: object): Answer<S> => toAnswer(schema, example, [200]);
export const created = <S extends z.ZodType>(schema: S, example?: object): Answer<S> => toAnswer(schema, example, [201]);
export const okOrCreated = <S extends z.ZodType>(schema: S, example?: object): Answer<S> => toAnswer(schema, example, [200, 201]);
export const done = (message: string): Answer<typeof okBody> => ok(okBody, { success: true, message });
