import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRest } from '#server/rest/rest.ts';
import { useDatabase } from '#tests/support/database.ts';
import { withClient } from '#tests/support/with-client.ts';
import { attack, type Campaign, type Options, type Statuses } from './campaign.ts';
import { type Document, operationsOf } from './document.ts';
import { createJudge } from './judge.ts';
import { startServer } from './server.ts';

async function readDocument(): Promise<Document> {
  const fail = () => {
    throw new Error('the document is written without asking anybody');
  };
  const config = { appName: 'Vidya', publicUrl: 'http://vidya.test', mode: 'production' as const };
  const rest = createRest({ config, log: { error: fail }, sessionOf: fail, contextOf: fail });
  return (await (await withClient(rest).request('/api/openapi.json')).json()) as Document;
}

/** `FUZZ_REQUESTS` and `FUZZ_SEED` override the defaults. */
export function readOptions(defaults: Options): Options {
  const { FUZZ_REQUESTS, FUZZ_SEED } = process.env;
  return { requests: Number(FUZZ_REQUESTS ?? defaults.requests), seed: Number(FUZZ_SEED ?? defaults.seed) };
}

export async function fuzzEveryOperation(options: Options): Promise<void> {
  const operations = operationsOf(await readDocument());
  const database = useDatabase();
  const statusesByOperation = new Map<string, Statuses>();
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  let campaign: Campaign | undefined;

  beforeAll(async () => {
    server = await startServer(database.connection);
    campaign = { ...server, judge: createJudge(server.environment.document) };
  });
  afterAll(async () => {
    await server?.stop();
    process.stdout.write(`${summaryOf(statusesByOperation, options)}\n`);
  });

  // spec s7.3
  test('the document of the running server lists the operations under test', () => {
    const documented = campaign ? operationsOf(campaign.environment.document) : [];
    expect(documented.map(({ name }) => name)).toEqual(operations.map(({ name }) => name));
  });

  // spec s7.3 | S7 | A fuzzer over the document: 20 requests an operation in `npm test`, 200 in `npm run test:deep`, any number by FUZZ_REQUESTS; no
  //   5xx, nothing undocumented, no stack trace | tests/fuzz/every-operation.ts
  test.each(operations)('$name answers any input as documented', { timeout: 30_000 + options.requests * 500 }, async (operation) => {
    if (!campaign) throw new Error('the world is there from beforeAll on');
    statusesByOperation.set(operation.name, await attack(operation, options, campaign));
  });
}

function summaryOf(statusesByOperation: ReadonlyMap<string, Statuses>, { seed }: Options): string {
  const all = [...statusesByOperation.values()].flatMap((statuses) => [...statuses]);
  const sum = (counts: typeof all) => counts.reduce((total, [, times]) => total + times, 0);
  const done = sum(all.filter(([status]) => status < 300));
  const refused = [...statusesByOperation].flatMap(([name, statuses]) => ([...statuses.keys()].some((status) => status < 400) ? [] : [name]));
  const suffix = refused.length === 0 ? '' : `; always refused: ${refused.join(', ')}`;
  return `fuzzed ${statusesByOperation.size} operations with seed ${seed}: ${sum(all)} requests, ${done} of them done, the others refused${suffix}`;
}
