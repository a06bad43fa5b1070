import type { TutorTableInput } from '#shared/contracts/verification.ts';
import { ADMIN_TABLES } from '#shared/vocabulary/limits.ts';

// The route loads this before its component: import no components here.
export type QueueSearch = { show?: 'changed'; tutor?: string };

export const toQueueInput = ({ show }: QueueSearch) =>
  ({ filter: show ?? 'pending', sortBy: 'oldest', limit: ADMIN_TABLES.mostPerPage }) satisfies Partial<TutorTableInput>;
