import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { tooLong, tooMany, VALIDATION } from '#shared/messages.ts';
import { HOLDING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { SEARCH_SORTS, SORT_DIRECTIONS, WEEKDAYS } from '#shared/vocabulary/content.ts';
import { ADMIN_TABLES, DAYS_OFF, LIMITS, SEARCH } from '#shared/vocabulary/limits.ts';
import {
  ACCOUNT_STATUSES,
  CONTACT_EMAILS,
  GENDERS,
  SEARCH_MODE_OF,
  SEARCH_MODES,
  SOCIAL_SITES,
  TEACHING_MEDIUMS,
  TEACHING_MODES,
  type TeachingModeType,
  VERIFICATION_STATUSES,
} from '#shared/vocabulary/people.ts';
import { emailAddress, phoneOrNone } from './auth.ts';
import { categoryRef } from './catalogue.ts';
import { described, done, id, named, person, rupees, text, wellFormed } from './common.ts';

const time = z.string({ error: ERRORS['tutor.slot_time'].message });
export const slot = z.object({ start: time, end: time });
export const availabilityDay = z.object({
  day: z.enum(WEEKDAYS, { error: ERRORS['tutor.availability'].message }),
  slots: z.array(slot, { error: ERRORS['tutor.availability'].message }),
});
export type AvailabilityDayView = z.infer<typeof availabilityDay>;

export const teachingMode = z.object({ type: z.enum(TEACHING_MODES), enabled: z.boolean(), rate: rupees });

const filled = (field: string, most: number, sentence: string) =>
  z.string({ error: sentence }).overwrite(wellFormed).trim().min(1, sentence).max(most, tooLong(field, most));

export const educationEntry = z.object({
  degree: filled('Degree', LIMITS.name.max, VALIDATION.education),
  institution: filled('Institution', LIMITS.name.max, VALIDATION.education),
  year: z
    .int({ error: ({ input }) => (input === undefined ? VALIDATION.education : VALIDATION.educationYear) })
    .min(LIMITS.educationYearFrom, VALIDATION.educationYear),
});

export const experienceEntry = z.object({
  title: filled('Title', LIMITS.name.max, VALIDATION.experience),
  company: filled('Company', LIMITS.name.max, VALIDATION.experience),
  duration: filled('Duration', LIMITS.name.max, VALIDATION.experience),
  description: filled('Description', LIMITS.description, VALIDATION.experience),
});

/** An id that cannot be one is refused like one that is unknown. */
const idElse = (sentence: string) => z.string({ error: sentence }).max(LIMITS.id, sentence);

export const subjectEntryInput = z.object({
  subject: idElse(ERRORS['tutor.subject_unknown'].message),
  /** Ids or names of topics of the subject; what is neither is left out. */
  selectedTopics: z.array(z.string().overwrite(wellFormed).max(LIMITS.name.max)).default([]),
  teachingModes: z
    .array(
      z.object({
        type: z.enum(TEACHING_MODES),
        enabled: z.boolean(),
        rate: z.number({ error: VALIDATION.rateNumber }).min(0, VALIDATION.rateNegative).max(LIMITS.ratePerHour, VALIDATION.rateTooHigh),
      }),
    )
    .default([]),
  availability: z.array(availabilityDay, { error: ERRORS['tutor.availability'].message }).default([]),
});
export type SubjectEntryInput = z.infer<typeof subjectEntryInput>;

const socialHandle = text('Social handle', LIMITS.socialHandle).default('');

/** The email address that others see on the profile. */
export const contactEmailInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['sign-in', 'none']) }),
  z.object({ kind: z.literal('other'), address: emailAddress }),
]);
export type ContactEmailInput = z.infer<typeof contactEmailInput>;

/** Partial: a key that is absent keeps its value, one that is present replaces the whole. */
export const saveProfileInput = z
  .object({
    phone: phoneOrNone,
    contactEmail: contactEmailInput,
    bio: text('Bio', LIMITS.bio),
    gender: z.enum(GENDERS, { error: VALIDATION.gender }),
    socialMedia: z.object({ instagram: socialHandle, youtube: socialHandle, facebook: socialHandle, linkedin: socialHandle }),
    teachingMediums: z.array(z.enum(TEACHING_MEDIUMS, { error: VALIDATION.teachingMediums })).transform((mediums) => [...new Set(mediums)]),
    education: z.array(educationEntry).max(LIMITS.education, tooMany('Education', LIMITS.education)),
    experience: z.array(experienceEntry).max(LIMITS.experience, tooMany('Experience', LIMITS.experience)),
    subjects: z.array(subjectEntryInput),
    availableLocations: text('Locations', LIMITS.locations),
    /** Ids or paths of the caller's own uploads. */
    documents: z.array(idElse(ERRORS['upload.unknown'].message)),
    /** The one that the editor was loaded with; who sends none always wins. */
    revision: z.int(),
  })
  .partial();
export type SaveProfileInput = z.infer<typeof saveProfileInput>;

