import { methodsOnOffer, type TeachingMode } from './rates.ts';
import type { AvailabilityDay } from './weekly-hours.ts';

export type OfferedSubject = { isActive: boolean; modes: readonly TeachingMode[]; week: readonly AvailabilityDay[] };

/** Whether anything of it is on offer: an active subject with a mode, a rate and a slot. */
export function isOnOffer({ isActive, modes, week }: OfferedSubject): boolean {
  return isActive && methodsOnOffer(modes).length > 0 && week.some(({ slots }) => slots.length > 0);
}
