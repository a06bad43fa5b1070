import { readFileSync } from 'node:fs';

/** The part of CHANGELOG.md about one version. */
export function notesOf(changelog: string, version: string): string {
  const heading = `## [${version}]`;
  const part = changelog.split(/^(?=## \[)/m).find((text) => text.startsWith(heading));
  const notes = part
    ?.split('\n')
    .slice(1)
    .join('\n')
    .replace(/^\[[^\]]+\]: .*$/gm, '')
    .trim();
  if (!notes) throw new Error(`CHANGELOG.md says nothing about ${version}`);
  return `${notes}\n`;
}

if (process.argv[1] === import.meta.filename) {
  const tag = process.argv[2] ?? '';
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and package.json says ${version}`);
  process.stdout.write(notesOf(readFileSync('CHANGELOG.md', 'utf8'), version));
}
