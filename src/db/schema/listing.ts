import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#db/columns.ts';
import { BOOKABLE_MODES, TEACHING_MODES, type TeachingModeType } from '#shared/vocabulary/people.ts';
import { PARTS_OF_DAY, type PartOfDay } from '#shared/vocabulary/search.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/weekdays.ts';
import { tsvector } from './search.ts';
import { tutorProfiles } from './tutors.ts';

/** The scope of all listed tutors, and the scope of subjects without a category. */
export const EVERYWHERE = '00000000-0000-0000-0000-000000000000';
export const NO_CATEGORY = '00000000-0000-0000-0000-000000000001';

/** A bit for each part of each day, for each mode. */
export const BITS_OF_MODE = WEEKDAYS.length * PARTS_OF_DAY.length;

export type WeeklyHours = { days: readonly Weekday[]; parts: readonly PartOfDay[]; mode: TeachingModeType | null };

/** A mask for `bookableHours`: a tutor who can be booked on one of these days, in one of these parts, has at least one of its bits. */
export function hourBits({ days, parts, mode }: WeeklyHours): bigint {
  let bits = 0n;
  for (const one of mode ? [mode] : BOOKABLE_MODES)
    for (const day of days)
      for (const part of parts)
        bits |= 1n << BigInt(TEACHING_MODES.indexOf(one) * BITS_OF_MODE + WEEKDAYS.indexOf(day) * PARTS_OF_DAY.length + PARTS_OF_DAY.indexOf(part));
  return bits;
}

const tutorId = () =>
  uuid()
    .notNull()
    .references(() => tutorProfiles.id, { onDelete: 'cascade' });

/** What search filters and sorts by. */
const facts = () => ({
  /** Hundredths of a star. */
  rating: smallint().notNull(),
  totalReviews: integer().notNull(),
  /** The lowest bookable rate per hour, in cents. */
  price: integer().notNull(),
  experience: smallint().notNull(),
  nameKey: text().notNull(),
  profileCreatedAt: instant().notNull(),
  isFemale: boolean().notNull(),
  isVerified: boolean().notNull(),
  offersOnline: boolean().notNull(),
  offersHomeVisit: boolean().notNull(),
  offersGroup: boolean().notNull(),
  /** When the weekly plan has an hour, as `hourBits` reads it. */
  bookableHours: bigint({ mode: 'bigint' }).notNull(),
  /** As `weighRating` of src/shared/domain/best-match.ts. */
  weightedRating: smallint().notNull().generatedAlwaysAs(sql`((rating * total_reviews + 2000) / (total_reviews + 5))::smallint`),
});

/** One row per tutor and scope (everywhere, a category, a subject, a topic) with all that search filters and sorts by, so that one index of one table returns a page in order. */
export const tutorListings = pgTable(
  'tutor_listings',
  {
    scope: uuid().notNull(),
    tutorId: tutorId(),
    ...facts(),
  },
  (t) => {
    /** Columns to filter by follow the sort columns, so that tutors who do not match are skipped without reading the row. */
    const offers = [t.offersOnline, t.offersHomeVisit, t.offersGroup, t.isFemale, t.isVerified] as const;
    const filters = [t.bookableHours, ...offers] as const;
    return [
      primaryKey({ columns: [t.tutorId, t.scope] }),
      // Where ties sort in the other direction, the first column is negated, so that a single row comparison continues a page.
      index('tutor_listings_rating_desc_idx').on(t.scope, t.rating, t.totalReviews, t.profileCreatedAt, t.tutorId, t.price, ...filters),
      index('tutor_listings_rating_asc_idx').on(
        t.scope,
        sql`(-${t.rating})`,
        t.totalReviews,
        t.profileCreatedAt,
        t.tutorId,
        t.rating,
        t.price,
        ...filters,
      ),
      index('tutor_listings_price_desc_idx').on(t.scope, t.price, t.rating, t.tutorId, ...filters),
      // Two indexes have their last columns in another order, which avoids padding: if they were larger than the index of the opposite
      // direction, PostgreSQL would read all of that one and sort.
      index('tutor_listings_price_asc_idx').on(t.scope, sql`(-${t.price})`, t.rating, t.tutorId, ...offers, t.price, t.bookableHours),
      index('tutor_listings_experience_desc_idx').on(t.scope, t.experience, t.rating, t.tutorId, t.price, ...filters),
      index('tutor_listings_experience_asc_idx').on(
        t.scope,
        sql`(-${t.experience})`,
        t.rating,
        t.tutorId,
        ...offers,
        t.experience,
        t.price,
        t.bookableHours,
      ),
      index('tutor_listings_name_idx').on(t.scope, sql`${t.nameKey} collate "C"`, t.tutorId, t.rating, t.price, ...filters),
      index('tutor_listings_match_idx').on(t.scope, t.weightedRating, t.tutorId, t.rating, t.price, ...filters),
      index('tutor_listings_newest_idx').on(t.scope, t.profileCreatedAt, t.tutorId, t.rating, t.price, ...filters),
    ];
  },
);

/** One row per listed tutor: the search terms, and a copy of the listing in the scope `EVERYWHERE`, so that matches are filtered and sorted without a join. */
export const tutorTexts = pgTable(
  'tutor_texts',
  {
    tutorId: tutorId().primaryKey(),
    /** The search terms of the tutor, written by the database function `tutor_terms` (`docs/search.md`). */
    terms: tsvector().notNull(),
    ...facts(),
  },
  // `fastupdate: false`: without a pending list, which each search would have to read to its end.
  (t) => [index('tutor_texts_terms_idx').using('gin', t.terms).with({ fastupdate: false })],
);

/** Words of tutors' names and of the places they wrote, for correcting typing errors and for matching parts of words. */
export const listingWords = pgTable(
  'listing_words',
  {
    word: text().primaryKey(),
    tutors: bigint({ mode: 'number' }).notNull(),
  },
  // `fastupdate: false`: words are read far more often than added.
  (t) => [
    index('listing_words_prefix_idx').on(t.word.op('text_pattern_ops')),
    index('listing_words_slips_idx').using('gin', sql`word_slips(${t.word})`).with({ fastupdate: false }),
    index('listing_words_pieces_idx').using('gin', t.word.op('gin_trgm_ops')).with({ fastupdate: false }),
  ],
);

export const listingBacklog = pgTable('listing_backlog', { tutorId: tutorId().primaryKey() });

export const listingCounts = pgTable('listing_counts', {
  scope: uuid().primaryKey(),
  tutors: bigint({ mode: 'number' }).notNull(),
});
