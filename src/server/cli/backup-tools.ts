import { type Config, directUrlOf, givenOwnerUrl } from '#server/config.ts';
import type { FileListing, FileStore } from '#server/core/ports.ts';
import { createLocalFileStore } from '#server/infra/file-store-local.ts';
import { createS3FileStore } from '#server/infra/file-store-s3.ts';
import { withDatabase } from './command.ts';

/** Nobody waits for an answer here, and a nightly backup must not fail because of one slow call. */
const S3_PATIENT = { timeoutMs: 60_000, retries: 6 };

export const uploadsFolderOf = ({ folders }: Config): string => `${folders.data}/uploads`;

export function createStore(config: Config): FileStore & FileListing {
  const { s3, secret, previousSecret } = config;
  if (s3) return createS3FileStore({ ...s3, ...S3_PATIENT, secret, previousSecret });
  return createLocalFileStore({ folder: uploadsFolderOf(config), secret, previousSecret });
}

/** Connects as the owner: a restore creates tables, and a backup reads what the app's role may not. */
export const withOwnersDatabase = <T>(config: Config, work: (url: string) => Promise<T>): Promise<T> =>
  withDatabase(config, givenOwnerUrl() ?? directUrlOf(config), work);

export function formatBytes(bytes: number): string {
  const megabytes = bytes / 1e6;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes).toLocaleString('en')} MB`;
}

export const formatCount = (count: number, [one, several]: readonly [string, string]): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
