import type { ComponentType } from 'react';
import type { AccountStatus } from '#shared/vocabulary/people.ts';

/** What is asked about before it is done, and the reminder, which is not. */
export type TutorAction = 'reject' | 'unverify' | 'remind' | 'status' | 'delete';

/** Who it is done to. */
export type ActedTutor = { id: string; user: { id: string; name: string }; status: AccountStatus };

/** Suspends and reinstates; a part of the page that is handed in. */
export type StatusDialog = ComponentType<{
  person: { userId: string; name: string; status: AccountStatus };
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}>;
