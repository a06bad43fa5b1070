import { and, eq, isNull } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { lockUserOfAddress } from '#db/locks.ts';
import { oauthAccounts, users } from '#db/schema/people.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { newResetRequest } from '#server/core/password-resets.ts';
import type { GoogleProfile } from '#server/core/ports.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import { type ChooseRoleInput, emailAddress, type GoogleProof, type GoogleSignInInput, personName, type Viewer } from '#shared/contracts/auth.ts';
import type { LoginStep } from '#shared/contracts/factors.ts';
import { DomainError } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { googleProofFor, revokeAccess } from './access.commands.ts';
import { viewerOf } from './auth.queries.ts';
import { askSecondStep } from './login.commands.ts';
import { recordSignIn } from './sessions.commands.ts';

const PROVIDER = 'google';

/**
 * Signs in the account that this Google account is connected to, else that of the address Google has verified, and makes one where there is none.
 * Google is the first step, as a password is: an account with a second factor is asked for it.
 */
export async function signInWithGoogle(ctx: Ctx, input: GoogleSignInInput): Promise<LoginStep> {
  if (!ctx.google) throw new DomainError('auth.google_unavailable');
  const profile = await ctx.google.profile(input);
  if (!profile.isEmailVerified) throw new DomainError('auth.google_unverified');
  const address = emailAddress.safeParse(profile.email);
  if (!address.success) throw new DomainError('auth.google_failed');

  const found = await inUnitOfWork(ctx, async (unit) => (await connectedAccount(unit, profile.id)) ?? accountOfAddress(unit, address.data, profile));
  // Refused only after the commit: the mail that offers another way in is ordered there.
  if ('refusal' in found) throw new DomainError(found.refusal);
  const { id: userId, passwordHash } = found;
  const secondStep = await askSecondStep(ctx, { userId, passwordHash, isRemembered: true, origin: 'google' });
  if (secondStep) return { secondStep };
  const token = await ctx.sessions.start(userId, { isRemembered: true, origin: 'google', userAgent: ctx.client.userAgent });
  await recordSignIn(ctx, { userId, token });
  return { started: { token, user: await viewerOf(ctx, userId) } };
}

/** For somebody who is signed in already: says whose Google account this is, and signs nobody in. */
export async function proveWithGoogle(ctx: Ctx, input: GoogleSignInInput): Promise<GoogleProof> {
  if (!ctx.google) throw new DomainError('auth.google_unavailable');
  const profile = await ctx.google.profile({ ...input, isFresh: true });
  const isTheirs = and(eq(oauthAccounts.provider, PROVIDER), eq(oauthAccounts.providerUserId, profile.id));
  const [linked] = await ctx.db.select({ userId: oauthAccounts.userId }).from(oauthAccounts).where(isTheirs);
  if (!linked) throw new DomainError('auth.google_mismatch');
  return { proof: googleProofFor(ctx, linked.userId) };
}

/** Completes an account that Google has begun; the same role once more changes nothing. */
export async function chooseRole(ctx: SignedIn, { role, phone, childName }: ChooseRoleInput): Promise<Viewer> {
  const { id } = ctx.actor;
  const before = await viewerOf(ctx, id);
  if (before.socialProvider !== PROVIDER) throw new DomainError('auth.not_google');
  await inUnitOfWork(ctx, async ({ db, now, record }) => {
    const child = role === 'student' ? childName : '';
    const chosen = await db
      .update(users)
      .set({ role, ...(phone !== '' && { phone }), childName: child, updatedAt: now() })
      .where(and(eq(users.id, id), isNull(users.role)))
      .returning({ id: users.id });
    if (chosen.length > 0) record({ type: 'account.registered', userId: id, role });
  });
  const viewer = await viewerOf(ctx, id);
  if (viewer.role !== role) throw new DomainError('auth.role_chosen');
  return viewer;
}

type Account = { id: string; profileImage: string; passwordHash: string | null };
type Refused = { refusal: 'auth.google_other' | 'auth.google_other_mailed' };

const accountColumns = { id: users.id, status: users.status, profileImage: users.profileImage, passwordHash: users.passwordHash };

/** Google's subject is the person; the address may change there, and may be given to somebody else. */
async function connectedAccount({ db, platform }: Unit<Ctx>, subject: string): Promise<Account | null> {
  const isTheirs = and(eq(oauthAccounts.provider, PROVIDER), eq(oauthAccounts.providerUserId, subject));
  const [account] = await db.select(accountColumns).from(oauthAccounts).innerJoin(users, eq(users.id, oauthAccounts.userId)).where(isTheirs);
  if (account?.status === 'suspended') throw new DomainError('auth.suspended', { params: { email: platform.supportEmail } });
  return account ?? null;
}

async function accountOfAddress(unit: Unit<Ctx>, email: string, profile: GoogleProfile): Promise<Account | Refused> {
  const { db, record, platform } = unit;
  const made = await newAccount(unit, email, profile);
  // Locked, so that of two Google accounts with this address one is connected.
  const account = only(await lockUserOfAddress(db, email));
  if (account.status === 'suspended') throw new DomainError('auth.suspended', { params: { email: platform.supportEmail } });
  const isConnected = await connect(unit, account.id, profile.id);
  if (isConnected === 'other') {
    if (account.passwordHash !== null) return { refusal: 'auth.google_other' };
    record({ type: 'password.reset_asked', email, asker: newResetRequest(unit).asker, isFirstPassword: true });
    return { refusal: 'auth.google_other_mailed' };
  }
  const isClaimed = !made && (await claimUnproven(unit, account.id));
  if (isConnected === 'now' && account.profileImage === '' && profile.photoUrl !== null) {
    record({ type: 'photo.offered', userId: account.id, url: profile.photoUrl });
  }
  return isClaimed ? { ...account, passwordHash: null } : account;
}

/** False when the address has an account, also one that somebody makes at this moment. */
async function newAccount({ db, now }: Unit<Ctx>, email: string, profile: GoogleProfile): Promise<boolean> {
  const at = { emailVerifiedAt: now(), createdAt: now(), updatedAt: now() };
  const made = await db
    .insert(users)
    .values({ name: nameFor(profile, email), email, ...at })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return made.length > 0;
}

/** Whoever set up an account on an address without proving it loses it to the owner: its password, where it was to move, and all that lets somebody in. */
async function claimUnproven(unit: Unit<Ctx>, userId: string): Promise<boolean> {
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

/** Connects the first Google account; a second one takes nobody's place. The row of the account is locked. */
async function connect({ db }: Unit<Ctx>, userId: string, subject: string): Promise<'now' | 'before' | 'other'> {
  const made = await db.insert(oauthAccounts).values({ provider: PROVIDER, providerUserId: subject, userId }).onConflictDoNothing().returning();
  if (made.length > 0) return 'now';
  const isThis = and(eq(oauthAccounts.provider, PROVIDER), eq(oauthAccounts.userId, userId), eq(oauthAccounts.providerUserId, subject));
  return (await db.$count(oauthAccounts, isThis)) > 0 ? 'before' : 'other';
}

/** The name from Google as far as it fits; without one, the beginning of the address. */
function nameFor({ name }: GoogleProfile, email: string): string {
  const candidates = [name, email.split('@', 1)[0] ?? '', email].map(fitting);
  return candidates.find((candidate) => personName.safeParse(candidate).success) ?? fitting(email);
}

/** Cut without leaving half a character behind, and without the one that PostgreSQL cannot hold. */
function fitting(text: string): string {
  return text
    .replaceAll('\0', '')
    .trim()
    .slice(0, LIMITS.name.max)
    .replace(/[\ud800-\udbff]$/, '');
}
