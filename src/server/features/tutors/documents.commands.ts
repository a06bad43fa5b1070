import type { As } from '#server/core/context.ts';

// being built
export async function detachDocument(_: As<'tutor'>, __: { id: string }): Promise<void> {
  throw new Error('being built');
}
