import { createHash } from 'node:crypto';

/** Unkeyed, because the token is random. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
