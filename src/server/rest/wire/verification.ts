import { z } from '@hono/zod-openapi';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { approveInput, rejectInput, type TutorTable } from '#shared/contracts/verification.ts';
import { TUTOR_ORDERS, type TutorFilter } from '#shared/vocabulary/content.ts';
import { ADMIN_TABLES, LIMITS } from '#shared/vocabulary/limits.ts';
import { VERIFICATION_CHECKS } from '#shared/vocabulary/people.ts';
import { TUTOR } from './examples.ts';
import { body, countOf, flag, isSent, MOST_PAGES, oneOf, parameter, type Sent } from './reading.ts';
import { count, tablePages } from './shapes.ts';
import { REJECTION } from './tutor-examples.ts';
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
    page: parameter({ description: 'From 1', type: 'integer', least: 1, example: 1, read: (text) => countOf(text, MOST_PAGES) ?? 1 }),
    limit: parameter({
      description: `Tutors a page, ${ADMIN_TABLES.pageSize} where it is absent`,
      type: 'integer',
      least: 1,
      most: ADMIN_TABLES.mostPerPage,
      example: ADMIN_TABLES.pageSize,
      read: (text) => countOf(text, ADMIN_TABLES.mostPerPage) ?? ADMIN_TABLES.pageSize,
    }),
    search: parameter({ description: 'Part of a name or email', example: 'nimali', read: (text) => text?.slice(0, LIMITS.searchText) }),
    verified: parameter({ description: '`all` where it is absent', values: [...VERIFIED.keys()], read: (text) => VERIFIED.get(text ?? '') }),
    sortBy: parameter({ description: '`newest` where it is absent', values: TUTOR_ORDERS, read: (text) => oneOf(TUTOR_ORDERS, text) }),
    rating: parameter({ description: 'The least mean of the reviews', values: ['all', '1', '2', '3', '4', '5'], read: leastRating }),
  })
  .transform(({ verified: filter, rating: minRating, ...page }) => ({ ...page, filter, minRating }));

function leastRating(text: string | undefined): number | undefined {
  return /^[1-5]$/.test(text ?? '') ? Number(text) : undefined;
}

export const adminTutorsBody = z.object({
  tutors: z.array(tutorProfile),
  ...tablePages,
  totalTutors: count.openapi({ description: 'Whatever is searched for.', example: 1 }),
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
  example: { verificationChecks: TUTOR.verificationChecks },
  fields: { verificationChecks: { description: 'Without it all five count as ticked; sent with one that is not true, nothing is approved.' } },
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
  example: { reason: REJECTION },
  read: ({ reason }) => ({ reason }),
});
