import { Hono } from 'hono';
import type { Unready } from '#server/core/ports.ts';

export type Health = { version: string; findUnready: () => Promise<Unready[]> };

/** Open to everyone, so neither tells more than names. No page, no session and, for /healthz, no database: it says that this process answers. */
export function createHealthRoutes({ version, findUnready }: Health): Hono {
  const site = new Hono();
  site.get('/healthz', (c) => c.json({ status: 'ok', version }));
  site.get('/readyz', async (c) => {
    const problems = await findUnready();
    return problems.length === 0 ? c.json({ status: 'ready' }) : c.json({ status: 'not ready', problems }, 503, { 'Retry-After': '5' });
  });
  return site;
}
