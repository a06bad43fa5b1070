import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { challenges } from '#db/schema/second-factor.ts';
import type { Ctx } from '#server/core/context.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/limits.ts';
import type { ChallengePurpose } from '#shared/vocabulary/people.ts';

type With = Pick<Ctx, 'db' | 'now' | 'signer'>;
type Opened = Omit<typeof challenges.$inferInsert, 'hash' | 'tries' | 'expiresAt' | 'createdAt'>;
export type Challenge = typeof challenges.$inferSelect;

const HASH = 'challenge';
const TOKEN_BYTES = 32;
const MINUTE = 60_000;

/** Answers the token that the browser holds. */
export async function openChallenge({ db, now, signer }: With, opened: Opened): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const at = now();
  const expiresAt = new Date(at.getTime() + SECOND_FACTOR.challengeMinutes * MINUTE);
  await db.insert(challenges).values({ ...opened, hash: signer.mac(HASH, token), expiresAt, createdAt: at });
  return token;
}

/** Counts a try in one statement, so that tries made at once are counted too; null when it is unknown, over, or has none left. */
export async function tryChallenge({ db, now, signer }: With, token: string, purpose: ChallengePurpose): Promise<Challenge | null> {
  const [tried] = await db
    .update(challenges)
    .set({ tries: sql`${challenges.tries} + 1` })
    .where(and(isOpen({ now, signer }, token, purpose), lt(challenges.tries, SECOND_FACTOR.tries)))
    .returning();
  return tried ?? null;
}

/** Uses it up; null when somebody else has. */
export async function closeChallenge({ db, now, signer }: With, token: string, purpose: ChallengePurpose): Promise<Challenge | null> {
  const [closed] = await db
    .delete(challenges)
    .where(isOpen({ now, signer }, token, purpose))
    .returning();
  return closed ?? null;
}

export async function openedChallenge({ db, now, signer }: With, token: string, purpose: ChallengePurpose): Promise<Challenge | null> {
  const [found] = await db
    .select()
    .from(challenges)
    .where(isOpen({ now, signer }, token, purpose));
  return found ?? null;
}

/** What the authenticator has to sign for it; only the latest that was asked for counts. */
export async function setWebauthnChallenge({ db, signer }: With, token: string, webauthnChallenge: string): Promise<void> {
  await db
    .update(challenges)
    .set({ webauthnChallenge })
    .where(inArray(challenges.hash, signer.macs(HASH, token)));
}

const isOpen = ({ now, signer }: Pick<With, 'now' | 'signer'>, token: string, purpose: ChallengePurpose) =>
  and(inArray(challenges.hash, signer.macs(HASH, token)), eq(challenges.purpose, purpose), gt(challenges.expiresAt, now()));
