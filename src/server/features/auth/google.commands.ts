import { and, eq, isNull, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { oauthAccounts, users } from '#db/schema/people.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { createResetRequest } from '#server/core/password-resets.ts';
import type { GoogleProfile } from '#server/core/ports.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import { type ChooseRoleInput, emailAddress, type GoogleProof, type GoogleSignInInput, personName, type Viewer } from '#shared/contracts/auth.ts';
import type { LoginStep } from '#shared/contracts/factors.ts';
import { DomainError } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { createGoogleProof, revokeAccess } from './access.commands.ts';
import { getViewer } from './auth.queries.ts';
import { requestSecondStep } from './login.commands.ts';
import { startSession } from './sessions.commands.ts';
import { toTermsRecord } from './terms.commands.ts';

const PROVIDER = 'google';

/**
 * Signs in to the account that is connected to this Google account, else to the account with its verified address, else to a new one.
 * Like a password this is only the first step: a second factor is still required.
 */
export async function signInWithGoogle(ctx: Ctx, input: GoogleSignInInput): Promise<LoginStep> {
  if (!ctx.google) throw new DomainError('auth.google_unavailable');
  const profile = await ctx.google.fetchProfile(input);
  if (!profile.isEmailVerified) throw new DomainError('auth.google_unverified');
  const address = emailAddress.safeParse(profile.email);
  if (!address.success) throw new DomainError('auth.google_failed');

  const account = await inUnitOfWork(
    ctx,
    async (unit) => (await findConnectedAccount(unit, profile.id)) ?? findOrCreateAccount(unit, address.data, profile),
  );
  // Thrown after the commit, so that the mail which offers to set a password is ordered.
  if ('refusal' in account) throw new DomainError(account.refusal);
  const { id: userId, email, passwordHash } = account;
  const secondStep = await requestSecondStep(ctx, { userId, passwordHash, isRemembered: true, origin: 'google' });
  if (secondStep) return { secondStep };
  const token = await startSession(ctx, { userId, email, passwordHash, isRemembered: true, origin: 'google' });
  return { started: { token, user: await getViewer(ctx, userId) } };
}

export async function proveWithGoogle(ctx: Ctx, input: GoogleSignInInput): Promise<GoogleProof> {
  if (!ctx.google) throw new DomainError('auth.google_unavailable');
  const profile = await ctx.google.fetchProfile({ ...input, isFresh: true });
  const isThisGoogleAccount = and(eq(oauthAccounts.provider, PROVIDER), eq(oauthAccounts.providerUserId, profile.id));
  const [linked] = await ctx.db.select({ userId: oauthAccounts.userId }).from(oauthAccounts).where(isThisGoogleAccount);
  if (!linked) throw new DomainError('auth.google_mismatch');
  return { proof: createGoogleProof(ctx, linked.userId) };
}

export async function chooseRole(ctx: SignedIn, { role, phone, childName, termsVersion }: ChooseRoleInput): Promise<Viewer> {
  const { id } = ctx.actor;
  const { socialProvider } = await getViewer(ctx, id);
  if (socialProvider !== PROVIDER) throw new DomainError('auth.not_google');
  await inUnitOfWork(ctx, async ({ db, now, record }) => {
    const updated = await db
      .update(users)
      .set({
        role,
        ...(phone !== '' && { phone }),
        childName: role === 'student' ? childName : '',
        ...toTermsRecord(termsVersion, now()),
        updatedAt: now(),
      })
      .where(and(eq(users.id, id), isNull(users.role)))
      .returning({ id: users.id });
    if (updated.length > 0) record({ type: 'account.registered', userId: id, role });
  });
  const viewer = await getViewer(ctx, id);
  if (viewer.role !== role) throw new DomainError('auth.role_chosen');
  return viewer;
}

type Account = { id: string; email: string; profileImage: string; passwordHash: string | null };
type Refusal = { refusal: 'auth.google_other' | 'auth.google_other_mailed' };

const accountColumns = {
  id: users.id,
  email: users.email,
  status: users.status,
  profileImage: users.profileImage,
  passwordHash: users.passwordHash,
};

/** Matches by Google's subject, because an address at Google may pass to another person. */
async function findConnectedAccount({ db, platform }: Unit<Ctx>, subject: string): Promise<Account | null> {
  const isThisGoogleAccount = and(eq(oauthAccounts.provider, PROVIDER), eq(oauthAccounts.providerUserId, subject));
  const [account] = await db
    .select(accountColumns)
    .from(oauthAccounts)
    .innerJoin(users, eq(users.id, oauthAccounts.userId))
    .where(isThisGoogleAccount);
  if (account?.status === 'suspended') throw new DomainError('auth.suspended', { params: { email: platform.supportEmail } });
  return account ?? null;
}

async function findOrCreateAccount(unit: Unit<Ctx>, email: string, profile: GoogleProfile): Promise<Account | Refusal> {
  const { db, record, platform } = unit;
  const isNew = await createAccount(unit, email, profile);
  // Under the lock, only one of two Google accounts with this address can be connected.
  const locked = await withLocks(db, { users: { noKeyUpdate: eq(sql`lower(${users.email})`, email) } });
  const account = only(locked.users);
  if (account.status === 'suspended') throw new DomainError('auth.suspended', { params: { email: platform.supportEmail } });
  const connection = await connectGoogle(unit, account.id, profile.id);
  if (connection === 'other') {
    if (account.passwordHash !== null) return { refusal: 'auth.google_other' };
    record({ type: 'password.reset_asked', email, asker: createResetRequest(unit).asker, isFirstPassword: true });
    return { refusal: 'auth.google_other_mailed' };
  }
  const isClaimed = !isNew && (await claimUnconfirmedAccount(unit, account.id));
  if (connection === 'new' && account.profileImage === '' && profile.photoUrl !== null) {
    record({ type: 'photo.offered', userId: account.id, url: profile.photoUrl });
  }
  return isClaimed ? { ...account, passwordHash: null } : account;
}

async function createAccount({ db, now, client }: Unit<Ctx>, email: string, profile: GoogleProfile): Promise<boolean> {
  const inserted = await db
    .insert(users)
    .values({ name: toPersonName(profile, email), email, emailVerifiedAt: now(), locale: client.locale, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return inserted.length > 0;
}

/** Google proves the address: an account that a stranger set up on it loses its password and every other way in. */
async function claimUnconfirmedAccount(unit: Unit<Ctx>, userId: string): Promise<boolean> {
  const { db, now } = unit;
  const claimed = await db
    .update(users)
    .set({ passwordHash: null, pendingEmail: null, emailVerifiedAt: now(), updatedAt: now() })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id });
  if (claimed.length === 0) return false;
  await revokeAccess(unit, { userId, cause: 'google_claim', hadUnprovenAddress: true });
  return true;
}

async function connectGoogle({ db }: Unit<Ctx>, userId: string, subject: string): Promise<'new' | 'existing' | 'other'> {
  const inserted = await db.insert(oauthAccounts).values({ provider: PROVIDER, providerUserId: subject, userId }).onConflictDoNothing().returning();
  if (inserted.length > 0) return 'new';
  const isThisGoogleAccount = and(eq(oauthAccounts.provider, PROVIDER), eq(oauthAccounts.userId, userId), eq(oauthAccounts.providerUserId, subject));
  return (await db.$count(oauthAccounts, isThisGoogleAccount)) > 0 ? 'existing' : 'other';
}

function toPersonName({ name }: GoogleProfile, email: string): string {
  const candidates = [name, email.split('@', 1)[0] ?? '', email].map(truncateName);
  return candidates.find((candidate) => personName.safeParse(candidate).success) ?? truncateName(email);
}

/** Removes NUL, which PostgreSQL refuses, and does not cut a surrogate pair in half. */
function truncateName(text: string): string {
  return text
    .replaceAll('\0', '')
    .trim()
    .slice(0, LIMITS.name.max)
    .replace(/[\ud800-\udbff]$/, '');
}
