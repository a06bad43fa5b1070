import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { passkeys, totpFactors } from './schema/second-factor.ts';

export const hasSecondFactor = (userId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`(exists (select from ${totpFactors} where ${totpFactors}.user_id = ${userId}) or exists (select from ${passkeys} where ${passkeys}.user_id = ${userId}))`;
