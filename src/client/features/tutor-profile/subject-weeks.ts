import { findBaseWeek, isSameWeek } from '#shared/domain/base-week.ts';
import type { AvailabilityDay } from '#shared/domain/weekly-hours.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import type { Week } from './week-slots.ts';

type Entry = { week: Week; hasOwnWeek: boolean };

/** The base week is not stored: it is the week of the subjects without one of their own, of which there is always one. */
export function findBase(subjects: readonly Entry[]): number {
  return subjects.findIndex(({ hasOwnWeek }) => !hasOwnWeek);
}

export function withDerivedBase<T extends Entry>(subjects: readonly T[]): T[] {
  const weeks = subjects.map(({ week }) => toDays(week));
  const base = weeks[findBaseWeek(weeks)] ?? [];
  return subjects.map((subject) => ({ ...subject, hasOwnWeek: !isSameWeek(toDays(subject.week), base) }));
}

/** A removed subject may have been the last one with the base week, and an old draft does not say which subjects have it. */
export function withBase<T extends Entry>(subjects: T[]): T[] {
  const base = subjects[findBase(subjects)];
  const isConsistent = base && subjects.every(({ hasOwnWeek, week }) => hasOwnWeek || isSameWeek(toDays(week), toDays(base.week)));
  return isConsistent ? subjects : withDerivedBase(subjects);
}

export function withBaseWeek<T extends Entry>(subjects: readonly T[], week: T['week']): T[] {
  return subjects.map((subject) => (subject.hasOwnWeek ? subject : { ...subject, week }));
}

export function isOnlyWithBase(subjects: readonly Entry[], { hasOwnWeek }: Entry): boolean {
  return !hasOwnWeek && subjects.filter((subject) => !subject.hasOwnWeek).length === 1;
}

/** Errors of the base week are shown with it, not with the subjects that have it. */
export function findOwnError(errors: Readonly<Record<string, string>>, index: number, { hasOwnWeek }: Entry): string | undefined {
  const path = `subjects.${index}.`;
  return Object.keys(errors).find((field) => field.startsWith(path) && (hasOwnWeek || !field.startsWith(`${path}availability`)));
}

function toDays(week: Week): AvailabilityDay[] {
  return WEEKDAYS.map((day) => ({ day, slots: [...week[day]] }));
}
