import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import { withLocale } from './locale-paths.ts';
import { toRupees } from './money.ts';
import { canBeBooked } from './on-offer.ts';
import { lowestRate, type TeachingMode } from './rates.ts';
import { ENGLISH, type Texts } from './texts.ts';
import type { AvailabilityDay } from './weekly-hours.ts';

/** What the preview picture of a tutor shows. `ratePerHour` in rupees, the lowest that can be booked. */
export type TutorPreview = {
  id: string;
  name: string;
  photoUrl: string;
  subjects: readonly string[];
  rating: number;
  reviewCount: number;
  ratePerHour: number;
  isVerified: boolean;
};

type PublicProfile = {
  id: string;
  user: { name: string; profileImage: string };
  subjects: readonly {
    subject: { name: string; isActive: boolean };
    teachingModes: readonly TeachingMode[];
    availability: readonly AvailabilityDay[];
  }[];
  rating: number;
  totalReviews: number;
  isVerified: boolean;
};

export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

const MAX_SUBJECTS = 3;

/** Null for a tutor whom search does not list, because nothing can be booked. `nameOf` names subjects in the language of the picture. */
export function toTutorPreview(profile: PublicProfile, nameOf: Texts['nameOf'] = ENGLISH.nameOf): TutorPreview | null {
  const { id, user, subjects, rating, totalReviews, isVerified } = profile;
  const active = subjects.filter(({ subject }) => subject.isActive);
  const rates = active.filter(canBeBooked).map(({ teachingModes }) => lowestRate(teachingModes) ?? Number.POSITIVE_INFINITY);
  if (rates.length === 0) return null;
  return {
    id,
    name: user.name,
    photoUrl: user.profileImage,
    subjects: active.slice(0, MAX_SUBJECTS).map(({ subject }) => nameOf(subject.name)),
    rating,
    reviewCount: totalReviews,
    ratePerHour: toRupees(Math.min(...rates)),
    isVerified,
  };
}

/** Part of the address, so that a cache holds no picture of an earlier profile. FNV-1a, which both server and browser can compute at once. */
export function previewVersion({ name, photoUrl, subjects, rating, reviewCount, ratePerHour, isVerified }: TutorPreview): string {
  const text = JSON.stringify([name, photoUrl, subjects, rating, reviewCount, ratePerHour, isVerified]);
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** A picture for each language, as Lingui's `i18n` has it: `/previews/si/tutors/…`. */
export function previewPath(preview: TutorPreview, locale: string = DEFAULT_LOCALE): string {
  return `/previews${withLocale(`/tutors/${preview.id}/${previewVersion(preview)}.png`, locale)}`;
}
