import { Hono, type MiddlewareHandler } from 'hono';
import type { ReplicaState, Unready } from '#server/core/ports.ts';

export type Health = {
  version: string;
  findUnready: () => Promise<Unready[]>;
  /** Null where there is none. */
  replicaState?: () => ReplicaState | null;
  isStopping: () => boolean;
};

/** Open to everyone, so they answer nothing but names of problems. `/healthz` needs no database: it says that this process answers. */
export function createHealthRoutes({ version, findUnready, replicaState = () => null, isStopping }: Health): Hono {
  const site = new Hono();
  // So that load balancers leave this process out before it refuses requests.
  const sayStopping: MiddlewareHandler = async (c, next) => (isStopping() ? c.json({ status: 'stopping' }, 503, { 'Retry-After': '5' }) : next());
  site.get('/healthz', sayStopping, (c) => c.json({ status: 'ok', version }));
  site.get('/readyz', sayStopping, async (c) => {
    const problems = await findUnready();
    if (problems.length > 0) return c.json({ status: 'not ready', problems }, 503, { 'Retry-After': '5' });
    const replica = replicaState();
    // The server is ready without its replica.
    return c.json({ status: 'ready', ...(replica && { replica }) });
  });
  return site;
}
