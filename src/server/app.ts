import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { trpcOverHttp } from '#server/api/http.ts';
import { deadlines } from '#server/edge/deadlines.ts';
import { filesAt } from '#server/edge/files.ts';
import { createRest } from '#server/rest/rest.ts';
import { DomainError } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import type { Services } from './services.ts';

/** Mounts the ways in: tRPC, REST, and what is HTTP but not JSON. Pages come from the runtime that holds them. */
export function createApp(services: Services): Hono {
  const { config } = services;
  const app = new Hono();

  app.use('*', deadlines({ isDatabaseAlive: services.isDatabaseAlive }));
  app.use(
    '/trpc/*',
    bodyLimit({
      maxSize: LIMITS.messageBytes,
      onError: (c) => {
        const { code, message } = new DomainError('request.too_large');
        return c.json({ error: { json: { message, code: -32600, data: { code: 'BAD_REQUEST', httpStatus: 400, domainCode: code } } } }, 400);
      },
    }),
  );
  const shared = cors({
    origin: [...config.corsOrigins],
    credentials: true,
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposeHeaders: ['Retry-After'],
  });
  for (const path of ['/api/*', '/notifications/*']) app.use(path, shared);

  app.all('/trpc/*', (c) => trpcOverHttp(services, c.req.raw));
  app.route('/', filesAt(services.files, services.now));
  app.route('/', createRest(services));
  return app;
}
