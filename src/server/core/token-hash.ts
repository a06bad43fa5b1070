import { createHash } from 'node:crypto';

/** What is kept of a token that is only recognised, and never told again. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
