import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { givenBackupKey, loadConfig } from '#server/config.ts';
import { type Manifest, sum } from '#server/infra/backup/manifest.ts';
import { type Restored, restoreBackup } from '#server/infra/backup/restore-backup.ts';
import { listOtherFiles, type RestoreTarget, stageInFolder, stageInStore } from '#server/infra/backup/restore-files.ts';
import { grantToApp, requireAppRole } from './app-role.ts';
import { createStore, formatCount, uploadsFolderOf, withOwnersDatabase } from './backup-tools.ts';
import { parseOrRefuse, runCommand, say, UsageError } from './command.ts';

const USAGE = [
  'Usage: npm run restore -- --from FILE [--replace [--remove-other-files]]',
  'BACKUP_KEY is the key that the backup was made with.',
].join('\n');

async function main(): Promise<void> {
  const options = { from: { type: 'string' }, replace: { type: 'boolean' }, 'remove-other-files': { type: 'boolean' } } as const;
  const { values } = parseOrRefuse({ args: process.argv.slice(2), options }, USAGE);
  const removesOthers = values['remove-other-files'] ?? false;
  if (!values.from || (removesOthers && !values.replace)) throw new UsageError(USAGE);
  const config = loadConfig('development', fileURLToPath(new URL('../../../', import.meta.url)));
  const key = givenBackupKey(config);
  const file = await open(values.from, 'r');
  const files = createStore(config);
  const stage = () => (config.s3 ? stageInStore(files) : stageInFolder(uploadsFolderOf(config), new Date()));
  const given = { migrations: config.folders.migrations, files, stage, isReplacing: values.replace ?? false, secret: config.secret };
  try {
    await withOwnersDatabase(config, async (databaseUrl) => {
      await requireAppRole(databaseUrl, config.databaseUrl);
      const restored = await restoreBackup(file, key, { ...given, databaseUrl });
      await grantToApp(databaseUrl, config.databaseUrl);
      report(restored);
      if (config.s3) await clearBucket(files, restored.manifest, removesOthers);
    });
  } finally {
    await file.close();
  }
}

function report({ manifest, previousFiles, absent, isOtherSecret }: Restored): void {
  const rows = formatCount(sum(manifest.tables.map((table) => table.rows)), ['row', 'rows']);
  const files = formatCount(manifest.files.length, ['file', 'files']);
  say(`Restored ${rows} in ${formatCount(manifest.tables.length, ['table', 'tables'])} and ${files}, as they were at ${manifest.at}.`);
  if (previousFiles) say(`The files that were there before are in ${previousFiles}: remove them when all is well.`);
  if (absent.length > 0) {
    say(`${formatCount(absent.length, ['file', 'files'])} of that time are not in the store, or of another size: ${absent.slice(0, 5).join(', ')}`);
  }
  if (isOtherSecret) say('APP_SECRET is another than that of the backup: authenticator apps, webhooks and links in mails need the old one.');
}

/** Files of a bucket that were added after the backup; no restored row refers to them. */
async function clearBucket(files: RestoreTarget, manifest: Manifest, removesOthers: boolean): Promise<void> {
  const others = await listOtherFiles(files, manifest);
  if (others.length === 0) return;
  if (removesOthers) for (const path of others) await files.remove(path);
  const are = formatCount(others.length, ['file of the bucket is', 'files of the bucket are']);
  say(`${are} not in the backup: ${removesOthers ? 'removed' : 'they stay; --replace --remove-other-files removes them'}.`);
}

await runCommand(main, 'Nothing was changed.');
