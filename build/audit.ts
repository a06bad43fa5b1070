import { spawnSync } from 'node:child_process';
import { judge, listPackages } from './licences.ts';
import { type Findings, findingsIn } from './vulnerabilities.ts';

/** Exit codes; the second only with --require-registry. */
const [HAS_PROBLEMS, NO_REGISTRY] = [1, 2];

const print = (line: string) => process.stdout.write(`${line}\n`);

function licencesAreGood(root: string): boolean {
  const all = listPackages(root);
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
