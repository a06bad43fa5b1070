import { WEEKDAYS, type Weekday } from '#shared/vocabulary/weekdays.ts';
import type { BookableTutor } from './booking-request.ts';
import { type Cents, toCents, toRupees } from './money.ts';
import type { TeachingMode } from './rates.ts';
import { type AvailabilityDay, minutesOf } from './weekly-hours.ts';

export type StoredMode = { type: TeachingMode['type']; enabled: boolean; rateCents: Cents };
export type StoredSlot = { day: Weekday; startMinute: number; endMinute: number };
export type StoredSchedule = {
  isOnVacation: boolean;
  minimumNoticeHours?: number;
  subjects: readonly { id: string; isActive: boolean; modes: readonly StoredMode[]; slots: readonly StoredSlot[] }[];
};

export function toBookable({ isOnVacation, minimumNoticeHours = 0, subjects }: StoredSchedule): BookableTutor {
  return {
    isOnVacation,
    minimumNoticeHours,
    subjects: subjects.map(({ id, isActive, modes, slots }) => ({ id, isActive, modes: toModes(modes), week: toWeek(slots) })),
  };
}

export function toModes(stored: readonly StoredMode[]): TeachingMode[] {
  return stored.map(({ type, enabled, rateCents }) => ({ type, enabled, rate: toRupees(rateCents) }));
}

export function toWeek(stored: readonly StoredSlot[]): AvailabilityDay[] {
  return WEEKDAYS.flatMap((day) => {
    const slots = stored.filter((slot) => slot.day === day).sort((one, other) => one.startMinute - other.startMinute);
    return slots.length === 0 ? [] : [{ day, slots: slots.map((slot) => ({ start: timeOf(slot.startMinute), end: timeOf(slot.endMinute) })) }];
  });
}

export function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

export function toStoredModes(modes: readonly TeachingMode[]): StoredMode[] {
  return modes.map(({ type, enabled, rate }) => ({ type, enabled, rateCents: toCents(rate) }));
}

/** Slots with an unreadable time are dropped. */
export function toStoredSlots(week: readonly AvailabilityDay[]): StoredSlot[] {
  return week.flatMap(({ day, slots }) =>
    slots.flatMap(({ start, end }) => {
      const [startMinute, endMinute] = [minutesOf(start), minutesOf(end)];
      return startMinute === null || endMinute === null ? [] : [{ day, startMinute, endMinute }];
    }),
  );
}
