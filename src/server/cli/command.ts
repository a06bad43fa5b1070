import { parseArgs } from 'node:util';
import { findWritable } from '#db/addresses.ts';
import { type Config, ConfigError } from '#server/config.ts';
import { BackupError } from '#server/infra/backup/backup-error.ts';
import { ensureDatabase, launchPostgres } from '#server/infra/embedded-postgres/launch.ts';
import { DomainError } from '#shared/errors.ts';

export class UsageError extends Error {}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export function parseOrRefuse<T extends NonNullable<Parameters<typeof parseArgs>[0]>>(config: T, usage: string) {
  try {
    return parseArgs(config);
  } catch {
    throw new UsageError(usage);
  }
}

/** `failure` describes what is left when the command has failed. */
export async function runCommand(main: () => Promise<void>, failure: string): Promise<void> {
  await main().catch((error: unknown) => {
    process.stderr.write(`${describeError(error, failure)}\n`);
    process.exitCode = 1;
  });
}

/** Only the root cause, because the errors that wrap it quote the parameters of the statement. */
function describeError(error: unknown, failure: string): string {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message;
  if (error instanceof DomainError || error instanceof BackupError) return `${error.message.replace(/\.$/, '')}. ${failure}`;
  let root = error;
  while (root instanceof Error && root.cause !== undefined) root = root.cause;
  return `It did not work: ${root instanceof Error ? root.message || root.name : String(root)}. ${failure}`;
}

/** Without a URL, uses the embedded PostgreSQL. */
export async function withDatabase<T>({ folders }: Pick<Config, 'folders'>, url: string | null, work: (url: string) => Promise<T>): Promise<T> {
  if (url) return work(await findWritable(url));
  const server = await launchPostgres({ folder: folders.data });
  return ensureDatabase(server, 'vidya').then(work).finally(server.stop);
}
