import type { PhotoWidth } from '#shared/domain/photo-sizes.ts';
import type { Texts } from '#shared/domain/texts.ts';
import type { TutorPreview } from '#shared/domain/tutor-preview.ts';
import type { ApiKeyScope } from '#shared/vocabulary/integrations.ts';
import type { Role, SessionOrigin } from '#shared/vocabulary/people.ts';

export type { ReplicaState } from '#db/replica.ts';

/** Why the server is not ready: what requests need and cannot use now. */
export type Unready = 'database' | 'migrations' | 'jobs' | 'disk';

export type SessionOwner = { sessionId: string; lastSeq: number } & AccountOwner;
type AccountOwner = { userId: string; role: Role | null; name: string; email: string; hasSecondFactor: boolean };

export type Sessions = {
  createSession(userId: string, options: { isRemembered: boolean; origin: SessionOrigin; userAgent: string }): Promise<string>;
  /** Null as well when the owner is suspended. A session in the second half of its lifetime is extended. */
  findOwner(token: string): Promise<SessionOwner | null>;
};

export type KeyOwner = { keyId: string; scope: ApiKeyScope } & AccountOwner;

export type ApiKeys = {
  findOwner(key: string, now: Date): Promise<KeyOwner | null>;
};

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Common passwords, in lower case. */
  loadCommon(): Promise<ReadonlySet<string>>;
  /** Takes as long without a hash as with one. */
  verify(hash: string | null, password: string): Promise<boolean>;
};

export type ReadLimit = (address: string) => number | null;

export type FileStore = {
  save(path: string, bytes: Uint8Array): Promise<void>;
  /** Stores a file of this machine, which may be larger than memory. */
  saveFile(path: string, file: string): Promise<void>;
  read(path: string): Promise<Uint8Array | null>;
  open(path: string): Promise<{ bytes: number; stream: ReadableStream<Uint8Array> } | null>;
  has(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** Removes incomplete files of processes that were killed. */
  removeStaleFiles(): Promise<void>;
  url(path: string, now: Date): string;
  canRead(path: string, query: { expires?: string; signature?: string }, now: Date): boolean;
};

/** What backups need of a store besides `FileStore`. */
export type FileListing = {
  list(): AsyncIterable<{ path: string; bytes: number }>;
};

export type ArchiveEntry = { name: string; isCompressed?: boolean; read: () => AsyncIterable<string | Uint8Array> };

export type Archives = {
  /** Stores a ZIP of the entries, which are read one after the other as they are written. Returns its size. */
  store(path: string, entries: readonly ArchiveEntry[]): Promise<number>;
  removeStaleFiles(): Promise<void>;
};

/** Never logged. A mail without `unsubscribeUrl` is of a kind that nobody can switch off. */
export type Mail = { to: string; subject: string; text: string; html: string; unsubscribeUrl?: string };

export type Mailer = {
  /** The same mail of the same `order` has the same Message-ID, so that a second copy, sent after its process was killed, can be dropped. */
  send(mail: Mail, order?: string): Promise<void>;
};

export type ProcessedImage = { bytes: Uint8Array; extension: string; contentType: string };

export type Images = {
  photo(bytes: Uint8Array, ownerId: string): Promise<ProcessedImage>;
  document(file: { name: string; bytes: Uint8Array }, ownerId: string): Promise<ProcessedImage>;
};

export type PhotoFormat = 'avif' | 'webp' | 'jpeg';

export type PhotoVariant = { width: PhotoWidth; format: PhotoFormat };

export type PhotoVariants = {
  /** A square. Null where there is no such photo, for a drawing (SVG), and while too many requests are waiting. */
  readVariant(path: string, variant: PhotoVariant): Promise<Uint8Array | null>;
};

export type Previews = {
  /** A PNG of `PREVIEW_SIZE`. The photo is read only if it has to be drawn. */
  draw(preview: TutorPreview, readPhoto: () => Promise<Uint8Array | null>, t?: Texts): Promise<Uint8Array>;
};

export type RichText = {
  clean(html: string): Promise<string>;
};

export type GoogleProfile = { id: string; email: string; isEmailVerified: boolean; name: string; photoUrl: string | null };

export type GoogleSignIn = {
  createAuthorizationUrl(request: { state: string; codeVerifier: string; nonce: string; isFresh?: boolean }): URL;
  fetchProfile(response: { code: string; codeVerifier: string; nonce: string; isFresh?: boolean }): Promise<GoogleProfile>;
};

export type Signer = {
  /** In base64url; `purpose` keeps a hash from being valid for another use. */
  mac(purpose: string, text: string): string;
  listMacs(purpose: string, text: string): string[];
  verifyMac(mac: string, purpose: string, text: string): boolean;
};

export type Sealer = {
  seal(purpose: string, secret: string): string;
  open(purpose: string, sealed: string): string | null;
};

/** How many secrets were sealed anew, and how many neither key opens. */
export type Resealed = { resealed: number; unreadable: number };

export type PostResult = { status: number; problem: null } | { status: null; problem: 'no_answer' | 'refused_address' };

export type OutboundHttp = {
  get(url: string, options: { maxBytes: number; timeoutMs: number }): Promise<Uint8Array | null>;
  post(url: string, options: { body: Uint8Array; headers: Readonly<Record<string, string>>; timeoutMs: number }): Promise<PostResult>;
  isRefused(url: string): boolean;
};

type Attributes = Readonly<Record<string, string | number>>;

export type Span = { rename: (name: string) => void; set: (attributes: Attributes) => void };

/** Only runs the work where no collector is configured. */
export type Tracer = {
  /** `headers` of the request, which may carry the trace id of its caller. */
  run<T>(
    name: string,
    options: { attributes?: Attributes; headers?: Readonly<Record<string, unknown>> },
    work: (span: Span) => Promise<T>,
  ): Promise<T>;
};

export type PushDevice = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = { text: string; topic: string; isUrgent: boolean; ttlSeconds: number };

export type WebPush = {
  publicKey: string;
  isValidDevice(device: PushDevice): boolean;
  send(device: PushDevice, message: PushMessage): Promise<'taken' | 'gone'>;
};

export type OneTimeCodes = {
  newSecret(): string;
  uri(secret: string, account: string): string;
  findStep(secret: string, code: string, now: Date): number | null;
};

export type WebAuthnJson = Record<string, unknown>;

export type PasskeyCredential = { credentialId: string; publicKey: string; counter: number; transports: string[] };

export type Passkeys = {
  creationOptions(account: {
    id: string;
    name: string;
    email: string;
    existing: readonly Pick<PasskeyCredential, 'credentialId' | 'transports'>[];
  }): Promise<{ challenge: string; options: WebAuthnJson }>;
  verifyRegistration(answer: WebAuthnJson, challenge: string): Promise<PasskeyCredential | null>;
  requestOptions(allowed?: readonly Pick<PasskeyCredential, 'credentialId' | 'transports'>[]): Promise<{ challenge: string; options: WebAuthnJson }>;
  verifyAuthentication(answer: WebAuthnJson, challenge: string, credential: PasskeyCredential): Promise<number | null>;
};
