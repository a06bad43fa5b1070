import type { CompletenessColour } from '#shared/domain/profile-completeness.ts';
import type { TutorFilter } from '#shared/vocabulary/content.ts';
import type { TeachingMedium, TeachingModeType, VerificationCheck, VerificationStatus } from '#shared/vocabulary/people.ts';
import type { TableOrder } from './tutors-search.ts';

export const CHECKS = {
  documents: 'Documents',
  education: 'Education',
  experience: 'Experience',
  background: 'Background',
  interview: 'Interview',
} as const satisfies Record<VerificationCheck, string>;

export const STATUSES = {
  approved: { label: 'Verified', color: 'green' },
  pending: { label: 'Under Review', color: 'yellow' },
  rejected: { label: 'Rejected', color: 'red' },
  not_started: { label: 'Not started', color: 'gray' },
} as const satisfies Record<VerificationStatus, { label: string; color: string }>;

export const FILTERS = {
  all: 'All tutors',
  verified: 'Verified',
  unverified: 'Unverified',
  pending: 'Waiting for review',
  changed: 'Changed since verification',
} as const satisfies Record<TutorFilter, string>;

export const ORDERS = { newest: 'Newest', oldest: 'Oldest', name: 'Name (A-Z)' } as const satisfies Record<TableOrder, string>;

/** Beside the figure, for those to whom the colour says nothing. */
export const COLOURS = { green: 'Good', yellow: 'Fair', red: 'Low' } as const satisfies Record<CompletenessColour, string>;

export const MEDIUMS = { english: 'English', sinhala: 'Sinhala', tamil: 'Tamil' } as const satisfies Record<TeachingMedium, string>;
export const MODES = { online: 'Online', 'home-visit': 'Home Visit', group: 'Group' } as const satisfies Record<TeachingModeType, string>;

const DOCUMENTS: Record<string, string> = { qualification: 'Qualification', identity: 'Identity' };
export const documentName = (type: string, index: number): string => `${DOCUMENTS[type] ?? 'Document'} ${index + 1}`;

/** For a telephone link: what people write between the digits is no part of the number. */
export const telephone = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`;
