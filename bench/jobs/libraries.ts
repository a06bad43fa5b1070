import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The part of the libraries' APIs that the bench calls; they are not dependencies of the product. */
type Database = { executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }> };
export type Boss = {
  on: (event: 'error', listener: (error: Error) => void) => void;
  start: () => Promise<unknown>;
  stop: (options: { graceful: boolean }) => Promise<void>;
  createQueue: (name: string, options: object) => Promise<void>;
  send: (name: string, data: object, options: object) => Promise<string | null>;
  insert: (name: string, jobs: object[]) => Promise<unknown>;
  work: <T>(name: string, options: object, handler: (jobs: { data: T }[]) => Promise<void>) => Promise<string>;
};
type BossModule = { PgBoss: new (options: object) => Boss; fromDrizzle: (transaction: object, sql: unknown) => Database };

type Tasks = Record<string, (payload: never) => Promise<void>>;
type GraphileModule = {
  run: (options: object) => Promise<{ stop: () => Promise<void> }>;
  runMigrations: (options: object) => Promise<void>;
  Logger: new (factory: () => () => void) => object;
};
export type GraphileTasks = Tasks;

const VERSIONS = { 'pg-boss': '12.38.0', 'graphile-worker': '0.18.0' };
const FOLDER = fileURLToPath(new URL('../../.cache/bench-jobs', import.meta.url));

/** Installs them once, into a folder of their own. */
export function installLibraries(): void {
  const isInstalled = ([name, version]: [string, string]) => {
    const file = join(FOLDER, 'node_modules', name, 'package.json');
    return existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version === version;
  };
  if (Object.entries(VERSIONS).every(isInstalled)) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ private: true }));
  const packages = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  execFileSync('npm', ['install', '--prefix', FOLDER, '--save-exact', '--no-audit', '--no-fund', ...packages], { stdio: 'inherit' });
}

const load = (name: string) => import(pathToFileURL(join(FOLDER, 'node_modules', name, 'dist', 'index.js')).href);
export const loadPgBoss = (): Promise<BossModule> => load('pg-boss');
export const loadGraphile = (): Promise<GraphileModule> => load('graphile-worker');
