import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchOwnPostgres, type OwnPostgres } from '#tests/support/faults/own-postgres.ts';
import type { Answer } from '#tests/support/faults/probes.ts';
import { openSite, type Site } from '#tests/support/faults/site.ts';

/** From the fault to the first 503, and from PostgreSQL's being back to all being well. */
const MAX_MS = 1000;
const AWAY_MS = 2500;

describe.each([1, 2])('PostgreSQL is away from a server of %i process(es)', (processes) => {
  let postgres: OwnPostgres;
  let site: Site;

  beforeAll(async () => {
    postgres = await launchOwnPostgres();
    site = await openSite({ databaseUrl: postgres.url, directUrl: postgres.url, processes });
  });
  afterAll(async () => {
    await site?.close();
    await postgres.close();
  });

  async function suffer(fault: () => Promise<void>): Promise<{ away: number; back: number; answers: Answer[] }> {
    const watch = await site.underLoad();
    const away = performance.now();
    await fault();
    const back = await postgres.untilReady();
    expect((await site.untilWell()) - back, 'calls and a stream are well again, and a job has run').toBeLessThan(2 * MAX_MS);
    await pause(Math.max(0, back + 2 * MAX_MS - performance.now()));
    return { away, back, answers: await watch.end() };
  }

  // spec s13-faults.1 | S13 6 | While PostgreSQL is away the first clear 503 comes within 1 s, nothing hangs, and no answer is a 500 |
  //   src/db/client.ts, src/server/edge/deadlines.ts
  // spec s13-faults.2 | S13 6 | A second after PostgreSQL is back, every call answers, streams have their events and jobs run |
  //   src/db/client.ts, src/server/core/hub.ts, src/server/infra/job-runner.ts
  test.each([
    [
      'killed and away for longer',
      () =>
        postgres
          .stop('killed')
          .then(() => pause(AWAY_MS))
          .then(postgres.start),
    ],
    [
      'stopped in order and started again',
      () =>
        postgres
          .stop('orderly')
          .then(() => pause(AWAY_MS))
          .then(postgres.start),
    ],
    ['killed and back at once', async () => postgres.crash()],
  ] as const)('%s: clear answers within a second, and a second after it all is well', async (name, fault) => {
    const { away, back, answers } = await suffer(fault);
    const slowest = Math.max(...answers.map(({ from, to }) => to - from));
    const refused = answers.filter(({ status }) => status === 503);
    const firstMs = Math.min(...refused.map(({ to }) => to - away));
    const lastMs = Math.max(...refused.map(({ to }) => to - back));
    process.stdout.write(
      `${processes} process(es), ${name}: first 503 after ${firstMs.toFixed(0)} ms, last one ${lastMs.toFixed(0)} ms after PostgreSQL was back, slowest answer ${slowest.toFixed(0)} ms, ${answers.length} answers\n`,
    );
    expect(answers.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(refused.filter(({ message }) => message === '')).toEqual([]);
    expect(answers.filter(({ from, status }) => from > back + MAX_MS && status === 503)).toEqual([]);
    expect(slowest).toBeLessThan(MAX_MS + 200);
    if (back - away > MAX_MS) expect(firstMs).toBeLessThan(MAX_MS);
  });
});
