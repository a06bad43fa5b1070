import { only } from '#db/executor.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx } from '#server/core/context.ts';
import { demandNewPassword } from '#server/core/new-password.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { RegisterInput, StartedSession } from '#shared/contracts/auth.ts';
import { DomainError } from '#shared/errors.ts';
import { viewerOf } from './auth.queries.ts';
import { startSession } from './sessions.commands.ts';

/** Makes an account and signs it in; a tutor begins with an empty profile. */
export async function register(ctx: Ctx, input: RegisterInput): Promise<StartedSession> {
  demandNewPassword(ctx, input);
  const passwordHash = await ctx.passwords.hash(input.password);
  const userId = await inUnitOfWork(ctx, async ({ db, now, record }) => {
    const { name, email, role, phone } = input;
    const childName = role === 'student' ? input.childName : '';
    const at = { createdAt: now(), updatedAt: now() };
    const made = await db
      .insert(users)
      .values({ name, email, role, phone, childName, passwordHash, ...at })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (made.length === 0) throw new DomainError('auth.email_taken', { field: 'email' });
    const { id } = only(made);
    record({ type: 'account.registered', userId: id, role });
    return id;
  });
  const token = await startSession(ctx, { userId, email: input.email, passwordHash, isRemembered: true });
  return { token, user: await viewerOf(ctx, userId) };
}
