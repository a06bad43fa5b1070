import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { tooLong, tooMany, VALIDATION } from '#shared/messages.ts';
import { OCCUPYING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { ADMIN_TABLES, DAYS_OFF, LIMITS, OWN_RULES, SEARCH } from '#shared/vocabulary/limits.ts';
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
import { toVideoId } from '#shared/vocabulary/video.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { emailAddress, phoneOrNone } from './auth.ts';
import { categoryRef } from './catalogue.ts';
import { described, done, id, named, person, rupees, text, toWellFormed } from './common.ts';

const time = z.string({ error: ERRORS['tutor.slot_time'].message });
export const slot = z.object({ start: time, end: time });
export const availabilityDay = z.object({
  day: z.enum(WEEKDAYS, { error: ERRORS['tutor.availability'].message }),
  slots: z.array(slot, { error: ERRORS['tutor.availability'].message }),
});
export type AvailabilityDayView = z.infer<typeof availabilityDay>;

export const teachingMode = z.object({ type: z.enum(TEACHING_MODES), enabled: z.boolean(), rate: rupees });

const filled = (field: string, most: number, sentence: string) =>
  z.string({ error: sentence }).overwrite(toWellFormed).trim().min(1, sentence).max(most, tooLong(field, most));

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

/** A malformed id is refused like an unknown one. */
const idElse = (sentence: string) => z.string({ error: sentence }).max(LIMITS.id, sentence);

export const subjectEntryInput = z.object({
  subject: idElse(ERRORS['tutor.subject_unknown'].message),
  selectedTopics: z.array(z.string().overwrite(toWellFormed).max(LIMITS.name.max)).default([]),
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

export const contactEmailInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['sign-in', 'none']) }),
  z.object({ kind: z.literal('other'), address: emailAddress }),
]);
export type ContactEmailInput = z.infer<typeof contactEmailInput>;

export const tutorIdInput = z.object({ id });
export const tutorsInput = z.object({ ids: z.array(id).max(ADMIN_TABLES.mostPerPage) });

export const documentView = z.object({ id: z.string(), url: z.string(), type: z.string(), uploadedAt: z.date() });

export const subjectEntryView = z.object({
  subject: described.extend({ isActive: z.boolean(), category: categoryRef.nullable(), createdAt: z.date() }),
  selectedTopics: z.array(described),
  /** Always contains online and home visit; others see a rate of 0 for a disabled mode. */
  teachingModes: z.array(teachingMode),
  availability: z.array(availabilityDay),
});
export type SubjectEntryView = z.infer<typeof subjectEntryView>;

const textField = (name: string, max: number) => ({ input: text(name, max), view: z.string() });

/** The fields that the profile editor saves and a profile shows. `docs/adding-a-profile-field.md` says what follows from an entry. */
const profileFields = {
  /** Empty for everyone but the tutor and admins; see `tutorContact`. */
  phone: { input: phoneOrNone, view: z.string() },
  contactEmail: { input: contactEmailInput, view: z.object({ kind: z.enum(CONTACT_EMAILS), address: z.string() }).nullable() },
  bio: textField('Bio', LIMITS.bio),
  /** One line below the name. */
  headline: textField('Headline', LIMITS.headline),
  introductionVideo: {
    input: z
      .string({ error: VALIDATION.video })
      .trim()
      .max(LIMITS.url, VALIDATION.video)
      .overwrite((typed) => toVideoId(typed) ?? typed)
      .regex(/^([A-Za-z0-9_-]{11})?$/, VALIDATION.video),
    view: z.string(),
  },
  gender: { input: z.enum(GENDERS, { error: VALIDATION.gender }), view: z.enum(GENDERS) },
  socialMedia: {
    input: z.object({ instagram: socialHandle, youtube: socialHandle, facebook: socialHandle, linkedin: socialHandle }),
    view: z.record(z.enum(SOCIAL_SITES), z.string()),
  },
  teachingMediums: {
    input: z.array(z.enum(TEACHING_MEDIUMS, { error: VALIDATION.teachingMediums })).transform((mediums) => [...new Set(mediums)]),
    view: z.array(z.enum(TEACHING_MEDIUMS)),
  },
  education: {
    input: z.array(educationEntry).max(LIMITS.education, tooMany('Education', LIMITS.education)),
    view: z.array(z.object({ degree: z.string(), institution: z.string(), year: z.number() })),
  },
  experience: {
    input: z.array(experienceEntry).max(LIMITS.experience, tooMany('Experience', LIMITS.experience)),
    view: z.array(z.object({ title: z.string(), company: z.string(), duration: z.string(), description: z.string() })),
  },
  subjects: { input: z.array(subjectEntryInput), view: z.array(subjectEntryView) },
  availableLocations: textField('Locations', LIMITS.locations),
  minimumNoticeHours: {
    input: z.int({ error: VALIDATION.notice }).min(0, VALIDATION.notice).max(OWN_RULES.noticeHours, VALIDATION.notice),
    view: z.number(),
  },
  bufferMinutes: {
    input: z.int({ error: VALIDATION.buffer }).min(0, VALIDATION.buffer).max(OWN_RULES.bufferMinutes, VALIDATION.buffer),
    view: z.number(),
  },
  documents: {
    input: z.array(idElse(ERRORS['upload.unknown'].message)),
    view: z.array(documentView),
  },
};
type ProfileFields = typeof profileFields;

