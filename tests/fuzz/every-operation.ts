import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRest } from '#server/rest/rest.ts';
import { useDatabase } from '#tests/support/database.ts';
import { attack, type Campaign, type Statuses, type Wish } from './campaign.ts';
import { type Document, operationsOf } from './document.ts';
import { createJudge } from './judge.ts';
import { startWorld } from './world.ts';

async function documentNow(): Promise<Document> {
  const nothing = () => {
    throw new Error('the document is written without asking anybody');
  };
  const config = { appName: 'Vidya', publicUrl: 'http://vidya.test', mode: 'production' as const };
  const rest = createRest({ config, log: { error: nothing }, sessionOf: nothing, contextOf: nothing });
  return (await (await rest.request('/api/openapi.json')).json()) as Document;
}

/** `FUZZ_REQUESTS` and `FUZZ_SEED` override the defaults. */
export function wishOf(usual: Wish): Wish {
  const { FUZZ_REQUESTS, FUZZ_SEED } = process.env;
  return { requests: Number(FUZZ_REQUESTS ?? usual.requests), seed: Number(FUZZ_SEED ?? usual.seed) };
}

export async function fuzzEveryOperation(wish: Wish): Promise<void> {
  const operations = operationsOf(await documentNow());
  const database = useDatabase();
  const seen = new Map<string, Statuses>();
  let world: Awaited<ReturnType<typeof startWorld>> | undefined;
  let campaign: Campaign | undefined;

  beforeAll(async () => {
    world = await startWorld(database.connection);
    campaign = { ...world, judge: createJudge(world.surroundings.document) };
  });
  afterAll(async () => {
    await world?.stop();
    process.stdout.write(`${summaryOf(seen, wish)}\n`);
  });

  // spec s7.3
  test('the document of the running server lists the operations under test', () => {
    const running = campaign ? operationsOf(campaign.surroundings.document) : [];
    expect(running.map(({ name }) => name)).toEqual(operations.map(({ name }) => name));
  });

  // spec s7.3 | S7 | A fuzzer over the document: 20 requests an operation in `npm test`, 200 in `npm run test:deep`, any number by FUZZ_REQUESTS; no
  //   5xx, nothing undocumented, no stack trace | tests/fuzz/every-operation.ts
  test.each(operations)('$name answers any input as documented', { timeout: 30_000 + wish.requests * 500 }, async (operation) => {
    if (!campaign) throw new Error('the world is there from beforeAll on');
    seen.set(operation.name, await attack(operation, wish, campaign));
  });
}

function summaryOf(seen: ReadonlyMap<string, Statuses>, { seed }: Wish): string {
  const all = [...seen.values()].flatMap((statuses) => [...statuses]);
  const sum = (some: typeof all) => some.reduce((total, [, times]) => total + times, 0);
  const done = sum(all.filter(([status]) => status < 300));
  const never = [...seen].flatMap(([name, statuses]) => ([...statuses.keys()].some((status) => status < 400) ? [] : [name]));
  const refused = never.length === 0 ? '' : `; always refused: ${never.join(', ')}`;
  return `fuzzed ${seen.size} operations with seed ${seed}: ${sum(all)} requests, ${done} of them done, the others refused${refused}`;
}
