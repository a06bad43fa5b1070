import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '#db/columns.ts';
import { DOCUMENT_TYPES } from '#shared/vocabulary/content.ts';
import {
  CONTACT_EMAILS,
  GENDERS,
  type SocialSite,
  TEACHING_MEDIUMS,
  TEACHING_MODES,
  VERIFICATION_STATUSES,
  type VerificationCheck,
} from '#shared/vocabulary/people.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { subjects, topics } from './catalogue.ts';
import { uploads } from './files.ts';
import { users } from './people.ts';

export const genderEnum = pgEnum('gender', GENDERS);
export const contactEmailEnum = pgEnum('contact_email', CONTACT_EMAILS);
export const teachingMediumEnum = pgEnum('teaching_medium', TEACHING_MEDIUMS);
export const teachingModeEnum = pgEnum('teaching_mode', TEACHING_MODES);
export const verificationStatusEnum = pgEnum('verification_status', VERIFICATION_STATUSES);
export const weekdayEnum = pgEnum('weekday', WEEKDAYS);
export const documentTypeEnum = pgEnum('document_type', DOCUMENT_TYPES);

export const tutorProfiles = pgTable(
  'tutor_profiles',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    phone: text().notNull().default(''),
    contactEmailKind: contactEmailEnum().notNull().default('sign-in'),
    contactEmail: text().notNull().default(''),
    bio: text().notNull().default(''),
    gender: genderEnum().notNull().default('Male'),
    socialMedia: jsonb().$type<Record<SocialSite, string>>().notNull().default({ instagram: '', youtube: '', facebook: '', linkedin: '' }),
    teachingMediums: teachingMediumEnum().array().notNull().default([]),
    availableLocations: text().notNull().default(''),
    headline: text().notNull().default(''),
    /** The id of a video on YouTube. */
    introductionVideo: text().notNull().default(''),
    /** Hours before a session by which it has to be booked, beyond the platform's own notice. */
    minimumNoticeHours: smallint().notNull().default(0),
    /** Minutes free between two sessions. */
    bufferMinutes: smallint().notNull().default(0),
    vacationMode: boolean().notNull().default(false),

    isVerified: boolean().notNull().default(false),
    verificationStatus: verificationStatusEnum().notNull().default('not_started'),
    verificationChecks: jsonb()
      .$type<Record<VerificationCheck, boolean>>()
      .notNull()
      .default({ documents: false, education: false, experience: false, background: false, interview: false }),
    verificationDate: instant(),
    rejectionReason: text().notNull().default(''),
    changedAt: instant(),
    remindedAt: instant(),

    revision: integer().notNull().default(0),

    // Counters, copied by `src/db/listing.ts` from `tutor_totals` in the transaction that changes what they count.
    rating: numeric({ precision: 3, scale: 2, mode: 'number' }).notNull().default(0),
    totalReviews: integer().notNull().default(0),
    totalStudents: integer().notNull().default(0),
    totalSessions: integer().notNull().default(0),
    totalEarningsCents: bigint({ mode: 'number' }).notNull().default(0),
    /** Median minutes from a request to its answer; null until enough are answered. */
    answerMinutes: integer(),

    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('tutor_profiles_user_id_key').on(t.userId),
    index('tutor_profiles_newest_idx').on(t.createdAt.desc(), t.id.desc()),
    index('tutor_profiles_verified_newest_idx').on(t.isVerified, t.createdAt.desc(), t.id.desc()),
    index('tutor_profiles_rating_idx').on(t.rating.desc(), t.id.desc()),
    index('tutor_profiles_verified_rating_idx').on(t.isVerified, t.rating.desc(), t.id.desc()),
    index('tutor_profiles_pending_idx').on(t.updatedAt, t.id).where(sql`verification_status = 'pending'`),
    index('tutor_profiles_changed_idx').on(t.changedAt, t.id).where(sql`changed_at is not null`),
    check('tutor_profiles_rating_range', sql`${t.rating} between 0 and 5`),
    check('tutor_profiles_earnings_not_negative', sql`${t.totalEarningsCents} >= 0`),
    check('tutor_profiles_contact_email_given', sql`(${t.contactEmailKind} = 'other') = (${t.contactEmail} <> '')`),
    check('tutor_profiles_bio_length', sql`char_length(${t.bio}) <= 500`),
    check('tutor_profiles_locations_length', sql`char_length(${t.availableLocations}) <= 100`),
    check('tutor_profiles_headline_length', sql`char_length(${t.headline}) <= 80`),
    check('tutor_profiles_video_is_an_id', sql`${t.introductionVideo} ~ '^([A-Za-z0-9_-]{11})?$'`),
    check('tutor_profiles_notice_range', sql`${t.minimumNoticeHours} between 0 and 168`),
    check('tutor_profiles_buffer_range', sql`${t.bufferMinutes} between 0 and 120`),
    check('tutor_profiles_answer_not_negative', sql`${t.answerMinutes} >= 0`),
    check('tutor_profiles_changed_is_verified', sql`${t.changedAt} is null or ${t.isVerified}`),
    check('tutor_profiles_verified_is_approved', sql`${t.isVerified} = (${t.verificationStatus} = 'approved')`),
  ],
);

/**
 * Totals by account, because bookings outlive a profile; a tutor without any has no row. Triggers count (`drizzle/0042`). There are no
 * foreign keys: deleting an account subtracts its bookings and reviews, and removes the row that reaches zero.
 */
export const tutorTotals = pgTable('tutor_totals', {
  tutorUserId: uuid().primaryKey(),
  students: integer().notNull(),
  sessions: integer().notNull(),
  earningsCents: bigint({ mode: 'number' }).notNull(),
  reviews: integer().notNull(),
  ratingSum: integer().notNull(),
});

