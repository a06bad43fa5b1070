import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { codes } from '#db/schema/people.ts';
import { CODES } from '#shared/vocabulary/limits.ts';
import type { CodePurpose } from '#shared/vocabulary/people.ts';
import type { Ctx } from './context.ts';

type With = Pick<Ctx, 'db' | 'now' | 'signer'>;

const MINUTE = 60_000;
const TOKEN_BYTES = 32;
const LINK = 'mailed link';
const LINKS = ['email_confirmation', 'email_change'] as const satisfies readonly CodePurpose[];

type Asked = { userId: string; email: string; purpose: (typeof LINKS)[number] };

/** Makes the token of a link and answers it, once; any earlier one of the purpose is void. */
export async function issueCode({ db, now, signer }: Pick<With, 'db' | 'now' | 'signer'>, { userId, email, purpose }: Asked): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const row = {
    userId,
    purpose,
    hash: hashOfLink({ signer }, token),
    email,
    expiresAt: new Date(now().getTime() + CODES.linkHours * 60 * MINUTE),
    usedAt: null,
    createdAt: now(),
  };
  await db
    .insert(codes)
    .values(row)
    .onConflictDoUpdate({ target: [codes.userId, codes.purpose], set: row });
  return token;
}

export type FoundLink = { userId: string; email: string; purpose: (typeof LINKS)[number]; isUsed: boolean };

/** What a mailed link is for, without using it; null for one that is unknown, replaced or expired. */
export async function findLink(ctx: With, token: string): Promise<FoundLink | null> {
  const [link] = await ctx.db.select().from(codes).where(isLink(ctx, token));
  const purpose = LINKS.find((one) => one === link?.purpose);
  return link && purpose ? { userId: link.userId, email: link.email, purpose, isUsed: link.usedAt !== null } : null;
}

export type OpenedLink = { userId: string; email: string; purpose: CodePurpose; isFirst: boolean };

/** The same, and uses it. Opening it again is no failure. */
export async function openLink({ db, now, signer }: With, token: string): Promise<OpenedLink | null> {
  const mine = isLink({ now, signer }, token);
  const [first] = await db
    .update(codes)
    .set({ usedAt: now() })
    .where(and(mine, isNull(codes.usedAt)))
    .returning();
  const [link] = first ? [first] : await db.select().from(codes).where(mine);
  return link ? { userId: link.userId, email: link.email, purpose: link.purpose, isFirst: first !== undefined } : null;
}

/** Voids what was mailed for a purpose. */
export async function voidCodes({ db }: Pick<With, 'db'>, userId: string, purpose: CodePurpose): Promise<void> {
  await db.delete(codes).where(and(eq(codes.userId, userId), eq(codes.purpose, purpose)));
}

const isLink = ({ now, signer }: Pick<With, 'now' | 'signer'>, token: string) =>
  and(inArray(codes.hash, signer.macs(LINK, token)), inArray(codes.purpose, LINKS), gt(codes.expiresAt, now()));

function hashOfLink({ signer }: Pick<With, 'signer'>, token: string): string {
  return signer.mac(LINK, token);
}
