import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describeMachine, writeSection } from './results.ts';

/** Cheap ones first. Not `jobs`, which fetches the libraries that it compares and has no goals. */
const BENCHES = [
  ...(['bench/search-quality.ts', 'bench/tutor-area.ts', 'bench/loop.ts', 'bench/rest.ts', 'bench/login.ts', 'bench/memory.ts --write'] as const),
  ...(['bench/http.ts --write', 'bench/realtime.ts', 'bench/pages.ts --no-build', 'bench/search.ts'] as const),
];
const MINUTE = 60_000;

type Result = { name: string; isReached: boolean; minutes: number; output: string };

const print = (line: string) => void process.stdout.write(`${line}\n`);
const lineOf = ({ name, isReached, minutes }: Result) => `${isReached ? 'ok    ' : 'FAILED'} ${name} (${minutes.toFixed(1)} min)`;

async function run(command: string): Promise<Result> {
  const startedAt = Date.now();
  const child = spawn(process.execPath, ['--import', 'tsx', ...command.split(' ')], { stdio: ['inherit', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    output += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { name: command, isReached: code === 0, minutes: (Date.now() - startedAt) / MINUTE, output };
}

/** Runs them all, whatever the others say. */
const machine = describeMachine();
const results: Result[] = [];
for (const command of BENCHES) {
  print(`\n${command}`);
  results.push(await run(command));
}
print(`\n${results.map(lineOf).join('\n')}`);
/** `http` and `memory` write sections of their own. */
const printed = results.filter(({ name }) => !name.includes('--write')).map(({ name, output }) => `### ${name}\n\n\`\`\`\n${output.trim()}\n\`\`\``);
writeSection('All in one run', [machine, `\`\`\`\n${results.map(lineOf).join('\n')}\n\`\`\``, ...printed].join('\n\n'));
process.exitCode = results.every(({ isReached }) => isReached) ? 0 : 1;
