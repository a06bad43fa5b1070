import type { SignedIn } from '#server/core/context.ts';
import type { RemovedUpload, RemoveUploadInput } from '#shared/contracts/uploads.ts';

// being built
export async function removeUpload(_: SignedIn, __: RemoveUploadInput): Promise<RemovedUpload> {
  throw new Error('being built');
}
