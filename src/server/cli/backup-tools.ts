import { parseArgs } from 'node:util';
import { type Config, ConfigError, givenOwnerUrl } from '#server/config.ts';
import type { FileListing, FileStore } from '#server/core/ports.ts';
import { BackupError } from '#server/infra/backup/backup-error.ts';
import { ensureDatabase, launchPostgres } from '#server/infra/embedded-postgres/launch.ts';
import { createLocalFileStore } from '#server/infra/file-store-local.ts';
import { createS3FileStore } from '#server/infra/file-store-s3.ts';

export class UsageError extends Error {}

/** Nobody waits for an answer here, and a night's backup shall not fail by one call. */
const S3_PATIENT = { timeoutMs: 60_000, retries: 6 };

export const uploadsFolderOf = ({ folders }: Config): string => `${folders.data}/uploads`;

export function createStore(config: Config): FileStore & FileListing {
  const { s3, secret, previousSecret } = config;
  if (s3) return createS3FileStore({ ...s3, ...S3_PATIENT, secret, previousSecret });
  return createLocalFileStore({ folder: uploadsFolderOf(config), secret, previousSecret });
}

export async function withDatabase<T>({ databaseUrl, folders }: Config, work: (url: string) => Promise<T>): Promise<T> {
  // A restore makes tables anew, and a backup reads what the app's role may not.
  const url = givenOwnerUrl() ?? databaseUrl;
  if (url) return work(url);
  const server = await launchPostgres({ folder: folders.data });
  return ensureDatabase(server, 'vidya').then(work).finally(server.stop);
}

export function parseOrRefuse<T extends NonNullable<Parameters<typeof parseArgs>[0]>>(config: T, usage: string) {
  try {
    return parseArgs(config);
  } catch {
    throw new UsageError(usage);
  }
}

export function formatBytes(bytes: number): string {
  const megabytes = bytes / 1e6;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes).toLocaleString('en')} MB`;
}

export const formatCount = (count: number, [one, several]: readonly [string, string]): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`;

export async function runCommand(main: () => Promise<void>, failure: string): Promise<void> {
  await main().catch((error: unknown) => {
    process.stderr.write(`${describeError(error, failure)}\n`);
    process.exitCode = 1;
  });
}

/** Only the root cause: errors around it quote the parameters of the statement. */
function describeError(error: unknown, failure: string): string {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message;
  if (error instanceof BackupError) return `${error.message} ${failure}`;
  let root = error;
  while (root instanceof Error && root.cause !== undefined) root = root.cause;
  return `It did not work: ${root instanceof Error ? root.message || root.name : String(root)}. ${failure}`;
}
