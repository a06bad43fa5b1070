import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { documentOf } from '#server/rest/document.ts';
import { createRest } from '#server/rest/rest.ts';
import { findBreakingChanges } from './openapi-changes.ts';
import type { Json } from './openapi-schemas.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DOCUMENT = join(ROOT, 'openapi/v1.json');
const CLIENT = join(ROOT, 'packages/api-client');
const APP_NAME = 'Vidya';

const unused = (): never => {
  throw new Error('the document is written without a server');
};

function createDocument(): string {
  const config = { appName: APP_NAME, publicUrl: 'http://localhost', mode: 'production' } as const;
  const rest = createRest({ config, log: { error: unused }, sessionOf: unused, contextOf: unused });
  return `${JSON.stringify(documentOf(rest, APP_NAME), null, 2)}\n`;
}

async function readCommitted(): Promise<Json> {
  const text = await readFile(DOCUMENT, 'utf8').catch(() => '{}');
  return JSON.parse(text);
}

async function writeTypes(text: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  const isExample = (key: string) => key === 'example' || key === 'examples';
  const withoutExamples = JSON.stringify(JSON.parse(text), (key, value) => (isExample(key) ? undefined : value));
  await writeFile(join(folder, 'document.json'), withoutExamples);
  const program = join(CLIENT, 'node_modules/.bin/openapi-typescript');
  const args = [join(folder, 'document.json'), '--output', join(CLIENT, 'schema.d.ts'), '--default-non-nullable=false'];
  await promisify(execFile)(program, args, { cwd: CLIENT });
  await rm(folder, { recursive: true });
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({ options: { 'accept-breaking': { type: 'boolean', default: false } } });
const document = createDocument();
const breaking = findBreakingChanges(await readCommitted(), JSON.parse(document));
for (const change of breaking) say(change);
if (breaking.length > 0 && !values['accept-breaking']) {
  say(`\nNothing was written: ${breaking.length} of these would break clients.`);
  say('Change the API so that they go. Or raise the first part of VERSION in src/server/rest/document.ts, and add -- --accept-breaking.');
  process.exitCode = 1;
} else {
  await mkdir(dirname(DOCUMENT), { recursive: true });
  await writeFile(DOCUMENT, document);
  await writeTypes(document);
  say('openapi/v1.json and packages/api-client/schema.d.ts are written.');
}
