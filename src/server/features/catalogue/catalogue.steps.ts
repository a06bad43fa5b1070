import { isDeepStrictEqual } from 'node:util';
import type { SQL } from 'drizzle-orm';
import { addToBacklog } from '#db/listing-backlog.ts';
import { lockActiveAdmin } from '#server/core/active-account.ts';
import type { CtxAs } from '#server/core/context.ts';
import { getSqlState } from '#server/core/errors.ts';
import { enqueue } from '#server/core/jobs.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import { cleanAliases } from '#shared/domain/aliases.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import type { AuditAction } from '#shared/vocabulary/audit.ts';

export type CatalogueUnit = Unit<CtxAs<'admin'>>;

const UNIQUE_VIOLATION = '23505';

export function changeCatalogue<T>(ctx: CtxAs<'admin'>, nameTaken: ErrorCode, work: (unit: CatalogueUnit) => Promise<T>): Promise<T> {
  const lockAdmin = async (unit: CatalogueUnit) => {
    await lockActiveAdmin(unit);
    return work(unit);
  };
  return inUnitOfWork(ctx, lockAdmin).catch((error: unknown) => {
    throw getSqlState(error) === UNIQUE_VIOLATION ? new DomainError(nameTaken, { field: 'name' }) : error;
  });
}

/**
 * Adds the tutors whose listings a change outdates to the backlog, which a job refreshes. Called before the entry is
 * locked, because tutors are locked before it, and again afterwards for those who have chosen it meanwhile.
 */
export function createOutdatedMarker(unit: CatalogueUnit, tutors: SQL): () => Promise<void> {
  let isPlanned = false;
  return async () => {
    const hasOutdated = (await addToBacklog(unit.db, tutors)) > 0;
    if (hasOutdated && !isPlanned) enqueue(unit, { kind: 'listing.refresh', params: {} });
    isPlanned ||= hasOutdated;
  };
}

type Values = Record<string, unknown>;

export function diff<T extends Values>(stored: T, input: Partial<T>): Partial<T> | null {
  const changes: Partial<T> = {};
  for (const key in input) {
    if (input[key] !== undefined && !isDeepStrictEqual(input[key], stored[key])) changes[key] = input[key];
  }
  return Object.keys(changes).length > 0 ? changes : null;
}

type Naming = { name: string; aliases: string[] };

/** A new name may be one of the aliases. */
export function withCleanAliases<I extends Partial<Naming>>(stored: Naming, input: I): I {
  const { name = stored.name, aliases = stored.aliases } = input;
  return { ...input, aliases: cleanAliases(aliases, name) };
}

type EntryKind = 'category' | 'subject' | 'topic';

export function toAuditAction(kind: EntryKind, changes: Values & { isActive?: boolean }): AuditAction {
  const { isActive, ...otherChanges } = changes;
  if (isActive === undefined || Object.keys(otherChanges).length > 0) return `${kind}.updated`;
  return isActive ? `${kind}.activated` : `${kind}.deactivated`;
}

export function pickChanged(values: Values, changes: Values): Values {
  return Object.fromEntries(Object.keys(changes).map((key) => [key, values[key]]));
}
