import { hash } from 'node:crypto';

/** Unkeyed, because the token is random. */
export const hashToken = (token: string): string => hash('sha256', token);
