import { randomBytes, randomInt } from 'node:crypto';
import { and, eq, gt, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { codes, users } from '#db/schema/people.ts';
import { CODES } from '#shared/vocabulary/limits.ts';
import type { CodePurpose } from '#shared/vocabulary/people.ts';
import type { Ctx } from './context.ts';

type With = Pick<Ctx, 'db' | 'now' | 'signer'>;
type Addressee = { userId: string; email: string };

const MINUTE = 60_000;
const TOKEN_BYTES = 32;
const LINKS = ['email_confirmation', 'email_change'] as const satisfies readonly CodePurpose[];

type Asked = Addressee & { purpose: CodePurpose };

/** Makes a code of six digits, or the token of a link, and answers it, once; any earlier one of the purpose is void. */
export async function issueCode(ctx: With, asked: Asked): Promise<string> {
  const { secret, row } = newCode(ctx, asked, ctx.now());
  await store(ctx, row);
  return secret;
}

/** Makes a reset code for whoever asked then; null when one that was asked for later stands, which is not voided. */
export async function issueResetCode(ctx: With, { askedAt, ...addressee }: Addressee & { askedAt: Date }): Promise<string | null> {
  const { secret, row } = newCode(ctx, { ...addressee, purpose: 'password_reset' }, askedAt);
  const stored = await store(ctx, row, lte(codes.createdAt, askedAt));
  return stored.length > 0 ? secret : null;
}

function store({ db }: Pick<With, 'db'>, row: typeof codes.$inferInsert, setWhere?: SQL) {
  return db
    .insert(codes)
    .values(row)
    .onConflictDoUpdate({ target: [codes.userId, codes.purpose], set: row, setWhere })
    .returning({ userId: codes.userId });
}

function newCode({ now, signer }: Pick<With, 'now' | 'signer'>, { userId, email, purpose }: Asked, createdAt: Date) {
  const isCode = purpose === 'password_reset';
  const secret = isCode ? String(randomInt(10 ** CODES.digits)).padStart(CODES.digits, '0') : randomBytes(TOKEN_BYTES).toString('base64url');
  const minutes = isCode ? CODES.codeMinutes : CODES.linkHours * 60;
  const row = {
    userId,
    purpose,
    hash: isCode ? hashOfCode({ signer }, userId, secret) : hashOfLink({ signer }, secret),
    email,
    tries: 0,
    expiresAt: new Date(now().getTime() + minutes * MINUTE),
    usedAt: null,
    createdAt,
  };
  return { secret, row };
}

/** Counts a try at the reset code of this address and answers whose it is; null when it is wrong, or none is left to try. */
export async function tryResetCode({ db, now, signer }: With, { email, code }: { email: string; code: string }): Promise<string | null> {
  // One statement: tries made at once are counted one after the other, and stay counted whatever follows.
  const [tried] = await db
    .update(codes)
    .set({ tries: sql`${codes.tries} + 1` })
    .from(users)
    .where(
      and(
        eq(sql`lower(${users.email})`, email),
        eq(codes.userId, users.id),
        eq(codes.purpose, 'password_reset'),
        eq(sql`lower(${codes.email})`, email),
        isNull(codes.usedAt),
        gt(codes.expiresAt, now()),
        lt(codes.tries, CODES.tries),
      ),
    )
    .returning({ userId: codes.userId, hash: codes.hash });
  return tried && tried.hash === hashOfCode({ signer }, tried.userId, code) ? tried.userId : null;
}

/** Uses up a reset code; false when somebody else has, or a newer one has taken its place. */
export async function consumeResetCode(
  { db, signer }: Pick<With, 'db' | 'signer'>,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const used = await db
    .delete(codes)
    .where(and(eq(codes.userId, userId), eq(codes.purpose, 'password_reset'), eq(codes.hash, hashOfCode({ signer }, userId, code))))
    .returning({ userId: codes.userId });
  return used.length > 0;
}

export type OpenedLink = { userId: string; email: string; purpose: CodePurpose; isFirst: boolean };

/** What a mailed link is for; null for one that is unknown, replaced or expired. Opening it again is no failure. */
export async function openLink({ db, now, signer }: With, token: string): Promise<OpenedLink | null> {
  const mine = and(eq(codes.hash, hashOfLink({ signer }, token)), inArray(codes.purpose, LINKS), gt(codes.expiresAt, now()));
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

/** Keyed, because six digits are soon tried through; with the person, so that equal codes look different. */
function hashOfCode({ signer }: Pick<With, 'signer'>, userId: string, code: string): string {
  return signer.mac('reset code', `${userId}\n${code}`);
}

function hashOfLink({ signer }: Pick<With, 'signer'>, token: string): string {
  return signer.mac('mailed link', token);
}
