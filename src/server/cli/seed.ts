import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { migrate } from '#db/migrate.ts';
import { type Config, loadConfig } from '#server/config.ts';
import { ensureDatabase, launchPostgres } from '#server/infra/embedded-postgres/launch.ts';
import { type Bulk, makeBulk, MOST_TUTORS } from '#server/seed/bulk.ts';
import { DEMO_LOGINS, emptyDemo, seedIfEmpty } from '#server/seed/seed.ts';