/** The confirmed and completed bookings of each student with each tutor. */
export const tutorStudents = pgTable(
  'tutor_students',
  { tutorUserId: uuid().notNull(), studentId: uuid().notNull(), bookings: integer().notNull() },
  (t) => [primaryKey({ columns: [t.tutorUserId, t.studentId] })],
);

const tutorId = () =>
  uuid()
    .notNull()
    .references(() => tutorProfiles.id, { onDelete: 'cascade' });

export const tutorEducation = pgTable(
  'tutor_education',
  { tutorId: tutorId(), position: smallint().notNull(), degree: text().notNull(), institution: text().notNull(), year: smallint().notNull() },
  (t) => [primaryKey({ columns: [t.tutorId, t.position] }), check('tutor_education_year_plausible', sql`${t.year} >= 1900`)],
);

export const tutorExperience = pgTable(
  'tutor_experience',
  {
    tutorId: tutorId(),
    position: smallint().notNull(),
    title: text().notNull(),
    company: text().notNull(),
    duration: text().notNull(),
    description: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tutorId, t.position] })],
);

export const tutorSubjects = pgTable(
  'tutor_subjects',
  {
    id: id(),
    tutorId: tutorId(),
    subjectId: uuid()
      .notNull()
      .references(() => subjects.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
  },
  (t) => [uniqueIndex('tutor_subjects_tutor_subject_key').on(t.tutorId, t.subjectId), index('tutor_subjects_subject_id_idx').on(t.subjectId)],
);

const tutorSubjectId = () =>
  uuid()
    .notNull()
    .references(() => tutorSubjects.id, { onDelete: 'cascade' });

export const tutorSubjectTopics = pgTable(
  'tutor_subject_topics',
  {
    tutorSubjectId: tutorSubjectId(),
    topicId: uuid()
      .notNull()
      .references(() => topics.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tutorSubjectId, t.topicId] }),
    uniqueIndex('tutor_subject_topics_position_key').on(t.tutorSubjectId, t.position),
    index('tutor_subject_topics_topic_id_idx').on(t.topicId),
    check('tutor_subject_topics_at_most_five', sql`${t.position} between 0 and 4`),
  ],
);

export const tutorModes = pgTable(
  'tutor_modes',
  {
    tutorSubjectId: tutorSubjectId(),
    type: teachingModeEnum().notNull(),
    enabled: boolean().notNull().default(false),
    rateCents: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.tutorSubjectId, t.type] }), check('tutor_modes_rate_range', sql`${t.rateCents} between 0 and 10000000`)],
);

/** Wall-clock minutes of the platform's zone; slots of a day never overlap (exclusion constraint). */
export const tutorSlots = pgTable(
  'tutor_slots',
  { tutorSubjectId: tutorSubjectId(), day: weekdayEnum().notNull(), startMinute: smallint().notNull(), endMinute: smallint().notNull() },
  (t) => [
    primaryKey({ columns: [t.tutorSubjectId, t.day, t.startMinute] }),
    check('tutor_slots_in_a_day', sql`${t.startMinute} >= 0 and ${t.endMinute} < 1440`),
    check('tutor_slots_end_after_start', sql`${t.endMinute} > ${t.startMinute}`),
  ],
);

export const tutorDocuments = pgTable(
  'tutor_documents',
  {
    uploadId: uuid()
      .primaryKey()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    tutorId: tutorId(),
    position: smallint().notNull(),
    type: documentTypeEnum().notNull().default('other'),
  },
  (t) => [
    uniqueIndex('tutor_documents_position_key').on(t.tutorId, t.position),
    check('tutor_documents_at_most_five', sql`${t.position} between 0 and 4`),
  ],
);

export const tutorDaysOff = pgTable(
  'tutor_days_off',
  {
    id: id(),
    tutorId: tutorId(),
    fromDate: date().notNull(),
    toDate: date().notNull(),
    startMinute: smallint(),
    endMinute: smallint(),
    note: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    index('tutor_days_off_tutor_idx').on(t.tutorId, t.toDate),
    check('tutor_days_off_in_order', sql`${t.fromDate} <= ${t.toDate}`),
    check(
      'tutor_days_off_hours_of_one_date',
      sql`num_nulls(${t.startMinute}, ${t.endMinute}) = 2
        or (num_nulls(${t.startMinute}, ${t.endMinute}) = 0 and ${t.fromDate} = ${t.toDate}
          and ${t.startMinute} >= 0 and ${t.startMinute} < ${t.endMinute} and ${t.endMinute} <= 1440)`,
    ),
    check('tutor_days_off_note_length', sql`char_length(${t.note}) <= 200`),
  ],
);

export type ApprovedEducation = { degree: string; institution: string; year: number };
export type ApprovedExperience = { title: string; company: string; duration: string; description: string };

export const tutorApprovals = pgTable(
  'tutor_approvals',
  {
    tutorId: uuid()
      .primaryKey()
      .references(() => tutorProfiles.id, { onDelete: 'cascade' }),
    education: jsonb().$type<ApprovedEducation[]>().notNull(),
    experience: jsonb().$type<ApprovedExperience[]>().notNull(),
    approvedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [index('tutor_approvals_approved_by_idx').on(t.approvedBy)],
);

export const tutorApprovalDocuments = pgTable(
  'tutor_approval_documents',
  {
    tutorId: uuid()
      .notNull()
      .references(() => tutorApprovals.tutorId, { onDelete: 'cascade' }),
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    type: documentTypeEnum().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tutorId, t.uploadId] }), index('tutor_approval_documents_upload_idx').on(t.uploadId)],
);

export const tutorRejections = pgTable('tutor_rejections', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  reason: text().notNull(),
  rejectedAt: instant().notNull(),
});
