import { Hono } from 'hono';
import { type Client, NO_CLIENT } from '#server/core/context.ts';
import type { createRest } from '#server/rest/rest.ts';

type Env = { Variables: { client: Client } };

/** REST as `createApp` mounts it: somebody calls. */
export function withClient(rest: ReturnType<typeof createRest>, client: Partial<Client> = {}): Hono<Env> {
  const app = new Hono<Env>();
  app.use('*', async (c, next) => {
    c.set('client', { ...NO_CLIENT, address: '192.0.2.1', userAgent: 'A client of the tests', ...client });
    await next();
  });
  app.route('/', rest);
  return app;
}
