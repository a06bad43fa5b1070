import type { Role } from '#shared/vocabulary/people.ts';

/** What a valid bearer token says of its owner; read from the database at each request. */
export type SessionOwner = { sessionId: string; userId: string; role: Role | null; name: string; email: string };

export type Sessions = {
  /** Answers the bearer token, once; the database keeps its SHA-256. */
  start(userId: string, options: { isRemembered: boolean }): Promise<string>;
  /** Null for a token that is unknown, expired or revoked, or whose owner is suspended. Lengthens a session used in its second half. */
  ownerOf(token: string): Promise<SessionOwner | null>;
};

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes as long without a hash as with one. */
  verify(hash: string | null, password: string): Promise<boolean>;
};

export type FileStore = {
  /** `path` such as `photos/…`, made by the server. */
  save(path: string, bytes: Uint8Array): Promise<void>;
  read(path: string): Promise<Uint8Array | null>;
  remove(path: string): Promise<void>;
  /** Root-relative; a private file's carries a signature and expires after 15 minutes. */
  url(path: string, now: Date): string;
  /** Whether the path is public, or the signature is ours and has not expired. */
  mayRead(path: string, query: { expires?: string; signature?: string }, now: Date): boolean;
};
