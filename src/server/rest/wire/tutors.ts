import { z } from '@hono/zod-openapi';
import type { SearchPage, SubjectEntryView, TutorProfileView } from '#shared/contracts/tutors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { WEEKDAYS } from '#shared/vocabulary/content.ts';
import { GENDERS, TEACHING_MEDIUMS, TEACHING_MODES, VERIFICATION_STATUSES } from '#shared/vocabulary/people.ts';
import { categoryRef, withCategory } from './catalogue.ts';
import { ENTRY, SLOT, TUTOR } from './examples.ts';
import { absolute, count, date, described, documentRef, entity, rating, rupees, success, told, toUserRef, userRef, withId } from './shapes.ts';

const slot = z
  .object({ start: z.string(), end: z.string() })
  .openapi('Slot', { example: SLOT, description: 'Wall-clock times of the platform, `HH:MM`.' });
export const slots = z.array(slot);

export const subjectEntry = z
  .object({
    subject: described.extend({ isActive: z.boolean(), category: categoryRef.optional(), createdAt: date }),
    selectedTopics: z.array(described),
    teachingModes: z.array(
      z.object({ type: z.enum(TEACHING_MODES), enabled: z.boolean(), rate: rupees.openapi({ description: 'Rupees an hour.' }) }),
    ),
    availability: z.array(z.object({ day: z.enum(WEEKDAYS), slots })),
  })
  .openapi('TutorSubjectEntry', { example: ENTRY });

export const tutorProfile = entity({
  user: userRef,
  phone: z.string().openapi({ description: 'Empty in lists of tutors.' }),
  bio: z.string(),
  gender: z.enum(GENDERS),
  socialMedia: z
    .object({ instagram: z.string(), youtube: z.string(), facebook: z.string(), linkedin: z.string() })
    .openapi({ description: 'Names of accounts, not addresses; empty for none.' }),
  teachingMediums: z.array(z.enum(TEACHING_MEDIUMS)),
  education: z.array(z.object({ degree: z.string(), institution: z.string(), year: z.int() })),
  experience: z.array(z.object({ title: z.string(), company: z.string(), duration: z.string(), description: z.string() })),
  subjects: z.array(subjectEntry),
  availableLocations: z.string(),
  documents: z.array(documentRef).openapi({ description: 'For the tutor and admins; else empty.' }),
  rating,
  totalReviews: count,
  totalRatings: count.openapi({ description: 'The same as `totalReviews`.' }),
  totalStudents: count.openapi({ description: 'People with a confirmed or completed booking.' }),
  totalSessions: count.openapi({ description: 'Completed bookings.' }),
  totalEarnings: rupees.openapi({ description: 'Rupees; 0 for others than the tutor and admins.' }),
  isVerified: z.boolean().openapi({ description: 'Whether admins have approved the profile. Others can be found and booked, too.' }),
  verificationStatus: z.enum(VERIFICATION_STATUSES),
  verificationChecks: z.object({
    documents: z.boolean(),
    education: z.boolean(),
    experience: z.boolean(),
    background: z.boolean(),
    interview: z.boolean(),
  }),
  verificationDate: date.nullable(),
  rejectionReason: z.string().openapi({ description: 'For the tutor and admins; else empty.' }),
  status: z.enum(['active', 'inactive', 'suspended']),
  vacationMode: z.boolean().openapi({ description: 'While it is true, nobody can ask for a session.' }),
  createdAt: date,
  updatedAt: date,
}).openapi('TutorProfile', { example: TUTOR });

export const savedProfileBody = z.object({ success, message: told(SUCCESS.profileSaved), tutor: tutorProfile });

export const searchBody = z.object({
  tutors: z.array(tutorProfile),
  pagination: z.object({
    page: z.int().min(1).openapi({ example: 1 }),
    pages: count.openapi({ example: 1 }),
    total: count.openapi({ example: 1 }),
    limit: z.int().min(1).openapi({ example: 24 }),
    totalIsCapped: z.literal(true).optional().openapi({ description: 'There are more; `total` stops counting here.' }),
  }),
});

export const tutorStats = z
  .object({
    totalStudents: count,
    totalSessions: count,
    averageRating: rating,
    totalEarnings: rupees,
    cancellationCharges: rupees.openapi({ description: 'What was retained of cancelled bookings; in no total.' }),
  })
  .openapi('TutorStats', { example: { totalStudents: 9, totalSessions: 31, averageRating: 4.83, totalEarnings: 0, cancellationCharges: 0 } });

export const toEntry = (view: SubjectEntryView) => ({
  ...view,
  subject: withCategory(view.subject),
  selectedTopics: view.selectedTopics.map(withId),
});

/** How often it was saved is the editor's business. */
export const toTutor = ({ revision: _, contactEmail: __, ...view }: TutorProfileView, site: string) => ({
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
