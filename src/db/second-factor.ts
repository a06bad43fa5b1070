import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { passkeys, totpFactors } from './schema/second-factor.ts';

/** Whether the account with this id has an authenticator app or a passkey. */
export const hasSecondFactor = (userId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`(exists (select from ${totpFactors} where ${totpFactors}.user_id = ${userId}) or exists (select from ${passkeys} where ${passkeys}.user_id = ${userId}))`;
