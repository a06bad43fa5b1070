import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, givenBackupKey, loadConfig } from '#server/config.ts';
import { markBackup, nameBackup, partialOf, prepareFolder, pruneFolder, publishBackup, removeRemains } from '#server/infra/backup/backup-folder.ts';
import { createBackup } from '#server/infra/backup/create-backup.ts';
import { type Manifest, sum, toSecretMark } from '#server/infra/backup/manifest.ts';
import { verifyBackup } from '#server/infra/backup/read-backup.ts';
import { createSealedFile } from '#server/infra/backup/sealed-file.ts';
import { readVersion } from '#server/infra/readiness.ts';
import { parseRetention } from '#shared/domain/backup-retention.ts';
import { createStore, formatBytes, formatCount, withOwnersDatabase } from './backup-tools.ts';
import { parseOrRefuse, runCommand, say, UsageError } from './command.ts';

const USAGE = [
  'Usage: npm run backup -- --to FOLDER [--keep daily=7,weekly=4,monthly=12] [--without-files]',
  '       npm run backup -- --verify FILE',
  'BACKUP_KEY encrypts it. BACKUP_DIR and BACKUP_KEEP stand for --to and --keep.',
].join('\n');

async function main(): Promise<void> {
  const options = { to: { type: 'string' }, keep: { type: 'string' }, verify: { type: 'string' }, 'without-files': { type: 'boolean' } } as const;
  const { values } = parseOrRefuse({ args: process.argv.slice(2), options }, USAGE);
  const config = loadConfig('development', fileURLToPath(new URL('../../../', import.meta.url)));
  if (values.verify !== undefined) return verify(values.verify, givenBackupKey(config));
  const { to = config.backupFolder } = values;
  const retention = values.keep === undefined ? config.backupRetention : parseRetention(values.keep);
  if (!to) throw new UsageError(USAGE);
  if (values.keep !== undefined && !retention) throw new UsageError('--keep must be such as daily=7,weekly=4,monthly=12.');
  const written = await makeBackup(config, resolve(to), { key: givenBackupKey(config), withFiles: !values['without-files'] });
  const pruned = retention && (await pruneFolder(resolve(to), retention, config.timezone));
  say(`${written}${pruned ? ` ${formatCount(pruned.retained, ['backup stays', 'backups stay'])}, ${pruned.removed} removed.` : ''}`);
}

async function makeBackup(config: Config, folder: string, { key, withFiles }: { key: string; withFiles: boolean }): Promise<string> {
  const startedAt = new Date();
  await prepareFolder(folder);
  const file = join(folder, nameBackup(startedAt));
  const target = await createSealedFile(partialOf(file), key);
  const source = { files: createStore(config), withFiles, version: readVersion(config.folders.root), secretMark: toSecretMark(config.secret) };
  const finish = async (manifest: Manifest) => ({ manifest, bytes: await target.close() });
  const { manifest, bytes } = await withOwnersDatabase(config, (databaseUrl) => createBackup(target, { ...source, databaseUrl }))
    .then(finish)
    .catch(async (error: unknown) => {
      await target.discard();
      throw error;
    });
  await publishBackup(file);
  await removeRemains(folder, startedAt);
  const finishedAt = new Date();
  const seconds = (finishedAt.getTime() - startedAt.getTime()) / 1000;
  const { at, missing } = manifest;
  const counts = { rows: sum(manifest.tables.map(({ rows }) => rows)), files: (manifest.listing ?? manifest.files).length, missing: missing.length };
  await markBackup(folder, { file, at, finishedAt: finishedAt.toISOString(), bytes, seconds, ...counts });
  if (missing.length > 0)
    process.stderr.write(
      `${formatCount(missing.length, ['row names a file that is', 'rows name files that are'])} not in the store: ${missing.slice(0, 5).join(', ')}\n`,
    );
  return `${file}: ${describe(manifest)}, ${formatBytes(bytes)}, in ${seconds.toFixed(1)} s.`;
}

async function verify(path: string, key: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const manifest = await verifyBackup(file, key);
    say(`${path} is whole: ${describe(manifest)}, of ${manifest.at}, made by release ${manifest.version}.`);
  } finally {
    await file.close();
  }
}

function describe({ tables, files, listing }: Manifest): string {
  const rows = formatCount(sum(tables.map((table) => table.rows)), ['row', 'rows']);
  const count = formatCount((listing ?? files).length, ['file', 'files']);
  return `${rows} in ${formatCount(tables.length, ['table', 'tables'])}, ${listing ? `the names of ${count}` : count}`;
}

await runCommand(main, 'No backup was made.');
