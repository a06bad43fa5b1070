import { eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { oauthAccounts, users } from '#db/schema/people.ts';
import { hasSecondFactor } from '#db/second-factor.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { prepared } from '#server/core/prepared.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import { isSecondFactorDue } from '#shared/domain/required-second-factor.ts';
import { DomainError } from '#shared/errors.ts';

const account = prepared((db: Executor) =>
  db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      phone: users.phone,
      profileImage: users.profileImage,
      emailVerifiedAt: users.emailVerifiedAt,
      pendingEmail: users.pendingEmail,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      childName: users.childName,
      hasSecondFactor: hasSecondFactor(users.id),
      socialProvider: oauthAccounts.provider,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
    })
    .from(users)
    .leftJoin(oauthAccounts, eq(oauthAccounts.userId, users.id))
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('account'),
);

/** The account as its owner sees it; one that has gone meanwhile is an expired session. */
export async function viewerOf({ db, platform }: Pick<Ctx, 'db' | 'platform'>, userId: string): Promise<Viewer> {
  const [row] = await account(db).execute({ id: userId });
  if (!row) throw new DomainError('auth.expired');
  const { emailVerifiedAt, hasSecondFactor: hasOne, ...rest } = row;
  return { ...rest, emailVerified: emailVerifiedAt !== null, isSecondFactorDue: isSecondFactorDue({ ...rest, hasSecondFactor: hasOne }, platform) };
}

export const me = (ctx: SignedIn): Promise<Viewer> => viewerOf(ctx, ctx.actor.id);
