import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { codes } from '#db/schema/people.ts';
import { CODES } from '#shared/vocabulary/account-limits.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import type { CodePurpose } from '#shared/vocabulary/people.ts';
import type { Ctx } from './context.ts';

type LinkContext = Pick<Ctx, 'db' | 'now' | 'signer'>;

const TOKEN_BYTES = 32;
const MAC_PURPOSE = 'mailed link';
const LINK_PURPOSES = ['email_confirmation', 'email_change'] as const satisfies readonly CodePurpose[];

type LinkRequest = { userId: string; email: string; purpose: (typeof LINK_PURPOSES)[number] };

export async function createMailedLink({ db, now, signer }: LinkContext, { userId, email, purpose }: LinkRequest): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const row = {
    userId,
    purpose,
    hash: hashLinkToken({ signer }, token),
    email,
    expiresAt: new Date(now().getTime() + CODES.linkHours * HOUR_MS),
    usedAt: null,
    createdAt: now(),
  };
  await db
    .insert(codes)
    .values(row)
    .onConflictDoUpdate({ target: [codes.userId, codes.purpose], set: row });
  return token;
}

export type MailedLink = { userId: string; email: string; purpose: (typeof LINK_PURPOSES)[number]; isUsed: boolean };

export async function findMailedLink(ctx: LinkContext, token: string): Promise<MailedLink | null> {
  const [link] = await ctx.db.select().from(codes).where(matchesToken(ctx, token));
  const purpose = LINK_PURPOSES.find((linkPurpose) => linkPurpose === link?.purpose);
  return link && purpose ? { userId: link.userId, email: link.email, purpose, isUsed: link.usedAt !== null } : null;
}

export type OpenedLink = { userId: string; email: string; purpose: CodePurpose; isFirst: boolean };

export async function openMailedLink({ db, now, signer }: LinkContext, token: string): Promise<OpenedLink | null> {
  const isThisLink = matchesToken({ now, signer }, token);
  const [opened] = await db
    .update(codes)
    .set({ usedAt: now() })
    .where(and(isThisLink, isNull(codes.usedAt)))
    .returning();
  const [link] = opened ? [opened] : await db.select().from(codes).where(isThisLink);
  return link ? { userId: link.userId, email: link.email, purpose: link.purpose, isFirst: opened !== undefined } : null;
}

export async function revokeMailedLinks({ db }: Pick<LinkContext, 'db'>, userId: string, purpose: CodePurpose): Promise<void> {
  await db.delete(codes).where(and(eq(codes.userId, userId), eq(codes.purpose, purpose)));
}

const matchesToken = ({ now, signer }: Pick<LinkContext, 'now' | 'signer'>, token: string) =>
  and(inArray(codes.hash, signer.listMacs(MAC_PURPOSE, token)), inArray(codes.purpose, LINK_PURPOSES), gt(codes.expiresAt, now()));

function hashLinkToken({ signer }: Pick<LinkContext, 'signer'>, token: string): string {
  return signer.mac(MAC_PURPOSE, token);
}
