import { and, eq } from 'drizzle-orm';
import { type LeavingAccount, lockLeavingAccount } from '#db/locks.ts';
import { users } from '#db/schema/people.ts';
import { demandConfirmation } from '#server/core/confirmation.ts';
import type { As } from '#server/core/context.ts';
import { recordDeed } from '#server/core/deeds.ts';
import { isUuid } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { ChangedAccount, SetAccountStatusInput } from '#shared/contracts/moderation.ts';
import type { StudentInput } from '#shared/contracts/students.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { accountView } from './accounts.queries.ts';

type InUnit = Unit<As<'admin'>>;

/** Suspends with a reason, or reinstates; what is so already stays, and nobody is told. */
export function setAccountStatus(ctx: As<'admin'>, { userId, status, reason }: SetAccountStatusInput): Promise<ChangedAccount> {
  const message = status === 'suspended' ? SUCCESS.accountSuspended : SUCCESS.accountReinstated;
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, record } = unit;
    if (status === 'suspended' && userId.toLowerCase() === actor.id) throw new DomainError('account.own_suspension');
    const account = await lockAccount(unit, userId);
    if (!account) throw new DomainError('user.not_found');
    const isSame = account.status === status;
    if (status === 'suspended' && !isSame && account.isLastAdmin) throw new DomainError('account.last_admin_suspended');
    await demandAdmin(unit);
    // Here, and not after the commit: by then somebody may have deleted it.
    const user = await accountView(db, account.id);
    if (isSame) return { message, user };

    const { id, role } = account;
    const at = now();
    if (status === 'suspended') {
      record({ type: 'account.suspended', userId: id, role, reason, at });
      recordDeed(unit, 'account.suspended', account, { reason });
    } else {
      record({ type: 'account.reinstated', userId: id, role, at });
      recordDeed(unit, 'account.reinstated', account);
    }
    return { message, user: { ...user, status, updatedAt: at } };
  });
}

/** With all that leaving does, at the full price for whatever is cancelled. */
export async function deleteStudent(ctx: As<'admin'>, { id }: StudentInput): Promise<void> {
  await inUnitOfWork(ctx, async (unit) => {
    const student = await lockAccount(unit, id);
    if (student?.role !== 'student') throw new DomainError('student.not_found');
    await demandAdmin(unit);
    await demandConfirmation(unit);
    const { id: userId, role, name, email } = student;
    const { actor, client, now } = unit;
    unit.record({ type: 'account.closed', userId, role, name, email, by: 'admin' });
    unit.record({ type: 'sensitive_action.taken', userId: actor.id, action: { kind: 'account_deleted', role, name }, client, at: now() });
    recordDeed(unit, 'student.deleted', student);
  });
}

async function lockAccount({ db }: InUnit, id: string): Promise<LeavingAccount | null> {
  return isUuid(id) ? lockLeavingAccount(db, id) : null;
}

/** Of two admins who suspend each other, the second is none any more; nobody else leaves under the lock that was taken. */
async function demandAdmin({ db, actor }: InUnit): Promise<void> {
  const standing = await db.$count(users, and(eq(users.id, actor.id), eq(users.role, 'admin'), eq(users.status, 'active')));
  if (standing === 0) throw new DomainError('auth.expired');
}
