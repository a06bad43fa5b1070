import { z } from '@hono/zod-openapi';
import type { SearchPage, SubjectEntryView, TutorProfileView } from '#shared/contracts/tutors.ts';
import { DOCUMENT_TYPES, WEEKDAYS } from '#shared/vocabulary/content.ts';
import { GENDERS, TEACHING_MEDIUMS, TEACHING_MODES, VERIFICATION_STATUSES } from '#shared/vocabulary/people.ts';
import { categoryRef, withCategory } from './catalogue.ts';
import { absolute, date, described, entity, toUserRef, userRef, withId } from './shapes.ts';

const slot = z.object({ start: z.string(), end: z.string() }).openapi('Slot', { description: 'Wall-clock times of the platform, `HH:MM`.' });
export const slots = z.array(slot);

export const subjectEntry = z
  .object({
    subject: described.extend({ isActive: z.boolean(), category: categoryRef.optional(), createdAt: date }),
    selectedTopics: z.array(described),
    teachingModes: z.array(z.object({ type: z.enum(TEACHING_MODES), enabled: z.boolean(), rate: z.number() })),
    availability: z.array(z.object({ day: z.enum(WEEKDAYS), slots })),
  })
  .openapi('TutorSubjectEntry');

export const tutorProfile = entity({
  user: userRef,
  phone: z.string(),
  bio: z.string(),
  gender: z.enum(GENDERS),
  socialMedia: z.object({ instagram: z.string(), youtube: z.string(), facebook: z.string(), linkedin: z.string() }),
  teachingMediums: z.array(z.enum(TEACHING_MEDIUMS)),
  education: z.array(z.object({ degree: z.string(), institution: z.string(), year: z.number() })),
  experience: z.array(z.object({ title: z.string(), company: z.string(), duration: z.string(), description: z.string() })),
  subjects: z.array(subjectEntry),
  availableLocations: z.string(),
  documents: z.array(entity({ url: z.string(), type: z.string().openapi({ enum: [...DOCUMENT_TYPES] }), uploadedAt: date })),
  rating: z.number(),
  totalReviews: z.number(),
  totalRatings: z.number(),
  totalStudents: z.number(),
  totalSessions: z.number(),
  totalEarnings: z.number(),
  isVerified: z.boolean(),
  verificationStatus: z.enum(VERIFICATION_STATUSES),
  verificationChecks: z.object({
    documents: z.boolean(),
    education: z.boolean(),
    experience: z.boolean(),
    background: z.boolean(),
    interview: z.boolean(),
  }),
  verificationDate: date.nullable(),
  rejectionReason: z.string(),
  status: z.enum(['active', 'inactive', 'suspended']),
  vacationMode: z.boolean(),
  createdAt: date,
  updatedAt: date,
}).openapi('TutorProfile');

export const savedProfileBody = z.object({ success: z.literal(true), message: z.string(), tutor: tutorProfile });

export const searchBody = z.object({
  tutors: z.array(tutorProfile),
  pagination: z.object({
    page: z.number(),
    pages: z.number(),
    total: z.number(),
    limit: z.number(),
    totalIsCapped: z.literal(true).optional().openapi({ description: 'There are more; `total` stops counting here.' }),
  }),
});

export const tutorStats = z
  .object({
    totalStudents: z.number(),
    totalSessions: z.number(),
    averageRating: z.number(),
    totalEarnings: z.number(),
    cancellationCharges: z.number(),
  })
  .openapi('TutorStats');

export const toEntry = (view: SubjectEntryView) => ({
  ...view,
  subject: withCategory(view.subject),
  selectedTopics: view.selectedTopics.map(withId),
});

/** How often it was saved is the editor's business. */
export const toTutor = ({ revision: _, ...view }: TutorProfileView, site: string) => ({
  totalRatings: view.totalReviews,
  ...withId(view),
  user: toUserRef(view.user, site),
  subjects: view.subjects.map(toEntry),
  documents: view.documents.map((document) => ({ ...withId(document), url: absolute(document.url, site) })),
});

export const toSearch = ({ tutors, page, pages, total, limit, totalIsCapped }: SearchPage, site: string) => ({
  tutors: tutors.map((tutor) => toTutor(tutor, site)),
  pagination: { page, pages, total, limit, ...(totalIsCapped && { totalIsCapped: true as const }) },
});
