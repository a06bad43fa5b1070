import { fileURLToPath } from 'node:url';
import { migrate } from '#db/migrate.ts';
import { givenOwnerUrl, loadForMigrations } from '#server/config.ts';
import { ensureDatabase, launchPostgres } from '#server/infra/embedded-postgres/launch.ts';
import { grantToApp } from './app-role.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { databaseUrl, folders } = loadForMigrations(fileURLToPath(new URL('../../../', import.meta.url)));
  const ownerUrl = givenOwnerUrl() ?? databaseUrl;
  if (ownerUrl) await migrateAs(ownerUrl, folders.migrations, databaseUrl);
  else {
    const server = await launchPostgres({ folder: folders.data });
    await migrate(await ensureDatabase(server, 'vidya'), folders.migrations).finally(server.stop);
  }
  say('The database is up to date.');
}

async function migrateAs(ownerUrl: string, folder: string, appUrl: string | null): Promise<void> {
  await migrate(ownerUrl, folder);
  const role = await grantToApp(ownerUrl, appUrl);
  if (role !== null) say(`The role ${role} may read and write rows.`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
