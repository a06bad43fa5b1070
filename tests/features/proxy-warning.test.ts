import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/infra/log.ts';
import { createServices } from '#server/services.ts';
import { useDatabase } from '#tests/support/database.ts';

const database = useDatabase();

async function warningsAfter(env: Record<string, string>, requests: Record<string, string>[]): Promise<unknown[]> {
  const warnings: unknown[] = [];
  const log = createLog({ level: 'silent' });
  log.warn = (...args: unknown[]) => void warnings.push(args[0]);
  const services = await createServices({ config: readConfig(env, 'test'), connection: database.connection, log });
  for (const headers of requests) services.clientOf(headers, '127.0.0.1');
  await services.close();
  return warnings;
}

const FORWARDED = { 'x-forwarded-for': '203.0.113.9' };

describe('X-Forwarded-For while TRUST_PROXY is off', () => {
  // spec s8-development.20 | S8 H | The log warns once a process of X-Forwarded-For without TRUST_PROXY, and of the embedded database in production |
  //   src/server/services.ts, src/server/config.ts
  it('is warned of once', async () => {
    expect(await warningsAfter({}, [{}, FORWARDED, FORWARDED, FORWARDED])).toEqual([expect.stringContaining('set TRUST_PROXY=true')]);
  });

  it('is not warned of where no proxy writes it, or the proxy is trusted', async () => {
    expect(await warningsAfter({}, [{}, {}])).toEqual([]);
    expect(await warningsAfter({ TRUST_PROXY: 'true' }, [FORWARDED])).toEqual([]);
  });
});
