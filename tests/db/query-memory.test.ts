import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';

const database = useDatabase();

const READS = { statement: 'read(pool)', transaction: 'pool.begin((tx) => read(tx))' };

/** Prints how many bytes of what was read are with the old objects once nobody has it any more, and how many bytes it takes. */
const scriptOf = (read: string) => `
  import { getHeapSpaceStatistics } from 'node:v8';
  import postgres from 'postgres';

  const pool = postgres(process.env.DATABASE_URL, { max: 3, onnotice: () => {} });
  const read = (sql) => sql\`select 'a text of row ' || row as text, row from generate_series(1, 2000) row\`;
  const oldBytes = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space').space_used_size;
  const collectYoung = () => globalThis.gc({ type: 'minor' });
  const grownBy = async () => {
    await ${read};
    // Until then the rows are on the stack.
    await new Promise(setImmediate);
    // What is alive in two young collections is moved to the old objects.
    const before = oldBytes();
    collectYoung();
    collectYoung();
    return oldBytes() - before;
  };
  for (let index = 0; index < 30; index += 1) await ${read};
  globalThis.gc();
  for (let index = 0; index < 6; index += 1) await grownBy();
  const grown = [];
  for (let index = 0; index < 10; index += 1) grown.push(await grownBy());
  process.stdout.write(JSON.stringify({ grown: Math.max(...grown), bytes: JSON.stringify(await ${read}).length }));
  await pool.end();
`;

// spec s14-scale.49 | S14 5 | What a statement or a transaction has read is collected with the young objects: nothing old holds on to it
//   | patches/postgres+3.4.9.patch
test.each(Object.entries(READS))('what a %s has read is given back as soon as nobody needs it', (_, read) => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', scriptOf(read)], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: database.url },
  });
  expect(stderr).toBe('');
  const { grown, bytes } = JSON.parse(stdout) as { grown: number; bytes: number };
  expect(grown).toBeLessThan(bytes / 2);
});
