import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge, licenceIn, type Package } from './licences.ts';
import { type Findings, findingsIn } from './vulnerabilities.ts';

/** Exit codes; the second only with --require-registry. */
const [HAS_PROBLEMS, NO_REGISTRY] = [1, 2];

const print = (line: string) => process.stdout.write(`${line}\n`);

function packages(root: string): Package[] {
  const lock: { packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link) return [];
    const manifest = join(root, path, 'package.json');
    const licence = entry.license ?? (existsSync(manifest) ? licenceIn(JSON.parse(readFileSync(manifest, 'utf8'))) : null);
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [{ name, version: entry.version ?? '', licence, isDevelopment: entry.dev === true }];
  });
}

function licencesAreGood(root: string): boolean {
  const all = packages(root);
  const verdicts = all.flatMap((found) => judge(found) ?? []);
  for (const { package: found, problem } of verdicts) print(`  ${found.name}@${found.version}: ${found.licence ?? 'no licence'} is ${problem}`);
  print(`Licences: ${all.length} packages, ${verdicts.length} that may not be used.`);
  return verdicts.length === 0;
}

function findVulnerabilities(root: string): Findings {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return findingsIn(stdout ?? '');
}

const root = process.cwd();
const areGood = licencesAreGood(root);
const vulnerabilities = findVulnerabilities(root);
if (vulnerabilities.state === 'not asked') {
  print(`Vulnerabilities: NOT CHECKED. The registry could not be asked: ${vulnerabilities.why}`);
  print('  Run it where the registry answers npm audit; --require-registry makes this a failure.');
} else {
  for (const line of vulnerabilities.lines) print(`  ${line}`);
  print(`Vulnerabilities: ${vulnerabilities.total} known, ${vulnerabilities.serious} of them high or critical and without an exception.`);
}
const hasRegistry = vulnerabilities.state === 'asked';
process.exitCode =
  !areGood || (hasRegistry && vulnerabilities.serious > 0)
    ? HAS_PROBLEMS
    : !hasRegistry && process.argv.includes('--require-registry')
      ? NO_REGISTRY
      : 0;
