import { and, eq } from 'drizzle-orm';
import { sessions, users } from '#db/schema/people.ts';
import { DomainError } from '#shared/errors.ts';
import { CONFIRMATION } from '#shared/vocabulary/account-limits.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { requireSessionId, type SignedIn } from './context.ts';

type Caller = Pick<SignedIn, 'db' | 'actor' | 'now'>;

export async function requireRecentConfirmation(caller: Caller): Promise<void> {
  requireRecent(caller, await getConfirmation(caller));
}

export async function requireConfirmation(caller: Caller): Promise<void> {
  const session = await getConfirmation(caller);
  if (!session.emailVerifiedAt) throw new DomainError('auth.email_unconfirmed');
  requireRecent(caller, session);
}

type Confirmation = { confirmedAt: Date | null; emailVerifiedAt: Date | null };

async function getConfirmation({ db, actor }: Caller): Promise<Confirmation> {
  const [session] = await db
    .select({ confirmedAt: sessions.confirmedAt, emailVerifiedAt: users.emailVerifiedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, requireSessionId(actor)), eq(sessions.userId, actor.id)));
  if (!session) throw new DomainError('auth.expired');
  return session;
}

function requireRecent({ now }: Caller, { confirmedAt }: Confirmation): void {
  const since = now().getTime() - CONFIRMATION.minutes * MINUTE_MS;
  if (!confirmedAt || confirmedAt.getTime() < since) throw new DomainError('auth.confirmation_required');
}
