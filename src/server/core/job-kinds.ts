/** A mail that is to be sent. It holds no secret: a code or link is made when it is sent. */
export type MailOrder =
  | { mail: 'welcome'; userId: string }
  | { mail: 'password_reset'; email: string; askedAt: string }
  | { mail: 'password_changed'; userId: string }
  | { mail: 'email_confirmation'; userId: string }
  | { mail: 'email_change'; userId: string }
  | { mail: 'email_changed'; name: string; from: string; to: string }
  | { mail: 'account_closed'; name: string; to: string }
  | { mail: 'profile_submitted'; tutorId: string }
  | { mail: 'verification_decided'; userId: string; decision: 'verified' | 'rejected' | 'unverified'; reason: string; decidedAt: string };

/** What each kind of job is told. */
export type JobParams = {
  'mail.send': MailOrder;
  'photo.copy': { userId: string; url: string };
  /** With the path, the file goes even where the upload has gone, or never came to be. */
  'upload.sweep': { uploadId: string; path?: string };
  'files.remove': { paths: readonly string[] };
};
export type JobKind = keyof JobParams;

/** Kinds that are never given up: a private file whose removal dies would stay for good. */
export const NEVER_DEAD: readonly string[] = ['files.remove'] satisfies JobKind[];

export type PlannedJob = { [K in JobKind]: { kind: K; params: JobParams[K]; dueAt?: Date; key?: string } }[JobKind];
