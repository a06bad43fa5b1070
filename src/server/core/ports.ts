import type { ApiKeyScope } from '#shared/vocabulary/outside.ts';
import type { Role, SessionOrigin } from '#shared/vocabulary/people.ts';

export type SessionOwner = { sessionId: string; userId: string; role: Role | null; name: string; email: string; hasSecondFactor: boolean };

export type Sessions = {
  /** Returns the bearer token, of which only a hash is stored. */
  createSession(userId: string, options: { isRemembered: boolean; origin: SessionOrigin; userAgent: string }): Promise<string>;
  /** Null for a token that is unknown, expired or revoked, or whose owner is suspended. Extends a session in the second half of its lifetime. */
  findOwner(token: string): Promise<SessionOwner | null>;
};

export type KeyOwner = { keyId: string; scope: ApiKeyScope } & Omit<SessionOwner, 'sessionId'>;

export type ApiKeys = {
  /** Null for a key that is unknown or revoked, or whose owner is suspended. */
  findOwner(key: string, now: Date): Promise<KeyOwner | null>;
};

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Expects lower case. */
  isCommon(lowerCase: string): boolean;
  /** Takes as long without a hash as with one. */
  verify(hash: string | null, password: string): Promise<boolean>;
};

/** Seconds until the address may read again without a session; null when it may now. */
export type ReadLimit = (address: string) => number | null;

export type FileStore = {
  save(path: string, bytes: Uint8Array): Promise<void>;
  read(path: string): Promise<Uint8Array | null>;
  has(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** Root-relative; a private file's URL is signed and expires after 15 minutes. */
  url(path: string, now: Date): string;
  canRead(path: string, query: { expires?: string; signature?: string }, now: Date): boolean;
};

/** Never logged. Without `unsubscribeUrl` it is a mail that nobody can switch off. */
export type Mail = { to: string; subject: string; text: string; html: string; unsubscribeUrl?: string };

export type Mailer = {
  send(mail: Mail): Promise<void>;
};

export type ProcessedImage = { bytes: Uint8Array; extension: string; contentType: string };

export type Images = {
  /** Re-encoded without metadata; throws `upload.photo_type` for anything but an image. One at a time per owner. */
  photo(bytes: Uint8Array, ownerId: string): Promise<ProcessedImage>;
  /** Re-encoded to stay legible; throws `upload.document_type`. */
  document(file: { name: string; bytes: Uint8Array }, ownerId: string): Promise<ProcessedImage>;
};

export type RichText = {
  /** Keeps what `domain/rich-text.ts` allows. */
  clean(html: string): string;
};

/** The email counts only when it is verified. */
export type GoogleProfile = { id: string; email: string; isEmailVerified: boolean; name: string; photoUrl: string | null };

export type GoogleSignIn = {
  /** `isFresh` makes the provider ask for the password again. */
  createAuthorizationUrl(request: { state: string; codeVerifier: string; nonce: string; isFresh?: boolean }): URL;
  /** Throws `auth.google_failed` for an invalid code, `auth.google_unavailable` when the provider cannot be reached. */
  fetchProfile(response: { code: string; codeVerifier: string; nonce: string; isFresh?: boolean }): Promise<GoogleProfile>;
};

export type Signer = {
  /** In base64url; `purpose` keeps a hash from being valid for another use. */
  mac(purpose: string, text: string): string;
  /** Under APP_SECRET and, if there is one, APP_SECRET_PREVIOUS. */
  listMacs(purpose: string, text: string): string[];
  /** Constant-time. */
  verifyMac(mac: string, purpose: string, text: string): boolean;
};

export type Sealer = {
  seal(purpose: string, secret: string): string;
  /** Null for anything that was not sealed for this purpose with APP_SECRET or APP_SECRET_PREVIOUS. */
  open(purpose: string, sealed: string): string | null;
};

/** The body of the response is not read. */
export type PostResult = { status: number; problem: null } | { status: null; problem: 'no_answer' | 'refused_address' };

/** HTTP calls to URLs that others chose; private addresses are refused. */
export type OutboundHttp = {
  /** Null for anything but status 200 and at most `maxBytes`. */
  get(url: string, options: { maxBytes: number; timeoutMs: number }): Promise<Uint8Array | null>;
  post(url: string, options: { body: Uint8Array; headers: Readonly<Record<string, string>>; timeoutMs: number }): Promise<PostResult>;
  /** Without looking the host up. */
  isRefused(url: string): boolean;
};

export type PushDevice = { endpoint: string; p256dh: string; auth: string };

/** A browser that was away gets only the last message of a topic. */
export type PushMessage = { text: string; topic: string; isUrgent: boolean; ttlSeconds: number };

export type WebPush = {
  publicKey: string;
  isValidDevice(device: PushDevice): boolean;
  /** `gone`: the subscription has ended. Throws when a retry may succeed. */
  send(device: PushDevice, message: PushMessage): Promise<'taken' | 'gone'>;
};

/** RFC 6238. */
export type OneTimeCodes = {
  newSecret(): string;
  /** The content of the QR code. */
  uri(secret: string, account: string): string;
  /** The time step of the code, one step early or late included; null for a wrong code. */
  findStep(secret: string, code: string, now: Date): number | null;
};

/** WebAuthn as browsers speak it, in JSON. */
export type WebAuthnJson = Record<string, unknown>;

export type PasskeyCredential = { credentialId: string; publicKey: string; counter: number; transports: string[] };

/** Discoverable, with user verification. */
export type Passkeys = {
  /** `existing` passkeys of the account are excluded. */
  creationOptions(account: {
    id: string;
    name: string;
    email: string;
    existing: readonly Pick<PasskeyCredential, 'credentialId' | 'transports'>[];
  }): Promise<{ challenge: string; options: WebAuthnJson }>;
  verifyRegistration(answer: WebAuthnJson, challenge: string): Promise<PasskeyCredential | null>;
  /** Without `allowed`, any passkey of the site. */
  requestOptions(allowed?: readonly Pick<PasskeyCredential, 'credentialId' | 'transports'>[]): Promise<{ challenge: string; options: WebAuthnJson }>;
  /** The new counter, or null for an invalid response. */
  verifyAuthentication(answer: WebAuthnJson, challenge: string, credential: PasskeyCredential): Promise<number | null>;
};
