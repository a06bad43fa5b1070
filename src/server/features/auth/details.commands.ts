import { and, eq, ne, sql } from 'drizzle-orm';
import { uploads } from '#db/schema/files.ts';
import { sessions, users } from '#db/schema/people.ts';
import { lockOwnAccount } from '#server/core/active-account.ts';
import { requireSessionId, type SignedIn } from '#server/core/context.ts';
import { revokeMailedLinks } from '#server/core/mailed-links.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { ChangeEmailInput, SetLocaleInput, UpdateDetailsInput, Viewer } from '#shared/contracts/auth.ts';
import { pathOfImage } from '#shared/domain/image-rules.ts';
import { DomainError } from '#shared/errors.ts';
import { getViewer } from './auth.queries.ts';

type Account = typeof users.$inferSelect;
type Details = Pick<Account, 'name' | 'phone' | 'profileImage' | 'childName'>;

const DETAILS = ['name', 'phone', 'profileImage', 'childName'] as const satisfies readonly (keyof Details)[];

export async function updateDetails(ctx: SignedIn, { profileImage, childName, ...input }: UpdateDetailsInput): Promise<Viewer> {
  await inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const before = await lockOwnAccount(unit);
    const after: Details = {
      name: input.name ?? before.name,
      phone: input.phone ?? before.phone,
      profileImage: profileImage === undefined ? before.profileImage : await resolvePhoto(unit, before, profileImage),
      childName: before.role === 'student' ? (childName ?? before.childName) : before.childName,
    };
    const changed = DETAILS.filter((field) => after[field] !== before[field]);
    if (changed.length === 0) return;
    await db
      .update(users)
      .set({ ...after, updatedAt: now() })
      .where(eq(users.id, before.id));
    record({ type: 'account.changed', userId: before.id, role: before.role, changed });
    if (changed.includes('profileImage') && before.profileImage !== '') record({ type: 'photo.replaced', url: before.profileImage });
  });
  return getViewer(ctx, ctx.actor.id);
}

/** Sets the language of mails. */
export function setLocale(ctx: SignedIn, { locale }: SetLocaleInput): Promise<void> {
  return inUnitOfWork(ctx, async ({ db, actor, now }) => {
    await db.update(users).set({ locale, updatedAt: now() }).where(eq(users.id, actor.id));
  });
}

export async function changeEmail(ctx: SignedIn, { email, password }: ChangeEmailInput): Promise<void> {
  const passwordHash = await getPasswordHash(ctx);
  if (passwordHash === null) throw new DomainError('auth.email_from_google');
  if (!(await ctx.passwords.verify(passwordHash, password))) throw new DomainError('auth.current_password', { field: 'password' });

  await inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const account = await lockOwnAccount(unit);
    // While the password was being checked, the owner may have recovered the account or ended this session.
    const hasSession = (await db.$count(sessions, eq(sessions.id, requireSessionId(unit.actor)))) > 0;
    if (!hasSession) throw new DomainError('auth.expired');
    if (account.passwordHash !== passwordHash) throw new DomainError('auth.current_password', { field: 'password' });
    if (account.email.toLowerCase() === email) throw new DomainError('auth.email_unchanged', { field: 'email' });
    const [other] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(sql`lower(${users.email})`, email), ne(users.id, account.id)));
    if (other) throw new DomainError('auth.email_taken', { field: 'email' });
    await db.update(users).set({ pendingEmail: email, updatedAt: now() }).where(eq(users.id, account.id));
    record({ type: 'email.change_asked', userId: account.id });
  });
}

export async function cancelEmailChange(ctx: SignedIn): Promise<Viewer> {
  await inUnitOfWork(ctx, async (unit) => {
    const { db, now } = unit;
    const account = await lockOwnAccount(unit);
    if (account.pendingEmail === null) return;
    await db.update(users).set({ pendingEmail: null, updatedAt: now() }).where(eq(users.id, account.id));
    await revokeMailedLinks(unit, account.id, 'email_change');
  });
  return getViewer(ctx, ctx.actor.id);
}

async function resolvePhoto({ db, files, now, platform }: Unit<SignedIn>, account: Account, requested: string): Promise<string> {
  if (requested === '' || requested === account.profileImage) return requested;
  const path = pathOfImage(requested, platform.publicUrl);
  if (path !== null && path === pathOfImage(account.profileImage)) return account.profileImage;
  const [upload] =
    path === null
      ? []
      : await db
          .select({ path: uploads.path })
          .from(uploads)
          .where(and(eq(uploads.path, path), eq(uploads.ownerId, account.id), eq(uploads.purpose, 'photo')));
  if (!upload) throw new DomainError('upload.photo_url', { field: 'profileImage' });
  return files.url(upload.path, now());
}

async function getPasswordHash({ db, actor }: SignedIn): Promise<string | null> {
  const [account] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, actor.id));
  if (!account) throw new DomainError('auth.expired');
  return account.passwordHash;
}