export const tutorIdInput = z.object({ id });
export const tutorsInput = z.object({ ids: z.array(id).max(ADMIN_TABLES.mostPerPage) });

export const documentView = z.object({ id: z.string(), url: z.string(), type: z.string(), uploadedAt: z.date() });

export const subjectEntryView = z.object({
  subject: described.extend({ isActive: z.boolean(), category: categoryRef.nullable(), createdAt: z.date() }),
  selectedTopics: z.array(described),
  /** Always an online and a home-visit mode; of a disabled one others see a rate of 0. */
  teachingModes: z.array(teachingMode),
  availability: z.array(availabilityDay),
});
export type SubjectEntryView = z.infer<typeof subjectEntryView>;

export const tutorProfileView = z.object({
  id: z.string(),
  user: person,
  /** Empty for others than the tutor and admins, and so is the address of `user`: `tutorContact` has what they may see. */
  phone: z.string(),
  /** Which address others see; null for them. */
  contactEmail: z.object({ kind: z.enum(CONTACT_EMAILS), address: z.string() }).nullable(),
  bio: z.string(),
  gender: z.enum(GENDERS),
  socialMedia: z.record(z.enum(SOCIAL_SITES), z.string()),
  teachingMediums: z.array(z.enum(TEACHING_MEDIUMS)),
  education: z.array(z.object({ degree: z.string(), institution: z.string(), year: z.number() })),
  experience: z.array(z.object({ title: z.string(), company: z.string(), duration: z.string(), description: z.string() })),
  subjects: z.array(subjectEntryView),
  availableLocations: z.string(),
  documents: z.array(documentView),
  rating: z.number(),
  totalReviews: z.number(),
  totalStudents: z.number(),
  totalSessions: z.number(),
  totalEarnings: rupees,
  isVerified: z.boolean(),
  verificationStatus: z.enum(VERIFICATION_STATUSES),
  verificationChecks: z.object({
    documents: z.boolean(),
    education: z.boolean(),
    experience: z.boolean(),
    background: z.boolean(),
    interview: z.boolean(),
  }),
  verificationDate: z.date().nullable(),
  rejectionReason: z.string(),
  status: z.enum(ACCOUNT_STATUSES),
  vacationMode: z.boolean(),
  /** For the owner's editor; 0 for others. */
  revision: z.number(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type TutorProfileView = z.infer<typeof tutorProfileView>;

/** How others reach a tutor; empty where the tutor shows none. */
export const tutorContact = z.object({ phone: z.string(), email: z.string() });
export type TutorContact = z.infer<typeof tutorContact>;

export const savedProfile = z.object({ message: z.string(), tutor: tutorProfileView });
export type SavedProfile = z.infer<typeof savedProfile>;

/** Whether the profile was there before. */
export const startedProfile = z.object({ isNew: z.boolean(), tutor: tutorProfileView });
export type StartedProfile = z.infer<typeof startedProfile>;

export const subjectInput = z.object({ subjectId: id });
export type SubjectInput = z.infer<typeof subjectInput>;

/** Partial: what is absent of an entry stays. */
export const updateSubjectInput = z.object({
  subjectId: id,
  selectedTopics: subjectEntryInput.shape.selectedTopics.unwrap().optional(),
  teachingModes: subjectEntryInput.shape.teachingModes.unwrap().optional(),
  availability: subjectEntryInput.shape.availability.unwrap().optional(),
});
export type UpdateSubjectInput = z.infer<typeof updateSubjectInput>;

export const setAvailabilityInput = z.object({ subjectId: id, availability: subjectEntryInput.shape.availability.unwrap() });
export type SetAvailabilityInput = z.infer<typeof setAvailabilityInput>;
export const savedAvailability = z.object({ message: z.string(), availability: z.array(availabilityDay) });
export type SavedAvailability = z.infer<typeof savedAvailability>;

/** Absent: the other way round. */
export const setVacationInput = z.object({ vacationMode: z.boolean().optional() });
export type SetVacationInput = z.infer<typeof setVacationInput>;
export const savedVacation = done.extend({ vacationMode: z.boolean(), tutor: tutorProfileView });
export type SavedVacation = z.infer<typeof savedVacation>;

/** What deleting the own profile would do at this moment; of the bookings those are meant that have not ended. */
export const leavingProfile = z.object({ bookings: z.number(), blogs: z.number(), favourites: z.number(), documents: z.number() });
export type LeavingProfile = z.infer<typeof leavingProfile>;

const date = z.string({ error: ERRORS['days_off.past'].message }).regex(/^\d{4}-\d{2}-\d{2}$/, ERRORS['days_off.past'].message);

/** Dates of the platform's zone; hours of a single one, as HH:MM, where both are given. */
export const daysOffInput = z.object({
  fromDate: date,
  toDate: date,
  start: time.optional(),
  end: time.optional(),
  note: text('Note', DAYS_OFF.note).default(''),
});
export type DaysOffInput = z.infer<typeof daysOffInput>;

export const daysOffView = z.object({
  id: z.string(),
  fromDate: z.string(),
  toDate: z.string(),
  /** Both null: the dates are blocked whole. */
  start: z.string().nullable(),
  end: z.string().nullable(),
  note: z.string(),
});
export type DaysOffView = z.infer<typeof daysOffView>;

/** A booking that lies in days off and stays. */
export const bookingInside = z.object({
  id: z.string(),
  subject: z.string(),
  student: z.string(),
  status: z.enum(HOLDING_STATUSES),
  startTime: z.date(),
  endTime: z.date(),
});
/** The first of them, and how many there are. */
export const bookingsInside = z.object({ total: z.number(), bookings: z.array(bookingInside) });
export type BookingsInside = z.infer<typeof bookingsInside>;

/** Pages that were opened before a deployment still send the mode as profiles spell it. */
const searchMode = z
  .enum([...SEARCH_MODES, ...TEACHING_MODES])
  .transform((sent) => SEARCH_MODES.find((mode) => mode === sent) ?? SEARCH_MODE_OF[sent as TeachingModeType]);

/** Filters and order of the search; `category`, `subject` and `topic` are ids or names. */
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
  /** Rupees per hour, both included, of the lowest rate of what can be booked. */
  priceFrom: z.number().min(0).max(LIMITS.ratePerHour).optional(),
  priceTo: z.number().min(0).max(LIMITS.ratePerHour).optional(),
  /** Only who has an hour free on this date of the platform's zone. */
  freeOn: z.iso.date({ error: VALIDATION.searchDate }).optional(),
  sortBy: z.enum(SEARCH_SORTS).default('rating'),
  /** Absent: the direction that is natural to the field. */
  sortOrder: z.enum(SORT_DIRECTIONS).optional(),
});
export type SearchFilters = z.infer<typeof searchFilters>;

/** Inside the app: one page after another by a cursor. */
export const searchInput = searchFilters.extend({
  cursor: z.string().max(2000).nullish(),
  limit: z.int().min(1).max(SEARCH.mostPerPage).default(SEARCH.pageSize),
});
export type SearchInput = z.infer<typeof searchInput>;

/** Over REST: numbered pages. */
export const searchPageInput = searchFilters.extend({
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(SEARCH.mostPerPage).default(SEARCH.pageSize),
});
export type SearchPageInput = z.infer<typeof searchPageInput>;

export const tutorCard = z.object({
  id: z.string(),
  name: z.string(),
  profileImage: z.string(),
  bio: z.string(),
  isVerified: z.boolean(),
  vacationMode: z.boolean(),
  rating: z.number(),
  totalReviews: z.number(),
  totalStudents: z.number(),
  availableLocations: z.string(),
  teachingMediums: z.array(z.enum(TEACHING_MEDIUMS)),
  /** Active subjects in the tutor's own order; one that the filters name comes first. */
  subjects: z.array(named.extend({ topics: z.array(z.string()), onlineRate: rupees, homeVisitRate: rupees })),
  /** The first hour at which a subject that fits the filters can be booked; null on vacation, and where nothing is free. */
  nextFree: z.date().nullable(),
});
export type TutorCard = z.infer<typeof tutorCard>;

const counted = { total: z.number(), totalIsCapped: z.boolean() };
export const searchAnswer = z.object({ tutors: z.array(tutorCard), nextCursor: z.string().nullable(), ...counted });
export type SearchAnswer = z.infer<typeof searchAnswer>;

export const searchPage = z.object({ tutors: z.array(tutorProfileView), page: z.number(), pages: z.number(), limit: z.number(), ...counted });
export type SearchPage = z.infer<typeof searchPage>;

export const availabilityInput = z.object({
  id,
  startDate: z.date({ error: ERRORS['availability.range'].message }).optional(),
  endDate: z.date({ error: ERRORS['availability.range'].message }).optional(),
  duration: z.number({ error: ERRORS['booking.duration'].message }).default(1),
});
export type AvailabilityInput = z.infer<typeof availabilityInput>;

const interval = z.object({ start: z.date(), end: z.date() });
export const availabilityView = z.object({
  tutorId: z.string(),
  vacationMode: z.boolean(),
  dateRange: interval.optional(),
  availability: z.array(z.object({ subject: z.string(), subjectId: z.string(), availability: z.array(availabilityDay) })),
  booked: z.array(interval).optional(),
  /** What the tutor has blocked of it: not offered, whatever the week says. */
  blocked: z.array(interval).optional(),
  free: z.array(z.object({ subjectId: z.string(), starts: z.array(z.date()) })).optional(),
});
export type AvailabilityView = z.infer<typeof availabilityView>;

export const tutorStatsView = z.object({
  totalStudents: z.number(),
  totalSessions: z.number(),
  averageRating: z.number(),
  totalEarnings: rupees,
  cancellationCharges: rupees,
});
export type TutorStatsView = z.infer<typeof tutorStatsView>;
