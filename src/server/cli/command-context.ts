import { connect } from '#db/client.ts';
import { ensureMigrated } from '#db/migrate.ts';
import { type Config, directUrlOf } from '#server/config.ts';
import { type Ctx, NO_CLIENT } from '#server/core/context.ts';
import { createLog } from '#server/infra/log.ts';
import { createServices } from '#server/services.ts';
import { withDatabase } from './command.ts';

const CONNECTIONS = 2;

/** The context of an operator's command; nobody is signed in. */
export async function withContext(config: Config, work: (ctx: Ctx) => Promise<void>): Promise<void> {
  await withDatabase(config, directUrlOf(config), (url) => inDatabase(config, url, work));
}

async function inDatabase(config: Config, databaseUrl: string, work: (ctx: Ctx) => Promise<void>): Promise<void> {
  await ensureMigrated(databaseUrl, config.folders.migrations);
  const connection = connect(databaseUrl, { max: CONNECTIONS, name: 'vidya-admin' });
  try {
    const services = await createServices({ config, connection, log: createLog({ level: 'silent' }) });
    await work(services.contextOf({ state: 'none' }, NO_CLIENT)).finally(services.close);
  } finally {
    await connection.close();
  }
}
