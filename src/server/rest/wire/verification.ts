import { z } from '@hono/zod-openapi';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { approveInput, rejectInput, type TutorTable } from '#shared/contracts/verification.ts';
import { TUTOR_ORDERS, type TutorFilter } from '#shared/vocabulary/content.ts';
import { ADMIN_TABLES, LIMITS } from '#shared/vocabulary/limits.ts';
import { VERIFICATION_CHECKS } from '#shared/vocabulary/people.ts';
import { body, countOf, flag, isSent, MOST_PAGES, oneOf, parameter, type Sent } from './reading.ts';
import { toTutor, tutorProfile } from './tutors.ts';

const VERIFIED = new Map<string, TutorFilter>([
  ['all', 'all'],
  ['verified', 'verified'],
  ['true', 'verified'],
  ['unverified', 'unverified'],
  ['false', 'unverified'],
]);

export const adminTutorsQuery = z
  .object({
    page: parameter({ description: 'From 1', type: 'integer', read: (text) => countOf(text, MOST_PAGES) ?? 1 }),
    limit: parameter({
      description: 'Tutors a page',
      type: 'integer',
      example: String(ADMIN_TABLES.pageSize),
      read: (text) => countOf(text, ADMIN_TABLES.mostPerPage) ?? ADMIN_TABLES.pageSize,
    }),
    search: parameter({ description: 'Part of a name or email', read: (text) => text?.slice(0, LIMITS.searchText) }),
    verified: parameter({ description: 'By default `all`', values: [...VERIFIED.keys()], read: (text) => VERIFIED.get(text ?? '') }),
    sortBy: parameter({ description: 'By default `newest`', values: TUTOR_ORDERS, read: (text) => oneOf(TUTOR_ORDERS, text) }),
    rating: parameter({ description: 'The least rating', values: ['all', '1', '2', '3', '4', '5'], read: leastRating }),
  })
  .transform(({ verified: filter, rating: minRating, ...page }) => ({ ...page, filter, minRating }));

function leastRating(text: string | undefined): number | undefined {
  return /^[1-5]$/.test(text ?? '') ? Number(text) : undefined;
}

export const adminTutorsBody = z.object({
  tutors: z.array(tutorProfile),
  totalPages: z.number(),
  currentPage: z.number(),
  total: z.number(),
  totalTutors: z.number().openapi({ description: 'Whatever is searched for.' }),
});

export const toAdminTutors = ({ page, totalPages, total, counts }: TutorTable, profiles: readonly TutorProfileView[], site: string) => ({
  tutors: profiles.map((profile) => toTutor(profile, site)),
  totalPages,
  currentPage: page,
  total,
  totalTutors: counts.all,
});

export const approveBody = body('ApproveTutor', {
  contract: approveInput.omit({ id: true, revision: true }),
  read: ({ verificationChecks }) => ({
    verificationChecks: verificationChecks === undefined ? undefined : ticksOf(isSent(verificationChecks) ? verificationChecks : {}),
  }),
});

/** Whatever is not true is not ticked; only checks that are absent say nothing. */
function ticksOf(sent: Sent): Record<string, boolean> {
  return Object.fromEntries(VERIFICATION_CHECKS.map((check) => [check, flag(sent[check]) === true]));
}

export const rejectBody = body('RejectTutor', {
  contract: rejectInput.omit({ id: true }),
  read: ({ reason }) => ({ reason }),
});
