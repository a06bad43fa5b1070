import { fileURLToPath } from 'node:url';
import { migrate } from '#db/migrate.ts';
import { directUrlOf, givenOwnerUrl, loadForMigrations } from '#server/config.ts';
import { grantToApp } from './app-role.ts';
import { say, withDatabase } from './command.ts';

async function main(): Promise<void> {
  const config = loadForMigrations(fileURLToPath(new URL('../../../', import.meta.url)));
  await withDatabase(config, givenOwnerUrl() ?? directUrlOf(config), async (url) => {
    await migrate(url, config.folders.migrations);
    const role = await grantToApp(url, config.databaseUrl);
    if (role !== null) say(`The role ${role} may read and write rows.`);
  });
  say('The database is up to date.');
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
