import { eq, sql } from 'drizzle-orm';
import { tutorContactColumns } from '#db/accounts.ts';
import { prepareOnce } from '#db/executor.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { Ctx } from '#server/core/context.ts';
import { isUuid } from '#server/core/ids.ts';
import type { TutorContact } from '#shared/contracts/tutors.ts';
import { canViewPrivateFields, isPublic } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';

type LimitInput = { ctx: Ctx; input: { id: string } };

const selectContact = prepareOnce((db) =>
  db
    .select({
      userId: users.id,
      accountStatus: users.status,
      verificationStatus: profiles.verificationStatus,
      ...tutorContactColumns(users.email),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.id, sql.placeholder('id')))
    .prepare('tutor_contact'),
);

export async function getContact(ctx: Ctx, { id }: { id: string }): Promise<TutorContact> {
  const [row] = isUuid(id) ? await selectContact(ctx.db).execute({ id }) : [];
  if (!row || !(canViewPrivateFields(ctx.actor, row.userId) || isPublic(row))) throw new DomainError('tutor.not_found');
  return { phone: row.phone, email: row.email };
}

const selectStanding = prepareOnce((db) =>
  db
    .select({
      isConfirmed: sql<boolean>`${users.emailVerifiedAt} is not null`,
      isOwner: sql<boolean>`exists (select from tutor_profiles where user_id = users.id and id::text = ${sql.placeholder('tutorId')})`,
    })
    .from(users)
    .where(eq(users.id, sql.placeholder('callerId')))
    .prepare('contact_standing'),
);

type ContactLimits = Partial<Record<'tutorContactByAddress' | 'tutorContactByAddressOfAccounts' | 'tutorContactByAccount', string>>;

/**
 * Visitors are limited by IP address, accounts by account and IP address: with a confirmed email address they share
 * the limit of the IP address with other such accounts, else with visitors. The tutor and admins have no limit.
 */
export async function getContactLimits({ ctx, input }: LimitInput): Promise<ContactLimits> {
  const caller = ctx.actor;
  const { address } = ctx.client;
  if (!caller) return { tutorContactByAddress: address };
  if (caller.role === 'admin') return {};
  const [row] = await selectStanding(ctx.db).execute({ callerId: caller.id, tutorId: input.id.toLowerCase() });
  if (row?.isOwner) return {};
  const byAddress = row?.isConfirmed ? { tutorContactByAddressOfAccounts: address } : { tutorContactByAddress: address };
  return { ...byAddress, tutorContactByAccount: caller.id };
}

export function toContactError(error: { cause?: unknown }): unknown {
  const { cause } = error;
  const isLimited = cause instanceof DomainError && cause.code === 'request.limited';
  return isLimited ? new DomainError('tutor.contact_limited', { retryAfter: cause.refusal.retryAfter }) : error;
}
