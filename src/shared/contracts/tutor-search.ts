import { z } from 'zod';
import { VALIDATION } from '#shared/messages.ts';
import { LIMITS, SEARCH } from '#shared/vocabulary/limits.ts';
import { SEARCH_MODE_OF, SEARCH_MODES, TEACHING_MEDIUMS, TEACHING_MODES, type TeachingModeType } from '#shared/vocabulary/people.ts';
import {
  ANSWERED,
  DISTANCES,
  EXAMS,
  FREE_SOON,
  MET_BY,
  PARTS_OF_DAY,
  SEARCH_PARTS,
  SEARCH_SORTS,
  SEARCH_TEXT_FILTERS,
  SORT_DIRECTIONS,
} from '#shared/vocabulary/search.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { id, named, rupees } from './common.ts';
import { tutorProfileView } from './tutors.ts';

/** Pages opened before a deployment still send the profile's spelling. */
const searchMode = z
  .enum([...SEARCH_MODES, ...TEACHING_MODES])
  .transform((sent) => SEARCH_MODES.find((mode) => mode === sent) ?? SEARCH_MODE_OF[sent as TeachingModeType]);

export const searchFilters = z.object({
  category: z.string().max(LIMITS.name.max).optional(),
  subject: z.string().max(LIMITS.name.max).optional(),
  topic: z.string().max(LIMITS.name.max).optional(),
  teachingMode: searchMode.optional(),
  femaleOnly: z.boolean().default(false),
  verified: z.boolean().optional(),
  location: z.string().trim().max(LIMITS.searchText).optional(),
  search: z.string().trim().max(LIMITS.searchText).optional(),
  minRating: z.number().min(0).max(5).optional(),
  /** Rupees per hour, inclusive, of the lowest bookable rate. */
  priceFrom: z.number().min(0).max(LIMITS.ratePerHour).optional(),
  priceTo: z.number().min(0).max(LIMITS.ratePerHour).optional(),
  freeOn: z.iso.date({ error: VALIDATION.searchDate }).optional(),
  /** A tutor needs one of them. */
  mediums: z.array(z.enum(TEACHING_MEDIUMS)).max(TEACHING_MEDIUMS.length).optional(),
  exam: z.enum(EXAMS).optional(),
  /** Hours of the weekly plan: on one of these days, in one of these parts of the day. */
  days: z.array(z.enum(WEEKDAYS)).max(WEEKDAYS.length).optional(),
  partsOfDay: z.array(z.enum(PARTS_OF_DAY)).max(PARTS_OF_DAY.length).optional(),
  /** Distance from the town that `location` names; no effect where it names none. */
  withinKm: z.literal(DISTANCES).optional(),
  sortBy: z.enum(SEARCH_SORTS).default('rating'),
  sortOrder: z.enum(SORT_DIRECTIONS).optional(),
});
export type SearchFilters = z.infer<typeof searchFilters>;

export const searchInput = searchFilters.extend({
  cursor: z.string().max(2000).nullish(),
  /** Where the first page begins: the `nextCursor` of another one. Unlike `cursor` it is part of the client's cache key. */
  after: z.string().max(2000).optional(),
  limit: z.int().min(1).max(SEARCH.mostPerPage).default(SEARCH.pageSize),
});
export type SearchInput = z.infer<typeof searchInput>;

export const searchPageInput = searchFilters.extend({
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(SEARCH.mostPerPage).default(SEARCH.pageSize),
});
export type SearchPageInput = z.infer<typeof searchPageInput>;

export const tutorCard = z.object({
  id: z.string(),
  name: z.string(),
  profileImage: z.string(),
  headline: z.string(),
  isVerified: z.boolean(),
  vacationMode: z.boolean(),
  rating: z.number(),
  totalReviews: z.number(),
  totalStudents: z.number(),
  totalSessions: z.number(),
  experienceYears: z.number(),
  /** Median from a request to its answer; null where too few are answered. */
  answerMinutes: z.number().nullable(),
  availableLocations: z.string(),
  teachingMediums: z.array(z.enum(TEACHING_MEDIUMS)),
  /** Active subjects in the tutor's order; one that the filters name comes first. */
  subjects: z.array(named.extend({ topics: z.array(z.string()), onlineRate: rupees, homeVisitRate: rupees })),
  /** The tutor offers group classes, which cannot be booked. */
  offersGroup: z.boolean(),
  /** The next free start for the subject, mode, days and time of day that are searched for. */
  nextFree: z.date().nullable(),
});
export type TutorCard = z.infer<typeof tutorCard>;

export const tutorCardsInput = z.object({ ids: z.array(id).max(SEARCH.mostPerPage) });
export type TutorCardsInput = z.infer<typeof tutorCardsInput>;

/** Why a tutor is at this place in the order by best match. */
export const tutorMatch = z.object({
  words: z.array(z.object({ text: z.string(), by: z.enum(MET_BY) })),
  /** Hundredths of a star. */
  rating: z.number(),
  totalReviews: z.number(),
  free: z.enum(FREE_SOON),
  answered: z.enum(ANSWERED),
  /** From a town that the search names, where it asks for a distance. */
  distance: z.object({ town: z.string(), km: z.number() }).nullable(),
  /** Every eighth place is for a tutor without a review. */
  isNewcomersPlace: z.boolean(),
});
export type TutorMatch = z.infer<typeof tutorMatch>;

/** How the words of a search were read. `text` is the corresponding part of the search text, as it was typed. */
export const searchReading = z.object({
  filters: z.array(
    z.object({
      kind: z.enum(SEARCH_TEXT_FILTERS),
      label: z.string(),
      text: z.string(),
      days: z.array(z.enum(WEEKDAYS)).optional(),
      date: z.string().optional(),
    }),
  ),
  corrections: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Words that no tutor has together with the others. */
  leftOut: z.array(z.string()),
  /** The text has more words than are searched for. */
  isShortened: z.boolean(),
  /** The town that `location` names, from which a distance can be asked for. */
  town: z.string().nullable(),
});
export type SearchReading = z.infer<typeof searchReading>;

const counted = { total: z.number(), totalIsCapped: z.boolean() };

/** Another search, and how many tutors it finds. */
const offer = z.object({ filters: searchFilters.omit({ sortBy: true, sortOrder: true }).partial(), ...counted });
export const searchOffers = z.object({
  /** `labels`: the parts that were dropped, beginning with words that no tutor has. `date`: the day that the last of them names. */
  without: z.array(offer.extend({ part: z.enum(SEARCH_PARTS), labels: z.array(z.string()), date: z.string().optional() })),
  towns: z.array(offer.extend({ name: z.string(), km: z.number() })),
  subjects: z.array(offer.extend({ name: z.string() })),
});
export type SearchOffers = z.infer<typeof searchOffers>;

export const searchAnswer = z.object({
  tutors: z.array(tutorCard.extend({ match: tutorMatch.optional() })),
  nextCursor: z.string().nullable(),
  reading: searchReading,
  /** On the first page of a search that nobody matches completely. */
  offers: searchOffers.optional(),
  ...counted,
});
export type SearchAnswer = z.infer<typeof searchAnswer>;

export const searchPage = z.object({
  tutors: z.array(tutorProfileView),
  reading: searchReading,
  page: z.number(),
  pages: z.number(),
  limit: z.number(),
  ...counted,
});
export type SearchPage = z.infer<typeof searchPage>;
