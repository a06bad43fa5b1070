import { BOOKABLE_METHODS, type BookableMethod, type LearningMethod } from '#shared/vocabulary/bookings.ts';
import { BOOKABLE_MODES, type TeachingModeType } from '#shared/vocabulary/people.ts';
import { type Cents, toCents } from './money.ts';
import { ENGLISH, type Texts } from './texts.ts';

/** `rate` in rupees per hour, as on the wire. */
export type TeachingMode = { type: TeachingModeType; enabled: boolean; rate: number };

export const MODE_LABELS = { online: 'Online', 'home-visit': 'Home Visit', group: 'Group' } as const satisfies Record<TeachingModeType, string>;

export const MODE_OF_METHOD = { online: 'online', individual: 'home-visit', group: 'group' } as const satisfies Record<
  LearningMethod,
  TeachingModeType
>;

export const METHOD_LABELS = {
  online: MODE_LABELS.online,
  individual: MODE_LABELS['home-visit'],
  group: MODE_LABELS.group,
} as const satisfies Record<LearningMethod, string>;

export function toTeachingMode(method: LearningMethod): TeachingModeType {
  return MODE_OF_METHOD[method];
}

export function hourlyRate(modes: readonly TeachingMode[], method: LearningMethod): Cents | null {
  if (method === 'group') return null;
  const mode = modes.findLast(({ type }) => type === toTeachingMode(method));
  return mode?.enabled && mode.rate > 0 ? toCents(mode.rate) : null;
}

/** Groups are shown, and cannot be booked. */
export function isGroupOffer({ type, enabled, rate }: TeachingMode): boolean {
  return type === 'group' && enabled && rate > 0;
}

export function sessionPrice(modes: readonly TeachingMode[], method: LearningMethod, hours: number): Cents | null {
  const rate = hourlyRate(modes, method);
  return rate === null ? null : rate * hours;
}

export function bookableMethods(modes: readonly TeachingMode[]): BookableMethod[] {
  return BOOKABLE_METHODS.filter((method) => hourlyRate(modes, method) !== null);
}

/** Always online and home visit, disabled if unset; group if present; the last of duplicates wins. */
export function withBothModes(modes: readonly TeachingMode[]): TeachingMode[] {
  const last = (type: TeachingModeType) => modes.findLast((mode) => mode.type === type);
  const both = BOOKABLE_MODES.map((type) => last(type) ?? { type, enabled: false, rate: 0 });
  const group = last('group');
  return group ? [...both, group] : both;
}

export function lowestRate(modes: readonly TeachingMode[]): Cents | null {
  const rates = BOOKABLE_METHODS.map((method) => hourlyRate(modes, method)).filter((rate) => rate !== null);
  return rates.length > 0 ? Math.min(...rates) : null;
}

export function formatHours(hours: number, t: Texts = ENGLISH): string {
  return hours === 1 ? t`1 hour` : t`${hours} hours`;
}
