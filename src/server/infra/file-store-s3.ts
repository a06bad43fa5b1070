import type { S3Config } from '#server/config.ts';
import type { FileStore } from '#server/core/ports.ts';

// being built
export function createS3FileStore(_: S3Config & { secret: string }): FileStore {
  throw new Error('being built');
}
