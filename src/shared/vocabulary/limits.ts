/** The limits of the specification, and ours. */
export const LIMITS = {
  id: 100,
  url: 2000,
  userAgent: 300,
  proof: 300,
  name: { min: 2, max: 150 },
  /** Aliases of a category, subject or topic. */
  aliases: 20,
  email: 254,
  /** NIST SP 800-63B and OWASP ASVS ask for 12 characters where a password protects this much. */
  password: { min: 6, max: 128, adminMin: 12 },
  phoneDigits: 10,
  contactNumber: { min: 10, max: 40 },
  description: 1000,
  reason: 1000,
  review: { min: 10, max: 2000 },
  reply: 1000,
  message: 2000,
  problem: { min: 10, max: 1000 },
  reportText: 1000,
  requestKey: 255,
  notes: 2000,
  address: 300,
  bio: 500,
  headline: 80,
  locations: 100,
  socialHandle: 200,
  slug: 60,
  education: 20,
  experience: 20,
  educationYearFrom: 1900,
  topicsPerSubject: 5,
  topicsPerBooking: 5,
  slotsPerDay: 3,
  documents: 5,
  imageBytes: 2_097_152,
  ratePerHour: 100_000,
  meetingLink: 500,
  /**
   * `sent`: before sanitising. `elements`: tags; sanitising is quadratic in unclosed tags (15 ms for 5,000, 2 s for 66,000).
   * `ampersands`: each becomes an entity; 200,000 take 120 ms.
   */
  blog: { title: 100, content: 100_000, sent: 200_000, elements: 5_000, ampersands: 25_000, tags: 10, tag: 30 },
  notification: { title: 200, message: 1000, url: 500, label: 100 },
  searchText: 100,
  callsInBatch: 20,
  messageBytes: 2 * 1024 * 1024,
  multipartBytes: 12 * 1024 * 1024,
} as const;

/** Bytes of a tRPC request. A post may have 200,000 characters of three bytes in Sinhala and Tamil. */
export const TRPC_BYTES = { anonymous: 64 * 1024, signedIn: 256 * 1024, blog: 1024 * 1024 } as const;

/** Concurrent REST bodies above `TRPC_BYTES.anonymous` per process: each is held in memory, up to 12 MiB. */
export const LARGE_BODIES = { perCaller: 8, most: 40 } as const;

/** Per JSON text. The largest form sends 9 levels and under 3,000 values. */
export const JSON_LIMITS = { depth: 32, values: 20_000 } as const;

/** The usual time to an answer is the median of the `latest` requests; an unanswered request counts as `unansweredMinutes`. */
export const ANSWER_TIME = { latest: 20, fewest: 3, unansweredMinutes: 4320 } as const;

export const SEARCH = {
  pageSize: 24,
  mostPerPage: 100,
  featured: 6,
  /** Similar tutors, shown below a profile. */
  similar: { read: 12, shown: 4 },
  debounceMs: 500,
  firstStateMs: 3000,
  /** Counts are exact up to here. */
  countCap: 1000,
  /** Words of a search text; further ones are ignored. */
  maxWords: 12,
  freeCountCap: 100,
  maxCandidates: { page: 960, count: 120 },
  /** How many of the best rated and of the newest tutors are ranked by best match. */
  ranked: { best: 48, newest: 12 },
  /** Offers where nobody is found: at most `most` of each kind, from `towns` towns within `nearKm` and `subjects` subjects. */
  offers: { most: 5, towns: 6, subjects: 6, nearKm: 60 },
} as const;

/** Suggestions while a search is typed. Popular subjects count the bookings of `popularDays`, at most `popularBookings` of them. */
export const SUGGESTIONS = {
  letters: 2,
  debounceMs: 100,
  perGroup: 3,
  most: 8,
  recent: 5,
  popular: 6,
  popularDays: 30,
  popularBookings: 5000,
  popularMinutes: 10,
} as const;

export const NOTIFICATIONS = {
  pageSize: 20,
  loaded: 50,
  /** The bell groups at most this many of the newest notifications into series. */
  grouped: 100,
  duplicateWindowMs: 60_000,
  badgeMost: 9,
  maxPerRequest: 1000,
  cleanupDays: 90,
  /** Larger values are reduced to it. */
  mostCleanupDays: 36_500,
} as const;

export const BOOKING = {
  /** Minutes between the possible starts in a slot. */
  stepMinutes: 60,
  /** Calendar days after today. */
  daysAhead: 28,
  /** Tolerance between the sent duration and end minus start. */
  durationToleranceMs: 60_000,
  nextFree: 3,
  clockMs: 60_000,
  joinMinutes: 15,
  /** How long a confirmation waits for Undo before it is sent. */
  undoMs: 10_000,
} as const;

/** In hours, unless the name says minutes. */
export const BOOKING_CLOCK = {
  /** An unanswered request ends 24 h after it was made or before its start, but stays open at least `unansweredLeastMinutes`. */
  unanswered: 24,
  unansweredNotice: 2,
  unansweredLeastMinutes: 30,
  /** The tutor's list says how long a request still waits in its last so many hours. */
  answerSoon: 12,
  completedAfter: 48,
  reminders: [24, 1],
} as const;

