import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { oauthAccounts, users } from '#db/schema/people.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import type { GoogleProfile } from '#server/core/ports.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import {
  type ChooseRoleInput,
  emailAddress,
  type GoogleProof,
  type GoogleSignInInput,
  personName,
  type StartedSession,
  type Viewer,
} from '#shared/contracts/auth.ts';
import { DomainError } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { googleProofFor, revokeAccess } from './access.commands.ts';
import { viewerOf } from './auth.queries.ts';
import { recordSignIn } from './sign-ins.commands.ts';

const PROVIDER = 'google';

/** Signs in the account of the address that Google has verified, and makes one where there is none. */
export async function signInWithGoogle(ctx: Ctx, input: GoogleSignInInput): Promise<StartedSession> {
  if (!ctx.google) throw new DomainError('auth.google_unavailable');
  const profile = await ctx.google.profile(input);
  if (!profile.isEmailVerified) throw new DomainError('auth.google_unverified');
  const address = emailAddress.safeParse(profile.email);
  if (!address.success) throw new DomainError('auth.google_failed');

  const userId = await inUnitOfWork(ctx, async (unit) => {
    const email = address.data;
    const account = (await newAccount(unit, email, profile)) ?? (await knownAccount(unit, email));
    const isNewlyLinked = await link(unit, account.id, profile.id);
    if (isNewlyLinked && account.profileImage === '' && profile.photoUrl !== null) {
      unit.record({ type: 'photo.offered', userId: account.id, url: profile.photoUrl });
    }
    return account.id;
  });
  const token = await ctx.sessions.start(userId, { isRemembered: true, origin: 'google', userAgent: ctx.client.userAgent });
  await recordSignIn(ctx, { userId, token });
  return { token, user: await viewerOf(ctx.db, userId) };
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
  const before = await viewerOf(ctx.db, id);
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
  const viewer = await viewerOf(ctx.db, id);
  if (viewer.role !== role) throw new DomainError('auth.role_chosen');
  return viewer;
}

type Account = { id: string; profileImage: string };

/** Null when the address has an account, also one that somebody makes at this moment. */
async function newAccount({ db, now }: Unit<Ctx>, email: string, profile: GoogleProfile): Promise<Account | null> {
  const at = { emailVerifiedAt: now(), createdAt: now(), updatedAt: now() };
  const [made] = await db
    .insert(users)
    .values({ name: nameFor(profile, email), email, ...at })
    .onConflictDoNothing()
    .returning({ id: users.id, profileImage: users.profileImage });
  return made ?? null;
}

/** Whoever set up an account on an address without proving it loses it to the owner: its password, where it was to move, and all that lets somebody in. */
async function knownAccount(unit: Unit<Ctx>, email: string): Promise<Account> {
  const { db, now } = unit;
  const isTheirs = eq(sql`lower(${users.email})`, email);
  const [claimed] = await db
    .update(users)
    .set({ passwordHash: null, pendingEmail: null, emailVerifiedAt: now(), updatedAt: now() })
    .where(and(isTheirs, isNull(users.emailVerifiedAt)))
    .returning({ id: users.id });
  if (claimed) {
    await revokeAccess(unit, { userId: claimed.id, cause: 'google_claim', hadUnprovenAddress: true });
  }
  const { status, ...account } = only(
    await db.select({ id: users.id, status: users.status, profileImage: users.profileImage }).from(users).where(isTheirs),
  );
  if (status === 'suspended') throw new DomainError('auth.suspended', { params: { email: unit.platform.supportEmail } });
  return account;
}

/** The provider's id follows the address: whatever it stood for before, or stood for this account, gives way. */
async function link({ db }: Unit<Ctx>, userId: string, providerUserId: string): Promise<boolean> {
  const isGoogle = eq(oauthAccounts.provider, PROVIDER);
  const isSame = and(eq(oauthAccounts.userId, userId), eq(oauthAccounts.providerUserId, providerUserId));
  const [same] = await db.select({ userId: oauthAccounts.userId }).from(oauthAccounts).where(and(isGoogle, isSame));
  if (same) return false;
  const isEither = or(eq(oauthAccounts.userId, userId), eq(oauthAccounts.providerUserId, providerUserId));
  const replaced = await db.delete(oauthAccounts).where(and(isGoogle, isEither)).returning({ userId: oauthAccounts.userId });
  const made = await db.insert(oauthAccounts).values({ provider: PROVIDER, providerUserId, userId }).onConflictDoNothing().returning();
  return made.length > 0 && !replaced.some((row) => row.userId === userId);
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
