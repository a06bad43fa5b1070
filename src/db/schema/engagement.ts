import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgEnum, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '#db/columns.ts';
import { BLOG_STATUSES } from '#shared/vocabulary/content.ts';
import type { SavedFilters } from '#shared/vocabulary/search.ts';
import { bookings } from './bookings.ts';
import { uploads } from './files.ts';
import { users } from './people.ts';
import { tutorProfiles } from './tutors.ts';

export const blogStatusEnum = pgEnum('blog_status', BLOG_STATUSES);

export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    studentId: uuid().references(() => users.id, { onDelete: 'set null' }),
    tutorUserId: uuid().references(() => users.id, { onDelete: 'set null' }),
    rating: smallint().notNull(),
    review: text().notNull(),
    reply: text(),
    repliedAt: instant(),
    hiddenAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('reviews_booking_id_key').on(t.bookingId),
    index('reviews_tutor_newest_idx').on(t.tutorUserId, t.createdAt.desc(), t.id.desc()),
    index('reviews_student_id_idx').on(t.studentId),
    check('reviews_rating_range', sql`${t.rating} between 1 and 5`),
    check('reviews_review_length', sql`char_length(${t.review}) between 1 and 2000`),
    check('reviews_reply_length', sql`char_length(${t.reply}) between 1 and 1000`),
    check('reviews_reply_dated', sql`num_nulls(${t.reply}, ${t.repliedAt}) in (0, 2)`),
  ],
);

export const removedReviews = pgTable('removed_reviews', {
  bookingId: uuid()
    .primaryKey()
    .references(() => bookings.id, { onDelete: 'cascade' }),
  hiddenAt: instant(),
});

export const favourites = pgTable(
  'favourites',
  {
    id: id(),
    studentId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tutorId: uuid()
      .notNull()
      .references(() => tutorProfiles.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('favourites_student_tutor_key').on(t.studentId, t.tutorId),
    index('favourites_tutor_id_idx').on(t.tutorId),
    index('favourites_student_newest_idx').on(t.studentId, t.createdAt.desc(), t.id.desc()),
  ],
);

/** `nextCheckAt` is null once it has found a tutor, or its day is over. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    filters: jsonb().$type<SavedFilters>().notNull(),
    /** SHA-256 of `searchKey`: the same search is saved once. */
    key: text().notNull(),
    createdAt: createdAt(),
    nextCheckAt: instant(),
    foundAt: instant(),
  },
  (t) => [
    uniqueIndex('saved_searches_user_key').on(t.userId, t.key),
    index('saved_searches_next_check_idx').on(t.nextCheckAt, t.id).where(sql`next_check_at is not null`),
    check('saved_searches_filters_object', sql`jsonb_typeof(${t.filters}) = 'object'`),
    check('saved_searches_key_hash', sql`${t.key} ~ '^[0-9a-f]{64}$'`),
    check('saved_searches_found_is_done', sql`${t.foundAt} is null or ${t.nextCheckAt} is null`),
  ],
);

export const blogs = pgTable(
  'blogs',
  {
    id: id(),
    tutorId: uuid()
      .notNull()
      .references(() => tutorProfiles.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    content: text().notNull(),
    tags: text().array().notNull().default([]),
    status: blogStatusEnum().notNull().default('draft'),
    featuredImage: text().notNull().default(''),
    excerpt: text().notNull().default(''),
    readingMinutes: smallint().notNull().default(1),
    /** The same for each try to create it, so that it is created once. */
    creationKey: text(),
    /** When the browser sent the try that is stored. Null once the post was edited: from then on no try replaces it. */
    creationSentAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('blogs_tutor_creation_key').on(t.tutorId, t.creationKey).where(sql`creation_key is not null`),
    index('blogs_tutor_newest_idx').on(t.tutorId, t.createdAt.desc(), t.id.desc()),
    index('blogs_published_newest_idx').on(t.createdAt.desc(), t.id.desc()).where(sql`status = 'published'`),
    index('blogs_tags_idx').using('gin', t.tags).where(sql`status = 'published'`),
    index('blogs_title_text_idx').using('gin', sql`plain_text(${t.title}) gin_trgm_ops`),
    check('blogs_title_length', sql`char_length(${t.title}) between 1 and 100`),
    check('blogs_content_length', sql`char_length(${t.content}) between 1 and 100000`),
    check('blogs_excerpt_length', sql`char_length(${t.excerpt}) <= 400`),
    check('blogs_creation_key_length', sql`char_length(${t.creationKey}) between 1 and 255`),
    check('blogs_reading_minutes_positive', sql`${t.readingMinutes} >= 1`),
    check('blogs_at_most_ten_tags', sql`cardinality(${t.tags}) <= 10`),
  ],
);

export const blogLikes = pgTable(
  'blog_likes',
  {
    blogId: uuid()
      .notNull()
      .references(() => blogs.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.blogId, t.userId] }), index('blog_likes_user_id_idx').on(t.userId)],
);

export const blogImages = pgTable(
  'blog_images',
  {
    blogId: uuid()
      .notNull()
      .references(() => blogs.id, { onDelete: 'cascade' }),
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.blogId, t.uploadId] }), index('blog_images_upload_id_idx').on(t.uploadId)],
);