export const PROPOSALS = { lapse: 24, notice: 2 } as const;

/**
 * A second press within this time and distance is taken for a double press.
 * Systems count clicks within 500 ms as a double click; 60 px are about 9 mm, a fingertip.
 */
export const DOUBLE_PRESS = { ms: 600, px: 60 } as const;

/** Unanswered requests per student, because they occupy hours of tutors. */
export const PENDING_REQUESTS = { ofStudent: 10, ofStudentAndTutor: 3, ofUnconfirmed: 2 } as const;

/** `PENDING_REQUESTS` may allow fewer; the last week matters when an earlier one is not available. */
export const REPEAT_WEEKS = 4;

export const REQUEST_KEY_HOURS = 24;

export const PROBLEM_DAYS = 14;

export const MESSAGES = {
  pageSize: 30,
  threads: 20,
  /** A conversation read this recently counts as open on screen. */
  readingMs: 120_000,
  /** Messages of a student before the tutor replies or a session is booked. */
  beforeReply: 3,
} as const;

export const REPORTS = { pageSize: 20 } as const;

export const FAVOURITES = { pageSize: 24, hearts: 1000 } as const;

/** `runsMs` is within the claim of one job. */
export const SAVED_SEARCHES = { perUser: 10, checkMinutes: 10, batch: 50, runsMs: 30_000 } as const;

export const CALENDAR_DAYS_BACK = 90;

/** What a tutor may ask for beyond the platform's rules, and what the profile editor offers. */
export const OWN_RULES = { noticeHours: 168, bufferMinutes: 120, notices: [0, 24, 48, 72, 168], buffers: [0, 15, 30, 45, 60] } as const;

export const DAYS_OFF = { daysAhead: 366, most: 100, note: 200 } as const;

export const BLOGS = {
  pageSize: 12,
  mostPerPage: 24,
  autosaveMs: 2000,
  wordsPerMinute: 200,
  excerpt: 180,
  most: 500,
  mostInAll: 200,
} as const;

export const EARNINGS_MONTHS = 6;

/** `mostNames`: how many translated names of one language are sent with a page. */
export const CATALOGUE = { mostOrder: 2_147_483_647, icon: 60, mostCategories: 1000, mostNames: 2000 } as const;

/** Within the claim of one job. */
export const LISTING_REFRESH = { batch: 200, runsMs: 40_000, pauseMs: 5_000 } as const;

/** How many rows of a list an admin can act on at once; each account is a transaction of its own. */
export const SELECTION = { most: 100, accounts: 50 } as const;

export const ADMIN_TABLES = { pageSize: 24, mostPerPage: 100 } as const;
export const AUDIT = { pageSize: 50 } as const;

export const ANNOUNCEMENT_DAYS = 7;

export const EXPORT_SECONDS = 60;

export const REMINDER_MINUTES = 60;

export const COMPLETENESS_COLOURS = { green: 80, yellow: 60 } as const;

export const TOASTS = { info: 5000, error: 4000, success: 2000, vacation: 4000, most: 20 } as const;

export const SCROLL = { topButtonPx: 300, routeMs: 100 } as const;

export const PLATFORM_FEE = 0.15;

export const INBOX_DAYS = 7;
/** A client that missed more reads everything again. */
export const INBOX_MOST_MISSED = 500;

/** In milliseconds. */
export const CONNECTION = {
  newTokenMs: 100,
  attempts: 5,
  attemptMs: 1000,
  timeoutMs: 20_000,
  /** After the last attempt of a round; polling fills the gap. */
  retryMs: 5000,
  pollMs: 5000,
} as const;

/** Per connection, Socket.IO included; exceeding one closes it. */
export const SOCKETS = {
  /** Per address and process, without a session: many phones behind one address reconnect together after a restart. */
  anonymous: 50,
  arriving: 500,
  frameBytes: 64 * 1024,
  /** Messages at once; then `perSecond`. */
  burst: 200,
  perSecond: 50,
  /** Pings and frame headers included; our client sends some hundred bytes a minute. */
  burstBytes: 256 * 1024,
  bytesPerSecond: 32 * 1024,
  subscriptions: 50,
  unreadBytes: 1024 * 1024,
  helloSeconds: 10,
  pingSeconds: 15,
  pongSeconds: 5,
} as const;

/** Pages that the server renders: `cached` of them are in memory, `renderings` run at the same time. */
export const PAGES = { freshSeconds: 30, staleSeconds: 300, cached: 500, renderings: 8 } as const;

export const DEADLINES = {
  requestMs: 10_000,
  noDatabaseMs: 800,
  uploadMs: 60_000,
} as const;

export const CONNECTIONS = {
  /** Slow phones need a few seconds. */
  headersMs: 15_000,
  /** Longer than `DEADLINES.uploadMs`, so that a slow sender still receives an answer. */
  requestMs: 75_000,
  /** Longer than the 60 s of common proxies, which otherwise reuse a connection while it is closing. */
  idleMs: 65_000,
  checkMs: 5_000,
} as const;

