import type { MiddlewareHandler } from 'hono';

/** No browser and no proxy stores an answer, unless the answer itself says that it is public. `no-cache` alone would let it be stored. */
export const storedNowhere: MiddlewareHandler = async (c, next) => {
  await next();
  if (!/\b(public|no-store)\b/.test(c.res.headers.get('Cache-Control') ?? '')) c.header('Cache-Control', 'no-store');
};

/** Has the browser empty its HTTP cache of this site: answers that an earlier version let it store go with the session. */
export const clearsCache: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('Clear-Site-Data', '"cache"');
};

/** After these, somebody else may be at this browser. */
const PROCEDURES = ['auth.logout', 'account.leave'];

/** The same for the procedures that end a session for good, alone or in a batch. */
export const clearsCacheOfProcedures: MiddlewareHandler = (c, next) => {
  const called = c.req.path.slice('/trpc/'.length).split(',');
  return called.some((name) => PROCEDURES.includes(name)) ? clearsCache(c, next) : next();
};
