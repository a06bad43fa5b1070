import { fileURLToPath } from 'node:url';
import { migrate } from '#db/migrate.ts';
import { loadConfig } from '#server/config.ts';
import { ensureDatabase, launchPostgres } from '#server/infra/embedded-postgres/launch.ts';

const { databaseUrl, folders } = loadConfig('development', fileURLToPath(new URL('../../../', import.meta.url)));

if (databaseUrl) await migrate(databaseUrl, folders.migrations);
else {
  const server = await launchPostgres({ folder: folders.data });
  await migrate(await ensureDatabase(server, 'vidya'), folders.migrations).finally(server.stop);
}
process.stdout.write('The database is up to date.\n');
