import type { As } from '#server/core/context.ts';
import type { DaysOffInput, DaysOffView } from '#shared/contracts/tutors.ts';

// being built
export async function addDaysOff(_: As<'tutor'>, __: DaysOffInput): Promise<DaysOffView> {
  throw new Error('being built');
}

export async function removeDaysOff(_: As<'tutor'>, __: { id: string }): Promise<void> {
  throw new Error('being built');
}
