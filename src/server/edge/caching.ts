import type { MiddlewareHandler } from 'hono';

/** Unless the response is public itself. `no-cache` alone would allow it to be stored. */
export const preventStoring: MiddlewareHandler = async (c, next) => {
  await next();
  if (!/\b(public|no-store)\b/.test(c.res.headers.get('Cache-Control') ?? '')) c.header('Cache-Control', 'no-store');
};

export const clearCache: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('Clear-Site-Data', '"cache"');
};

const SESSION_ENDING_PROCEDURES = ['auth.logout', 'account.leave'];

export const clearCacheOfProcedures: MiddlewareHandler = (c, next) => {
  const procedureNames = c.req.path.slice('/trpc/'.length).split(',');
  return procedureNames.some((name) => SESSION_ENDING_PROCEDURES.includes(name)) ? clearCache(c, next) : next();
};
