/** `common`: how many common passwords are refused; `personalWord`: minimum length of a name part that counts. */
export const PASSWORDS = { common: 1000, personalWord: 3 } as const;

export const SECOND_FACTOR = {
  recoveryCodes: 10,
  /** 50 bits. */
  recoveryLetters: 10,
  digits: 6,
  /** Seconds; `steps` a clock may be off (RFC 6238). */
  period: 30,
  drift: 1,
  challengeMinutes: 10,
  tries: 5,
  passkeys: 10,
  passkeyName: 60,
} as const;

export const API_KEYS = { perUser: 10, name: 100, prefix: 'vk_', bytes: 32, hint: 4 } as const;

/** Idle time after which a session ends. */
export const SESSION_HOURS = { remembered: 30 * 24, short: 12 } as const;

export const SESSIONS = {
  perUser: 20,
  /** Absolute lifetime of a session, however often it is used. */
  mostHours: 90 * 24,
  /** For admins: one working day. */
  mostHoursOfAdmin: 12,
  /** How long the look-up of a session is cached, unless something about its account changes. */
  cacheMs: 5_000,
} as const;

/** Queued password hashes per process; at 30 ms each the last finishes before its request times out. */
export const HASHING = { perCaller: 100, maxWaiting: 300 } as const;

/** Logins per process: three in progress keep the hashing busy while others wait for the database; at most 300 wait. */
export const LOGINS = { queue: { concurrency: 3, perCaller: 100, maxWaiting: 300 }, failureSeconds: 15 * 60, failuresRemembered: 10_000 } as const;

export const DEVICES = { perUser: 50, days: 365 } as const;

export const PUSH = { devices: 20, endpoint: 1000, timeoutMs: 10_000, freshSeconds: 24 * 3600, reminderSeconds: 3600 } as const;

export const CODES = {
  digits: 6,
  tries: 5,
  codeMinutes: 10,
  linkHours: 24,
  resendSeconds: 30,
  /** Counted as long as mails that strangers request: an earlier link still works when a mail is held back. */
  resetLinkMinutes: 60,
  /** Open reset requests of unknown devices per account. */
  resetsOfStrangers: 20,
} as const;

/** How recent a Google sign-in must be for irreversible actions. */
export const FRESH_MINUTES = 10;

/** How long a confirmed identity lasts for sensitive actions. `proofSeconds`: from Google's answer until the page submits it. */
export const CONFIRMATION = { minutes: 10, proofSeconds: 120 } as const;
