import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#db/columns.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/content.ts';
import { TEACHING_MODES, type TeachingModeType } from '#shared/vocabulary/people.ts';
import { tutorProfiles } from './tutors.ts';

/** The scope of every listed tutor, and that of listed tutors with a subject of no category. */
export const EVERYWHERE = '00000000-0000-0000-0000-000000000000';
export const NO_CATEGORY = '00000000-0000-0000-0000-000000000001';

/** A weekday in `bookable_days`: seven bits for the week in any mode, then seven in each mode. */
export function dayBit(day: Weekday, mode?: TeachingModeType): number {
  return 1 << (WEEKDAYS.indexOf(day) + WEEKDAYS.length * (mode ? 1 + TEACHING_MODES.indexOf(mode) : 0));
}

const tutorId = () =>
  uuid()
    .notNull()
    .references(() => tutorProfiles.id, { onDelete: 'cascade' });

/**
 * A row per listed tutor and scope (everywhere, a category, a subject, a topic), with all that search sorts and filters by:
 * whatever the filters, one index of one table gives a page in order. Written by `db/listing.ts` only.
 */
export const tutorListings = pgTable(
  'tutor_listings',
  {
    scope: uuid().notNull(),
    tutorId: tutorId(),
    /** Hundredths of a star. */
    rating: smallint().notNull(),
    totalReviews: integer().notNull(),
    /** The lowest rate per hour of what can be booked, in cents. */
    price: integer().notNull(),
    experience: smallint().notNull(),
    nameKey: text().notNull(),
    profileCreatedAt: instant().notNull(),
    isFemale: boolean().notNull(),
    isVerified: boolean().notNull(),
    offersOnline: boolean().notNull(),
    offersHomeVisit: boolean().notNull(),
    offersGroup: boolean().notNull(),
    /** A bit per weekday with an hour to be booked, as `dayBit` says; whether on vacation, booked or off is not in it. */
    bookableDays: integer().notNull(),
  },
  (t) => {
    /** After the order of an index stands what filters ask for: a tutor who does not fit is passed over without reading the row. */
    const filters = [t.bookableDays, t.offersOnline, t.offersHomeVisit, t.offersGroup, t.isFemale, t.isVerified] as const;
    return [
      primaryKey({ columns: [t.tutorId, t.scope] }),
      // An order whose ties run against it negates its first column, so that one row comparison continues a page.
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
      index('tutor_listings_price_asc_idx').on(t.scope, sql`(-${t.price})`, t.rating, t.tutorId, t.price, ...filters),
      index('tutor_listings_experience_desc_idx').on(t.scope, t.experience, t.rating, t.tutorId, t.price, ...filters),
      index('tutor_listings_experience_asc_idx').on(t.scope, sql`(-${t.experience})`, t.rating, t.tutorId, t.experience, t.price, ...filters),
      index('tutor_listings_name_idx').on(t.scope, sql`${t.nameKey} collate "C"`, t.tutorId, t.rating, t.price, ...filters),
      index('tutor_listings_newest_idx').on(t.scope, t.profileCreatedAt, t.tutorId, t.rating, t.price, ...filters),
    ];
  },
);

/** What text search reads: lower case, without accents, a name a line; the words hold the locations too. */
export const tutorTexts = pgTable(
  'tutor_texts',
  {
    tutorId: tutorId().primaryKey(),
    words: text().notNull(),
    locations: text().notNull(),
  },
  (t) => [
    index('tutor_texts_words_idx').using('gin', sql`${t.words} gin_trgm_ops`),
    index('tutor_texts_locations_idx').using('gin', sql`${t.locations} gin_trgm_ops`),
    index('tutor_texts_pieces_idx').using('gin', sql`text_pieces(${t.words})`),
  ],
);

/** Every word of these texts, by how many tutors have it, and have it among their locations: what a word with a typo may have meant. */
export const listingWords = pgTable(
  'listing_words',
  {
    word: text().primaryKey(),
    tutors: bigint({ mode: 'number' }).notNull(),
    places: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    // Without a list of what waits to be put in: words are read much more often than new ones come.
    index('listing_words_slips_idx').using('gin', sql`word_slips(${t.word})`).with({ fastupdate: false }),
    index('listing_words_word_idx').using('gin', sql`${t.word} gin_trgm_ops`).with({ fastupdate: false }),
  ],
);

/** Tutors whose listing the catalogue has made untrue, until a job has made it anew. */
export const listingBacklog = pgTable('listing_backlog', { tutorId: tutorId().primaryKey() });

/** How many tutors are listed under a subject or a category, each counted once. */
export const listingCounts = pgTable('listing_counts', {
  scope: uuid().primaryKey(),
  tutors: bigint({ mode: 'number' }).notNull(),
});
