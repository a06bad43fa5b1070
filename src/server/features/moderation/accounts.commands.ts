import { and, desc, eq } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { type LeavingAccount, lockLeavingAccount } from '#db/locks.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { users } from '#db/schema/people.ts';
import { requireConfirmation } from '#server/core/confirmation.ts';
import type { CtxAs } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import { isUuid } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { ChangedAccount, SetAccountStatusesInput, SetAccountStatusInput } from '#shared/contracts/moderation.ts';
import type { StudentInput } from '#shared/contracts/students.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { getAccountView } from './accounts.queries.ts';

type InUnit = Unit<CtxAs<'admin'>>;

/** With `checksReason`, one that has been suspended for another reason is refused: the new reason would be dropped. */
export function setAccountStatus(
  ctx: CtxAs<'admin'>,
  { userId, status, reason }: SetAccountStatusInput,
  { checksReason = false } = {},
): Promise<ChangedAccount> {
  const message = status === 'suspended' ? SUCCESS.accountSuspended : SUCCESS.accountReinstated;
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, record } = unit;
    if (status === 'suspended' && userId.toLowerCase() === actor.id) throw new DomainError('account.own_suspension');
    const account = await lockAccount(unit, userId);
    if (!account) throw new DomainError('user.not_found');
    const isUnchanged = account.status === status;
    if (status === 'suspended' && !isUnchanged && account.isLastAdmin) throw new DomainError('account.last_admin_suspended');
    await demandAdmin(unit);
    // After the commit the account may have been deleted.
    const user = await getAccountView(db, account.id);
    if (isUnchanged) {
      if (status === 'suspended' && checksReason && reason !== (await findReason(db, account.id))) throw new DomainError('account.suspended_already');
      return { message, user };
    }

    const { id, role } = account;
    const at = now();
    if (status === 'suspended') {
      record({ type: 'account.suspended', userId: id, role, reason, occurredAt: at });
      recordAuditEntry(unit, 'account.suspended', account, { reason });
    } else {
      record({ type: 'account.reinstated', userId: id, role, occurredAt: at });
      recordAuditEntry(unit, 'account.reinstated', account);
    }
    return { message, user: { ...user, status, updatedAt: at } };
  });
}

async function findReason(db: Executor, userId: string): Promise<string | undefined> {
  const { subjectId, action, details, createdAt, id } = auditEntries;
  const [suspension] = await db
    .select({ details })
    .from(auditEntries)
    .where(and(eq(subjectId, userId), eq(action, 'account.suspended')))
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  return suspension?.details.reason;
}

type Refusal = { userId: string; message: string };

/** One transaction for each account, because in a common one accounts would be locked after bookings. A refusal does not stop the others. */
export async function setAccountStatuses(ctx: CtxAs<'admin'>, { userIds, ...change }: SetAccountStatusesInput): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const userId of userIds) {
    await setAccountStatus(ctx, { userId, ...change }, { checksReason: true }).catch((error: unknown) => {
      // Errors about the caller, who may have been suspended meanwhile, are not refusals of this account.
      if (!(error instanceof DomainError) || error.code === 'auth.expired') throw error;
      refusals.push({ userId, message: error.message });
    });
  }
  return refusals;
}

export async function deleteStudent(ctx: CtxAs<'admin'>, { id }: StudentInput): Promise<void> {
  await inUnitOfWork(ctx, async (unit) => {
    const student = await lockAccount(unit, id);
    if (student?.role !== 'student') throw new DomainError('student.not_found');
    await demandAdmin(unit);
    await requireConfirmation(unit);
    const { id: userId, role, name, email } = student;
    const { actor, client, now } = unit;
    unit.record({ type: 'account.closed', userId, role, name, email, by: 'admin' });
    unit.record({ type: 'sensitive_action.taken', userId: actor.id, action: { kind: 'account_deleted', role, name }, client, occurredAt: now() });
    recordAuditEntry(unit, 'student.deleted', student);
  });
}

async function lockAccount({ db }: InUnit, id: string): Promise<LeavingAccount | null> {
  return isUuid(id) ? lockLeavingAccount(db, id) : null;
}

/** If two admins suspend each other, the second one is no longer active and is refused. */
async function demandAdmin({ db, actor }: InUnit): Promise<void> {
  const activeAdmins = await db.$count(users, and(eq(users.id, actor.id), eq(users.role, 'admin'), eq(users.status, 'active')));
  if (activeAdmins === 0) throw new DomainError('auth.expired');
}
