import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Cheap ones first. Not `jobs`, which fetches the libraries that it compares and has no goals. */
const BENCHES = [
  ...(['bench/search-quality.ts', 'bench/tutor-area.ts', 'bench/loop.ts', 'bench/rest.ts', 'bench/login.ts', 'bench/memory.ts'] as const),
  ...(['bench/http.ts', 'bench/realtime.ts', 'bench/pages.ts --no-build', 'bench/search.ts'] as const),
];

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Runs them all, whatever the others say. */
const results: { name: string; isReached: boolean }[] = [];
for (const name of BENCHES) {
  print(`\n${name}`);
  const child = spawn(process.execPath, ['--import', 'tsx', ...name.split(' ')], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  results.push({ name, isReached: code === 0 });
}
print('');
for (const { name, isReached } of results) print(`${isReached ? 'ok    ' : 'FAILED'} ${name}`);
process.exitCode = results.every(({ isReached }) => isReached) ? 0 : 1;
