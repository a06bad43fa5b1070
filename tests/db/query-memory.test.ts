import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const QUERIES = 10;

/** Prints how many bytes of a query's rows are with the old objects once nobody has the query any more, and how many bytes its rows take. */
const SCRIPT = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import postgres from 'postgres';

  const sql = postgres('postgres://127.0.0.1:1/none');
  const text = JSON.stringify(Array.from({ length: 1000 }, (_, index) => ({ index, name: 'a name of ' + index })));
  const oldBytes = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space').space_used_size;
  const collectYoung = () => globalThis.gc({ type: 'minor' });
  // It is not awaited, so nothing is sent.
  const read = () => {
    const query = sql\`select 1\`;
    query.rows = JSON.parse(text);
  };
  const grownBy = () => {
    read();
    const before = oldBytes();
    // What is alive in two young collections is moved to the old objects.
    collectYoung();
    collectYoung();
    return oldBytes() - before;
  };
  for (let index = 0; index < 50; index += 1) read();
  globalThis.gc();
  collectYoung();
  grownBy();
  const grown = Array.from({ length: ${QUERIES} }, grownBy);
  process.stdout.write(JSON.stringify({ grown: grown.reduce((sum, bytes) => sum + bytes, 0), bytes: text.length }));
`;

// spec s14-scale.49 | S14 5 | The rows of a query are collected with the young objects, because nothing old holds on to the query
//   | patches/postgres+3.4.9.patch
test('what a query has read is given back as soon as nobody needs it', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', SCRIPT], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const { grown, bytes } = JSON.parse(stdout) as { grown: number; bytes: number };
  expect(grown).toBeLessThan(bytes);
});
