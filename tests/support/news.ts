import { expect } from 'vitest';
import { NOTIFY_CHANNEL } from '#server/core/deliver.ts';
import type { TestDatabase } from './database.ts';

export async function collectEvents({ sql }: TestDatabase, work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  const { unlisten } = await sql.listen(NOTIFY_CHANNEL, (payload) => void names.push(...payload.split(' ')));
  await work();
  await sql`select pg_notify(${NOTIFY_CHANNEL}, 'end')`;
  await expect.poll(() => names).toContain('end');
  await unlisten();
  return names.filter((name) => name !== 'end');
}
