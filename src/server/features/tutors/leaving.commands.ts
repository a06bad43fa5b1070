import type { As } from '#server/core/context.ts';

// being built
export async function deleteProfile(_: As<'tutor'>): Promise<void> {
  throw new Error('being built');
}