export type RateLimit = { times: number; seconds: number };

/** `RATE_LIMITS` overrides them. All rules of a row apply; a refused call counts for none. */
export const RATE_LIMITS = {
  /** Failed ones, per email and address; known devices are counted separately. */
  login: [{ times: 10, seconds: 15 * 60 }],
  /**
   * Failed ones, per address over all accounts: mobile carriers put thousands of phones behind one address.
   * One password tried on every account gets 4,800 tries a day.
   */
  loginAddress: [{ times: 50, seconds: 15 * 60 }],
  /** Failed ones, per account over all addresses: 1,200 guesses a day. */
  loginAccount: [{ times: 50, seconds: 3600 }],
  /** Failed ones, per account, with a session. */
  currentPassword: [{ times: 10, seconds: 15 * 60 }],
  /** Failed ones, per account, with a mailed link; separate from `currentPassword`, so that a stranger cannot use up the owner's. */
  linkPassword: [{ times: 10, seconds: 15 * 60 }],
  /** Wrong codes per account. Three codes are valid at a time: 480 guesses a day need two years. */
  secondFactor: [{ times: 20, seconds: 3600 }],
  /** Per address: each creates a row. */
  passkeyLogin: [{ times: 100, seconds: 15 * 60 }],
  /** Failed ones, per address: each asks Google. */
  googleLogin: [{ times: 50, seconds: 15 * 60 }],
  /** Per email and address, or known device: strangers never block the owner. */
  forgotPassword: [
    { times: 1, seconds: 30 },
    { times: 5, seconds: 3600 },
  ],
  /** Per address over all accounts, except known devices. */
  forgotPasswordAddress: [{ times: 30, seconds: 3600 }],
  /** Wrong codes and links without an open request, per address. With one there are five tries. */
  resetPassword: [{ times: 30, seconds: 15 * 60 }],
  /** Wrong codes per account, except known devices. The mailed link always works. */
  resetCodes: [{ times: 50, seconds: 24 * 3600 }],
  resendVerification: [
    { times: 1, seconds: 30 },
    { times: 5, seconds: 3600 },
  ],
  changeEmail: [{ times: 5, seconds: 3600 }],
  register: [{ times: 300, seconds: 3600 }],
  /** Without a session, per address and process, as a token bucket: a page makes four to eight calls, a carrier has thousands of phones behind one address. */
  read: [{ times: 3000, seconds: 60 }],
  /** Per address, for visitors and unconfirmed accounts. Nobody compares more than thirty tutors an hour; behind a carrier's address, signing in counts people separately. */
  tutorContactByAddress: [
    { times: 30, seconds: 3600 },
    { times: 200, seconds: 24 * 3600 },
  ],
  /** Per address, for confirmed accounts together: whoever owns a domain can confirm any number of them. */
  tutorContactByAddressOfAccounts: [
    { times: 600, seconds: 3600 },
    { times: 3000, seconds: 24 * 3600 },
  ],
  /** Per account, from any address. */
  tutorContactByAccount: [
    { times: 60, seconds: 3600 },
    { times: 200, seconds: 24 * 3600 },
  ],
  createNotification: [{ times: 30, seconds: 60 }],
  /** Refused files count: inspecting them costs the same. */
  uploadPhoto: [{ times: 30, seconds: 10 * 60 }],
  uploadDocuments: [{ times: 100, seconds: 10 * 60 }],
  saveBlog: [{ times: 60, seconds: 60 }],
  sendMessage: [{ times: 30, seconds: 60 }],
  /** Tutors with whom there is no conversation yet. */
  askTutor: [{ times: 10, seconds: 86_400 }],
  blockThread: [{ times: 20, seconds: 60 }],
  report: [{ times: 30, seconds: 3600 }],
  writeReview: [{ times: 30, seconds: 3600 }],
  sendReminder: [{ times: 5, seconds: 3600 }],
  askForAnswer: [{ times: 3, seconds: 3600 }],
  propose: [{ times: 10, seconds: 3600 }],
  replayWebhook: [
    { times: 10, seconds: 60 },
    { times: 100, seconds: 24 * 3600 },
  ],
  announce: [{ times: 10, seconds: 3600 }],
  requestArchive: [{ times: 5, seconds: 24 * 3600 }],
  /** Refused ones count. A weekly series is four requests. */
  requestBooking: [{ times: 100, seconds: 3600 }],
} as const satisfies Record<string, readonly RateLimit[]>;
export type LimitName = keyof typeof RATE_LIMITS;
export type RateLimits = Readonly<Record<LimitName, readonly RateLimit[]>>;

export const UPLOADS = {
  /** Not attached to anything. */
  loose: 20,
  looseHours: 24,
  /** Pixels after re-encoding. */
  photoSide: 1024,
  documentSide: 2400,
  /** Longer sides in pixels that a browser tries, in this order, where a photo is too large. */
  redrawnSides: [2000, 1400, 1000],
  redrawnQuality: 0.85,
  /** More is a decompression bomb. */
  mostPixels: 50_000_000,
  copyMs: 10_000,
} as const;
