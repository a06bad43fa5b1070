import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { hasSecondFactor } from '#db/accounts.ts';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { knownDevices } from '#db/schema/devices.ts';
import { oauthAccounts, users } from '#db/schema/people.ts';
import { passkeys, recoveryCodes, totpFactors } from '#db/schema/second-factor.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { listPossibleHashes } from '#server/core/devices.ts';
import { findMailedLink } from '#server/core/mailed-links.ts';
import type { LinkDetails, LinkInput, Viewer } from '#shared/contracts/auth.ts';
import type { SecondFactors } from '#shared/contracts/factors.ts';
import { isSecondFactorDue, needsSecondFactor } from '#shared/domain/second-factor.ts';
import { areTermsDue } from '#shared/domain/terms.ts';
import { DomainError } from '#shared/errors.ts';
import type { SecondStep } from '#shared/vocabulary/people.ts';

const accountQuery = prepareOnce((db: Executor) =>
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
      locale: users.locale,
      termsVersion: users.termsVersion,
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

export async function getViewer({ db, platform }: Pick<Ctx, 'db' | 'platform'>, userId: string): Promise<Viewer> {
  const [row] = await accountQuery(db).execute({ id: userId });
  if (!row) throw new DomainError('auth.expired');
  const { emailVerifiedAt, hasSecondFactor: hasFactor, termsVersion, ...rest } = row;
  return {
    ...rest,
    emailVerified: emailVerifiedAt !== null,
    isSecondFactorDue: isSecondFactorDue({ ...rest, hasSecondFactor: hasFactor }, platform),
    ...(areTermsDue(termsVersion) && { areTermsDue: true as const }),
  };
}

export async function getLinkDetails(ctx: Ctx, { token }: LinkInput): Promise<LinkDetails> {
  const link = await findMailedLink(ctx, token);
  if (!link || link.isUsed) throw new DomainError('auth.link');
  const [account] = await ctx.db
    .select({ name: users.name, role: users.role, registeredAt: users.createdAt })
    .from(users)
    .where(eq(users.id, link.userId));
  if (!account) throw new DomainError('auth.link');
  return { purpose: link.purpose, email: link.email, ...account };
}

export async function findLinkOwner(ctx: Ctx, { token }: LinkInput): Promise<string | null> {
  return (await findMailedLink(ctx, token))?.userId ?? null;
}

/** `email` in lower case. */
export async function isKnownDevice(ctx: Ctx, email: string): Promise<boolean> {
  const [device] = await ctx.db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(sql`lower(${users.email})`, email), inArray(knownDevices.deviceHash, listPossibleHashes(ctx))))
    .limit(1);
  return device !== undefined;
}

export async function listSecondSteps(db: Executor, userId: string): Promise<SecondStep[]> {
  const [app] = await db.select({ userId: totpFactors.userId }).from(totpFactors).where(eq(totpFactors.userId, userId));
  const [passkey] = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId)).limit(1);
  if (!app && !passkey) return [];
  return [...(app ? (['totp'] as const) : []), ...(passkey ? (['passkey'] as const) : []), 'recovery_code'];
}

export async function getSecondFactors({ db, actor, platform }: SignedIn): Promise<SecondFactors> {
  const [app] = await db.select({ userId: totpFactors.userId }).from(totpFactors).where(eq(totpFactors.userId, actor.id));
  const passkeyRows = await db
    .select({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, actor.id))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
  return {
    hasApp: app !== undefined,
    recoveryCodes: await db.$count(recoveryCodes, eq(recoveryCodes.userId, actor.id)),
    passkeys: passkeyRows,
    isRequired: actor.isSecondFactorDue === true || needsSecondFactor(actor.role, platform),
  };
}
