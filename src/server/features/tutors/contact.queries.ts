import { eq, exists, sql } from 'drizzle-orm';
import { users } from '#db/schema/people.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import { tutorContactColumns } from '#db/tutor-contact.ts';
import { type Ctx, callerOf } from '#server/core/context.ts';
import { isUuid } from '#server/core/ids.ts';
import { prepared } from '#server/core/prepared.ts';
import type { TutorContact } from '#shared/contracts/tutors.ts';
import { canBeFound, seesEverything } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';

type Asked = { ctx: Ctx; input: { id: string } };

const contactRows = prepared((db) =>
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

/** What others see of how to reach a tutor, for the tutor as well. */
export async function contactOf(ctx: Ctx, { id }: { id: string }): Promise<TutorContact> {
  const [row] = isUuid(id) ? await contactRows(ctx.db).execute({ id }) : [];
  if (!row || !(seesEverything(callerOf(ctx), row.userId) || canBeFound(row))) throw new DomainError('tutor.not_found');
  return { phone: row.phone, email: row.email };
}

type ContactLimits = Partial<Record<'tutorContactByAddress' | 'tutorContactByAddressOfAccounts' | 'tutorContactByAccount', string>>;

/**
 * Who is counted by which limit. Visitors are counted by their address, accounts by themselves and by their address: those whose own
 * address is confirmed with each other, the rest with visitors; the tutor and admins by nothing.
 */
export async function contactLimits({ ctx, input }: Asked): Promise<ContactLimits> {
  const caller = callerOf(ctx);
  const { address } = ctx.client;
  if (!caller) return { tutorContactByAddress: address };
  if (caller.role === 'admin') return {};
  const own = ctx.db
    .select({ id: profiles.id })
    .from(profiles)
    .where(sql`${profiles.userId} = ${caller.id} and ${profiles.id}::text = ${input.id.toLowerCase()}`);
  const [row] = await ctx.db
    .select({ isConfirmed: sql<boolean>`${users.emailVerifiedAt} is not null`, isOwner: sql<boolean>`${exists(own)}` })
    .from(users)
    .where(eq(users.id, caller.id));
  if (row?.isOwner) return {};
  const byAddress = row?.isConfirmed ? { tutorContactByAddressOfAccounts: address } : { tutorContactByAddress: address };
  return { ...byAddress, tutorContactByAccount: caller.id };
}

/** The refusal of a limit, as it reads here. */
export function inItsOwnWords(error: { cause?: unknown }): unknown {
  const { cause } = error;
  const isLimited = cause instanceof DomainError && cause.code === 'request.limited';
  return isLimited ? new DomainError('tutor.contact_limited', { retryAfter: cause.refusal.retryAfter }) : error;
}
