import type { Images } from '#server/core/ports.ts';

export function createImages(): Images {
  return { photo: () => Promise.reject(new Error('being built')) };
}