function schemasOf<Kind extends 'input' | 'view'>(kind: Kind) {
  const schemas = Object.entries(profileFields).map(([name, field]) => [name, field[kind]]);
  // `Object.fromEntries` forgets the names.
  return Object.fromEntries(schemas) as { [Name in keyof ProfileFields]: ProfileFields[Name][Kind] };
}

/** A missing key keeps its value; a present one replaces it as a whole. `revision` is the one that was edited; without it the last write wins. */
export const saveProfileInput = z.object({ ...schemasOf('input'), revision: z.int() }).partial();
export type SaveProfileInput = z.infer<typeof saveProfileInput>;

export const tutorProfileView = z.object({
  id: z.string(),
  user: person,
  ...schemasOf('view'),
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
  revision: z.number(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type TutorProfileView = z.infer<typeof tutorProfileView>;

const COMPOSITE_FIELDS = ['contactEmail', 'education', 'experience', 'subjects', 'documents'] as const;
export type PlainProfileField = Exclude<keyof ProfileFields, (typeof COMPOSITE_FIELDS)[number]>;
export type PlainProfile = Pick<TutorProfileView, PlainProfileField>;

const isPlainField = (name: string): name is PlainProfileField => name in profileFields && !COMPOSITE_FIELDS.some((composite) => composite === name);
export const PLAIN_PROFILE_FIELDS = Object.keys(profileFields).filter(isPlainField);
export const PROFILE_TEXT_FIELDS = PLAIN_PROFILE_FIELDS.filter((name) => profileFields[name].view instanceof z.ZodString);

export function pickPlainFields(profile: PlainProfile): PlainProfile {
  // One entry for each of the names.
  return Object.fromEntries(PLAIN_PROFILE_FIELDS.map((name) => [name, profile[name]])) as PlainProfile;
}

export const tutorContact = z.object({ phone: z.string(), email: z.string() });
export type TutorContact = z.infer<typeof tutorContact>;

export const savedProfile = z.object({ message: z.string(), tutor: tutorProfileView });
export type SavedProfile = z.infer<typeof savedProfile>;

export const startedProfile = z.object({ isNew: z.boolean(), tutor: tutorProfileView });
export type StartedProfile = z.infer<typeof startedProfile>;

export const subjectInput = z.object({ subjectId: id });
export type SubjectInput = z.infer<typeof subjectInput>;

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

export const setVacationInput = z.object({ vacationMode: z.boolean().optional() });
export type SetVacationInput = z.infer<typeof setVacationInput>;
export const savedVacation = done.extend({ vacationMode: z.boolean(), tutor: tutorProfileView });
export type SavedVacation = z.infer<typeof savedVacation>;

export const leavingProfile = z.object({ bookings: z.number(), blogs: z.number(), favourites: z.number(), documents: z.number() });
export type LeavingProfile = z.infer<typeof leavingProfile>;

const date = z.string({ error: ERRORS['days_off.past'].message }).regex(/^\d{4}-\d{2}-\d{2}$/, ERRORS['days_off.past'].message);

/** Dates in the platform's time zone; `start` and `end` as HH:MM, for a single date only. */
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
  start: z.string().nullable(),
  end: z.string().nullable(),
  note: z.string(),
});
export type DaysOffView = z.infer<typeof daysOffView>;

export const bookingInside = z.object({
  id: z.string(),
  subject: z.string(),
  student: z.string(),
  status: z.enum(OCCUPYING_STATUSES),
  startTime: z.date(),
  endTime: z.date(),
});
export const bookingsInside = z.object({ total: z.number(), bookings: z.array(bookingInside) });
export type BookingsInside = z.infer<typeof bookingsInside>;

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
  minimumNoticeHours: z.number(),
  bufferMinutes: z.number(),
  dateRange: interval.optional(),
  availability: z.array(z.object({ subject: z.string(), subjectId: z.string(), availability: z.array(availabilityDay) })),
  booked: z.array(interval).optional(),
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
