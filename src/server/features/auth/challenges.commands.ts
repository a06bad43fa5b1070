import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { challenges } from '#db/schema/second-factor.ts';
import type { Ctx } from '#server/core/context.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/account-limits.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import type { ChallengePurpose } from '#shared/vocabulary/people.ts';

type ChallengeContext = Pick<Ctx, 'db' | 'now' | 'signer'>;
type NewChallenge = Omit<typeof challenges.$inferInsert, 'hash' | 'tries' | 'expiresAt' | 'createdAt'>;
export type Challenge = typeof challenges.$inferSelect;

const HASH_PURPOSE = 'challenge';
const TOKEN_BYTES = 32;

export async function createChallenge({ db, now, signer }: ChallengeContext, challenge: NewChallenge): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const timestamp = now();
  const expiresAt = new Date(timestamp.getTime() + SECOND_FACTOR.challengeMinutes * MINUTE_MS);
  await db.insert(challenges).values({ ...challenge, hash: signer.mac(HASH_PURPOSE, token), expiresAt, createdAt: timestamp });
  return token;
}

/** Counts a try in one statement, so that concurrent tries count too. Null when the challenge is unknown, expired, or has no tries left. */
export async function countChallengeTry({ db, now, signer }: ChallengeContext, token: string, purpose: ChallengePurpose): Promise<Challenge | null> {
  const [challenge] = await db
    .update(challenges)
    .set({ tries: sql`${challenges.tries} + 1` })
    .where(and(isOpen({ now, signer }, token, purpose), lt(challenges.tries, SECOND_FACTOR.tries)))
    .returning();
  return challenge ?? null;
}

export async function consumeChallenge({ db, now, signer }: ChallengeContext, token: string, purpose: ChallengePurpose): Promise<Challenge | null> {
  const [challenge] = await db
    .delete(challenges)
    .where(isOpen({ now, signer }, token, purpose))
    .returning();
  return challenge ?? null;
}

export async function findChallenge({ db, now, signer }: ChallengeContext, token: string, purpose: ChallengePurpose): Promise<Challenge | null> {
  const [challenge] = await db
    .select()
    .from(challenges)
    .where(isOpen({ now, signer }, token, purpose));
  return challenge ?? null;
}

export async function setWebauthnChallenge({ db, signer }: ChallengeContext, token: string, webauthnChallenge: string): Promise<void> {
  await db
    .update(challenges)
    .set({ webauthnChallenge })
    .where(inArray(challenges.hash, signer.listMacs(HASH_PURPOSE, token)));
}

const isOpen = ({ now, signer }: Pick<ChallengeContext, 'now' | 'signer'>, token: string, purpose: ChallengePurpose) =>
  and(inArray(challenges.hash, signer.listMacs(HASH_PURPOSE, token)), eq(challenges.purpose, purpose), gt(challenges.expiresAt, now()));
