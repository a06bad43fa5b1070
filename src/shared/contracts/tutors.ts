import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { tooLong, tooMany, VALIDATION } from '#shared/messages.ts';
import { ADMIN_TABLES, LIMITS, OWN_RULES } from '#shared/vocabulary/limits.ts';
import {
  ACCOUNT_STATUSES,
  CONTACT_EMAILS,
  GENDERS,
  SOCIAL_SITES,
  TEACHING_MEDIUMS,
  TEACHING_MODES,
  VERIFICATION_STATUSES,
} from '#shared/vocabulary/people.ts';
import { toVideoId } from '#shared/vocabulary/video.ts';
import { emailAddress, phoneOrNone } from './auth.ts';
import { availabilityDay } from './availability.ts';
import { categoryRef } from './catalogue.ts';
import { described, done, id, person, rupees, text, toWellFormed } from './common.ts';

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

export const tutorStatsView = z.object({
  totalStudents: z.number(),
  totalSessions: z.number(),
  averageRating: z.number(),
  totalEarnings: rupees,
  cancellationCharges: rupees,
});
export type TutorStatsView = z.infer<typeof tutorStatsView>;
