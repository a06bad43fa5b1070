import { isDeepStrictEqual } from 'node:util';
import type { SQL } from 'drizzle-orm';
import { addToBacklog } from '#db/listing-backlog.ts';
import type { As } from '#server/core/context.ts';
import { sqlState } from '#server/core/failures.ts';
import { enqueue } from '#server/core/jobs.ts';
import { lockActiveAdmin } from '#server/core/active-account.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import type { AuditAction } from '#shared/vocabulary/content.ts';

export type Editing = Unit<As<'admin'>>;

const UNIQUE_VIOLATION = '23505';

/** A change of the catalogue by who is still an admin; `taken` is what is said when the index finds the name taken. */
export function editing<T>(ctx: As<'admin'>, taken: ErrorCode, work: (unit: Editing) => Promise<T>): Promise<T> {
  const held = async (unit: Editing) => {
    await lockActiveAdmin(unit);
    return work(unit);
  };
  return inUnitOfWork(ctx, held).catch((error: unknown) => {
    throw sqlState(error) === UNIQUE_VIOLATION ? new DomainError(taken, { field: 'name' }) : error;
  });
}

/**
 * What a change makes untrue of listings is written down before it, by whoever changes it, and made anew by a job.
 * Called before the row is locked, for tutors come before what they teach, and again after: for who came meanwhile.
 */
export function outdatedBy(unit: Editing, tutors: SQL): () => Promise<void> {
  let isPlanned = false;
  return async () => {
    const isAny = (await addToBacklog(unit.db, tutors)) > 0;
    if (isAny && !isPlanned) enqueue(unit, { kind: 'listing.refresh', params: {} });
    isPlanned ||= isAny;
  };
}

type Values = Record<string, unknown>;

/** What was sent and is not so already; null when all of it is. */
export function changesOf<T extends Values>(stored: T, sent: Partial<T>): Partial<T> | null {
  const changed: Partial<T> = {};
  for (const key in sent) {
    if (sent[key] !== undefined && !isDeepStrictEqual(sent[key], stored[key])) changed[key] = sent[key];
  }
  return Object.keys(changed).length > 0 ? changed : null;
}

type Kind = 'category' | 'subject' | 'topic';

/** A change of nothing but the state has a name of its own in the log. */
export function deedOf(kind: Kind, changes: Values & { isActive?: boolean }): AuditAction {
  const { isActive, ...others } = changes;
  if (isActive === undefined || Object.keys(others).length > 0) return `${kind}.updated`;
  return isActive ? `${kind}.activated` : `${kind}.deactivated`;
}

/** Of these the values that a change is about. */
export function partOf(values: Values, changes: Values): Values {
  return Object.fromEntries(Object.keys(changes).map((key) => [key, values[key]]));
}
