import { createPasswords } from '#server/infra/credentials.ts';

export const PASSWORD = 'correct horse';
/** Hashed once per worker, because Argon2id is slow on purpose. */
export const PASSWORD_HASH = await createPasswords().hash(PASSWORD);
