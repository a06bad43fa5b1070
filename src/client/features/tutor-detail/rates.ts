import type { SubjectEntryView } from '#shared/contracts/tutors.ts';
import { formatRupees, toRupees } from '#shared/domain/money.ts';
import { hourlyRate, METHOD_LABELS } from '#shared/domain/rates.ts';
import { BOOKABLE_METHODS, type BookableMethod } from '#shared/vocabulary/bookings.ts';

export type RateLine = { method: BookableMethod; label: string; amount: string };

/** What an hour costs by method over all subjects; the least where subjects differ. */
export function rateLines(subjects: readonly SubjectEntryView[]): RateLine[] {
  return BOOKABLE_METHODS.flatMap((method) => {
    const rates = subjects.map(({ teachingModes }) => hourlyRate(teachingModes, method)).filter((rate) => rate !== null);
    if (rates.length === 0) return [];
    const [least, most] = [Math.min(...rates), Math.max(...rates)];
    const perHour = `${formatRupees(toRupees(least))} / hour`;
    return [{ method, label: METHOD_LABELS[method], amount: least === most ? perHour : `from ${perHour}` }];
  });
}
