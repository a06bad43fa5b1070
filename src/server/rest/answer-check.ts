import { isDeepStrictEqual } from 'node:util';
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { RestEnv } from './calls.ts';

type Responses = Readonly<Record<string, unknown>>;
type Mismatch = { call: string; status: number; problem: string };

export function checkAnswers(rest: OpenAPIHono<RestEnv>, report: (mismatch: Mismatch) => void): MiddlewareHandler {
  let documented: ReadonlyMap<string, Responses> | undefined;
  return async (c, next) => {
    await next();
    // At the first call, when all routes are mounted.
    documented ??= responsesByCall(rest);
    const call = callOf(c, documented);
    if (call === undefined) return;
    const { status } = c.res;
    const problem = await problemOf(documented.get(call)?.[status], c.res.clone());
    if (problem === null) return;
    report({ call, status, problem });
    const body = { success: false, message: 'Something went wrong', code: 'server.unexpected', error: `${call} ${status}: ${problem}` };
    c.res = Response.json(body, { status: 500 });
  };
}

function responsesByCall({ openAPIRegistry }: OpenAPIHono<RestEnv>): ReadonlyMap<string, Responses> {
  const routes = openAPIRegistry.definitions.flatMap((definition) => (definition.type === 'route' ? [definition.route] : []));
  return new Map(routes.map(({ method, path, responses }) => [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, responses]));
}

function callOf(c: Context, documented: ReadonlyMap<string, Responses>): string | undefined {
  return matchedRoutes(c)
    .map(({ path }) => `${c.req.method} ${path}`)
    .find((call) => documented.has(call));
}

const content = z.object({ content: z.record(z.string(), z.object({ schema: z.instanceof(z.ZodType) })) });

async function problemOf(response: unknown, answer: Response): Promise<string | null> {
  if (response === undefined) return `no answer is documented with this status (${await answer.text()})`;
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const schema = content.safeParse(response).data?.content[type]?.schema;
  if (!schema) return `nothing is documented of the type ${type}`;
  const body: unknown = await answer.json();
  const { success, data, error } = schema.safeParse(body);
  if (!success) return `${z.prettifyError(error)} in ${JSON.stringify(body)}`;
  return isDeepStrictEqual(data, body) ? null : `more than is documented in ${JSON.stringify(body)}`;
}
