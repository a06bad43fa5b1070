import type { As } from '#server/core/context.ts';
import type { SavedVacation, SetVacationInput } from '#shared/contracts/tutors.ts';

// being built
export async function setVacation(_: As<'tutor'>, __: SetVacationInput): Promise<SavedVacation> {
  throw new Error('being built');
}
