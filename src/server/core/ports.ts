import type { ApiKeyScope } from '#shared/vocabulary/outside.ts';
import type { Role, SessionOrigin } from '#shared/vocabulary/people.ts';

/** What a valid bearer token says of its owner; read from the database at each request. */
export type SessionOwner = { sessionId: string; userId: string; role: Role | null; name: string; email: string; hasSecondFactor: boolean };

export type Sessions = {
  /** Answers the bearer token, once; the database keeps its SHA-256. */
  start(userId: string, options: { isRemembered: boolean; origin: SessionOrigin; userAgent: string }): Promise<string>;
  /** Null for a token that is unknown, expired or revoked, or whose owner is suspended. Lengthens a session used in its second half. */
  ownerOf(token: string): Promise<SessionOwner | null>;
};

/** What a valid API key says of its owner; read from the database at each request. */
export type KeyOwner = { keyId: string; scope: ApiKeyScope } & Omit<SessionOwner, 'sessionId'>;

export type ApiKeys = {
  /** Null for a key that is unknown or revoked, or whose owner is suspended. Keeps to the minute when it was used. */
  ownerOf(key: string, now: Date): Promise<KeyOwner | null>;
};

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Whether this password, in lower case, is among the most common ones. */
  isCommon(lowerCase: string): boolean;
  /** Takes as long without a hash as with one. */
  verify(hash: string | null, password: string): Promise<boolean>;
};

/** Answers in how many seconds the address may read again without a session; null where it may now. */
export type ReadLimit = (address: string) => number | null;

export type FileStore = {
  /** `path` such as `photos/…`, made by the server. */
  save(path: string, bytes: Uint8Array): Promise<void>;
  read(path: string): Promise<Uint8Array | null>;
  /** Whether the file is there, without fetching it. */
  has(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** Root-relative; a private file's carries a signature and expires after 15 minutes. */
  url(path: string, now: Date): string;
  /** Whether the path is public, or the signature is ours and has not expired. */
  mayRead(path: string, query: { expires?: string; signature?: string }, now: Date): boolean;
};

/** A mail as it is handed over; never logged. Without an address to unsubscribe at it is one that always goes. */
export type Mail = { to: string; subject: string; text: string; html: string; unsubscribeUrl?: string };

export type Mailer = {
  /** Throws when nobody took it. */
  send(mail: Mail): Promise<void>;
};

export type MadeImage = { bytes: Uint8Array; extension: string; contentType: string };

export type Images = {
  /** A photo made anew from whatever image it is, without its metadata; throws `upload.photo_type` for what is none. Of one owner's, the next waits for the last. */
  photo(bytes: Uint8Array, ownerId: string): Promise<MadeImage>;
  /** The same of a JPG or PNG that has to stay legible; throws `upload.document_type`, which names the file. */
  document(file: { name: string; bytes: Uint8Array }, ownerId: string): Promise<MadeImage>;
};

export type RichText = {
  /** Of somebody's HTML what a post may contain, `domain/rich-text.ts`; nothing in it runs, and nothing is left open. */
  clean(html: string): string;
};

/** What the provider says of somebody, checked; the address counts only when it says that it is verified. */
export type GoogleProfile = { id: string; email: string; isEmailVerified: boolean; name: string; photoUrl: string | null };

export type GoogleSignIn = {
  /** Where to send the browser; `isFresh` asks for the person anew, whoever is signed in there. */
  authorise(asked: { state: string; codeVerifier: string; nonce: string; isFresh?: boolean }): URL;
  /** Throws `auth.google_failed` when the code is not good, `auth.google_unavailable` when the provider is away. */
  profile(answered: { code: string; codeVerifier: string; nonce: string; isFresh?: boolean }): Promise<GoogleProfile>;
};

export type Signer = {
  /** A keyed hash of a text, in base64url; `purpose` keeps one use from standing in for another. */
  mac(purpose: string, text: string): string;
  /** Those by which it may be stored: by APP_SECRET, and by APP_SECRET_PREVIOUS where there is one. */
  macs(purpose: string, text: string): string[];
  /** Whether this is one of the text's `macs`; takes as long wherever they differ. */
  isMac(given: string, purpose: string, text: string): boolean;
};

export type Sealer = {
  /** Encrypts a secret that has to be read again, for this purpose only. */
  seal(purpose: string, secret: string): string;
  /** Null for what was sealed under neither APP_SECRET nor APP_SECRET_PREVIOUS, for another purpose, or not at all. */
  open(purpose: string, sealed: string): string | null;
};

/** The status of an answer, which is not read; or why there was none. */
export type Posted = { status: number; problem: null } | { status: null; problem: 'no_answer' | 'refused_address' };

/** Calls to addresses that others chose; private ones are refused. */
export type Outgoing = {
  /** The body, or null for anything but a plain success of at most so many bytes. */
  get(url: string, options: { mostBytes: number; timeoutMs: number }): Promise<Uint8Array | null>;
  post(url: string, options: { body: Uint8Array; headers: Readonly<Record<string, string>>; timeoutMs: number }): Promise<Posted>;
  /** Whether an address is refused before anybody looks it up. */
  refuses(url: string): boolean;
};

/** A browser as its push service knows it. */
export type PushDevice = { endpoint: string; p256dh: string; auth: string };

/** Of messages of one topic that a browser could not be given yet, it gets the last. */
export type PushMessage = { text: string; topic: string; isUrgent: boolean; ttlSeconds: number };

export type WebPush = {
  /** What a browser is told when it subscribes. */
  publicKey: string;
  /** Whether that is a browser that can be told: its address may be called, and its key is one. */
  canTell(device: PushDevice): boolean;
  /** Encrypted for this browser alone. `gone`: nobody reads there any more. Throws when it may be taken later. */
  send(device: PushDevice, message: PushMessage): Promise<'taken' | 'gone'>;
};

/** Codes of authenticator apps (RFC 6238). */
export type OneTimeCodes = {
  newSecret(): string;
  /** What a QR code for the app holds; `account` is shown there. */
  uri(secret: string, account: string): string;
  /** Which step of 30 seconds this is the code of, one step around now included; null for a wrong one. */
  stepOf(secret: string, code: string, now: Date): number | null;
};

/** WebAuthn as browsers speak it, in JSON. */
export type WebAuthnJson = Record<string, unknown>;

export type PasskeyCredential = { credentialId: string; publicKey: string; counter: number; transports: string[] };

/** Passkeys of this site; each is discoverable, and has its user verified (a PIN, a finger, a face). */
export type Passkeys = {
  /** What a browser is asked to make one with; `known` are those that the account has. */
  creationOptions(account: {
    id: string;
    name: string;
    email: string;
    known: readonly Pick<PasskeyCredential, 'credentialId' | 'transports'>[];
  }): Promise<{ challenge: string; options: WebAuthnJson }>;
  /** Null for an answer that does not hold. */
  created(answer: WebAuthnJson, challenge: string): Promise<PasskeyCredential | null>;
  /** What a browser is asked to sign in with: one of these, or whichever it has. */
  requestOptions(allowed?: readonly Pick<PasskeyCredential, 'credentialId' | 'transports'>[]): Promise<{ challenge: string; options: WebAuthnJson }>;
  /** The credential's new counter; null for an answer that does not hold. */
  used(answer: WebAuthnJson, challenge: string, credential: PasskeyCredential): Promise<number | null>;
};
