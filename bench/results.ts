import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

const FILE = 'bench/results.md';
const INTRODUCTION = `# Results of the benches

Written by \`npm run bench\`; \`npm run bench:http -- --write\` and \`npm run bench:memory -- --write\` replace their own sections. Ratios are medians of fixed rounds.
`;

/** Replaces one section, and leaves the others as they are. */
export function writeSection(title: string, text: string): void {
  const known = existsSync(FILE) ? readFileSync(FILE, 'utf8') : INTRODUCTION;
  const [introduction = INTRODUCTION, ...sections] = known.split(/\n(?=## )/);
  const section = `## ${title}\n\n${text.trim()}\n`;
  const index = sections.findIndex((one) => one.startsWith(`## ${title}\n`));
  const all = index < 0 ? [...sections, section] : sections.with(index, section);
  writeFileSync(
    FILE,
    [introduction, ...all]
      .map((one) => one.trim())
      .join('\n\n')
      .concat('\n'),
  );
}

/** `postgres`: its version as the server says it. */
export function describeMachine(postgres?: string): string {
  const [cpu] = cpus();
  const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', 'src', 'package-lock.json') !== '';
  return [
    `${cpu?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB`,
    `Node ${process.version}${postgres ? `, PostgreSQL ${postgres}` : ''}`,
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`,
    `load average ${loadavg()[0]?.toFixed(1)} at the start`,
  ].join('; ');
}
