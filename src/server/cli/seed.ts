import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { migrate } from '#db/migrate.ts';
import { MAX_TUTORS, makeBulk } from '#seed/bulk.ts';
import { DEMO_EMAILS, DEMO_PASSWORD } from '#seed/logins.ts';
import { emptyDemo, seedIfEmpty } from '#seed/seed.ts';
import { type Config, ConfigError, directUrlOf, loadConfig } from '#server/config.ts';
import { ensureDatabase, launchPostgres } from '#server/infra/embedded-postgres/launch.ts';
import { isDate, wallClock } from '#shared/domain/zone.ts';

type Options = { today: string; reset: boolean; tutors: number | null };

const USAGE = 'npm run db:seed -- [--today YYYY-MM-DD] [--reset] [--tutors N]';
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

class UsageError extends Error {}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const config = loadConfig('development', fileURLToPath(new URL('../../../', import.meta.url)));
  const options = parseOptions(process.argv.slice(2), config.timezone);
  const url = directUrlOf(config);
  if (url !== null) return seed(url, options, config);
  const server = await launchPostgres({ folder: config.folders.data });
  await ensureDatabase(server, 'vidya')
    .then((url) => seed(url, options, config))
    .finally(server.stop);
}

async function seed(databaseUrl: string, { today, reset, tutors }: Options, config: Config): Promise<void> {
  const { timezone: appTimezone, appName, folders } = config;
  const filesDir = `${folders.data}/uploads`;
  const log = { info: print };
  if (tutors !== null) {
    const url = await makeBulk({ serverUrl: databaseUrl, tutors, today, appTimezone, filesDir, migrations: folders.migrations, log });
    if (!config.databaseUrl) print('It lives in the embedded PostgreSQL, which runs as long as `npm run dev` does.');
    return print(`DATABASE_URL=${url}`);
  }
  if (reset && !LOCAL.includes(new URL(config.publicUrl).hostname)) throw new UsageError('--reset is refused: PUBLIC_URL names no local address.');
  await migrate(databaseUrl, folders.migrations);
  if (reset && !(await emptyDemo(databaseUrl))) throw new UsageError('--reset is refused: this database holds people who are not of the demo data.');
  const isSeeded = await seedIfEmpty({ databaseUrl, today, appTimezone, filesDir, appName, log });
  if (!isSeeded) throw new UsageError('This database already holds people, so nothing was changed. --reset replaces the demo data by new.');
  print(`Demo logins: ${Object.values(DEMO_EMAILS).join(', ')}, password ${DEMO_PASSWORD}`);
}

function parseOptions(args: string[], zone: string): Options {
  const options = { today: { type: 'string' }, reset: { type: 'boolean' }, tutors: { type: 'string' } } as const;
  const { values } = orUsage(() => parseArgs({ args, options }));
  const { today = wallClock(new Date(), zone).date, reset = false, tutors } = values;
  if (!isDate(today)) throw new UsageError('--today must be a date, YYYY-MM-DD.');
  const count = tutors === undefined ? null : Number(tutors);
  if (count !== null && !(Number.isInteger(count) && count >= 1 && count <= MAX_TUTORS)) {
    throw new UsageError('--tutors must be a whole number from 1 to 1000000.');
  }
  return { today, reset, tutors: count };
}

function orUsage<T>(parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new UsageError(`Usage: ${USAGE}`);
  }
}

function toMessage(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${toMessage(error)}\n`);
  process.exitCode = 1;
});
