/** Every number of the constants table (`calls-and-errors.md` §9) and of the contract (`rest-contract.md` §2.10). */
export const LIMITS = {
  id: 100,
  url: 2000,
  userAgent: 300,
  /** Of who somebody is, as the address of a page holds it. */
  proof: 300,
  name: { min: 2, max: 150 },
  email: 254,
  /** Admins can change everybody's data: NIST SP 800-63B and OWASP ASVS ask for 12 where a password guards that much. */
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
  locations: 100,
  socialHandle: 200,
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
   * `sent` before it is cleaned, with the addresses of our own site in full. `elements`: opening and closing tags of the HTML that
   * was sent; cleaning takes the square of what is left open, 15 ms for as many and 2 s for 66,000. `ampersands`: each becomes an
   * entity, so that more of them are longer than a post; 200,000 take 120 ms.
   */
  blog: { title: 100, content: 100_000, sent: 200_000, elements: 5_000, ampersands: 25_000, tags: 10, tag: 30 },
  notification: { title: 200, message: 1000, url: 500, label: 100 },
  searchText: 100,
  /** Procedures that a browser may call in one request. */
  callsInBatch: 20,
  messageBytes: 2 * 1024 * 1024,
  multipartBytes: 12 * 1024 * 1024,
} as const;

/** New passwords: how many of the most common ones are refused, and from how many letters on a part of the own name or address counts. */
export const PASSWORDS = { common: 1000, personalWord: 3 } as const;

/** Bytes of a tRPC request over HTTP. A post of a blog may have 200,000 characters, of three bytes each in Sinhala and Tamil. */
export const TRPC_BYTES = { anonymous: 64 * 1024, signedIn: 256 * 1024, blog: 1024 * 1024 } as const;

/**
 * Bodies of more than `TRPC_BYTES.anonymous` that REST receives and works on at a time, in one process: each is held whole, up to 12 MiB.
 * A browser of ours sends one, and a few where several pictures are put into a post.
 */
export const LARGE_BODIES = { perCaller: 8, most: 40 } as const;

/** Of one JSON text, whatever its bytes. The largest that a form of ours sends is a profile: 9 levels, and under 3,000 values. */
export const JSON_LIMITS = { depth: 32, values: 20_000 } as const;

export const SECOND_FACTOR = {
  recoveryCodes: 10,
  /** 32 letters to choose from: 50 bits, which nobody guesses at any rate. */
  recoveryLetters: 10,
  digits: 6,
  /** Seconds, and how many steps a clock may be ahead or behind: what apps and RFC 6238 expect. */
  period: 30,
  drift: 1,
  /** Of one sign-in that is under way. */
  challengeMinutes: 10,
  tries: 5,
  passkeys: 10,
  passkeyName: 60,
} as const;

export const SEARCH = {
  pageSize: 24,
  mostPerPage: 100,
  featured: 6,
  debounceMs: 500,
  firstStateMs: 3000,
  /** Matches are counted exactly up to here. */
  countCap: 1000,
  /** Of tutors who are free on a date: exactly up to here, among `lookedAt.count` candidates. */
  freeCountCap: 100,
  /** Candidates that are looked at for one page of them, and for their count, at most. */
  lookedAt: { page: 960, count: 120 },
} as const;

/** Keys with which programs call REST in the name of whoever made them. */
export const API_KEYS = { perUser: 10, name: 100, prefix: 'vk_', bytes: 32, hint: 4 } as const;

export const WEBHOOKS = {
  perUser: 5,
  /** Any 2xx within this counts; a redirect does not. */
  timeoutMs: 10_000,
  /** Calls under way in one process. */
  atOnce: 8,
  /** Seconds between one try and the next; after the last one it is given up. */
  retrySeconds: [60, 300, 1_800, 7_200, 43_200, 86_400],
  /** An endpoint with nothing but failures for so long is switched off. */
  failingDays: 3,
  logDays: 30,
  logPage: 20,
  secretBytes: 32,
} as const;

export const NOTIFICATIONS = {
  pageSize: 20,
  loaded: 50,
  duplicateWindowMs: 60_000,
  badgeMost: 9,
  /** That an admin writes in one request. */
  mostAtOnce: 1000,
  /** Read ones older than so many days are removed, unless an admin says otherwise. */
  cleanupDays: 90,
  /** More are cut to these: nothing is older. */
  mostCleanupDays: 36_500,
} as const;

export const BOOKING = {
  /** A session may start at the slot's start and every this many minutes after it. */
  stepMinutes: 60,
  /** The last day that can be booked is this many calendar days after today. */
  daysAhead: 28,
  /** Tolerance between the duration that was sent and end minus start. */
  durationToleranceMs: 60_000,
  /** How many next free starts go with a refusal. */
  nextFree: 3,
  clockMs: 60_000,
  /** Join works from so many minutes before the start, to the end. */
  joinMinutes: 15,
} as const;

/** What the clock does to bookings, in hours, and in minutes where it says so. */
export const BOOKING_CLOCK = {
  /** An unanswered request ends so long after it was made, and so long before its start, but not before it has stood `leastMinutes`. */
  unanswered: 24,
  unansweredNotice: 2,
  unansweredLeastMinutes: 30,
  /** A confirmed session that nobody completed is completed so long after its end. */
  completedAfter: 48,
  /** Reminders, before the start. */
  reminders: [24, 1],
} as const;

/** Another time for a confirmed booking, in hours. */
export const PROPOSALS = { lapse: 24, notice: 2 } as const;

/**
 * A second press this soon after the first, at the same place, is the same intention. Systems count clicks up to 500 ms apart as a double
 * click; the rest is the time between seeing something new and pressing it. 60 px are about 9 mm, what a fingertip covers.
 */
export const DOUBLE_PRESS = { ms: 600, px: 60 } as const;

/** Requests of a student that have not been answered: they hold the hours of tutors, whose other students cannot have them. */
export const PENDING_REQUESTS = { ofStudent: 10, ofStudentAndTutor: 3, ofUnconfirmed: 2 } as const;

/** Weeks that the booking modal offers at most. `PENDING_REQUESTS` leaves fewer; four where the tutor is not available in one of them. */
export const REPEAT_WEEKS = 4;

/** An answer is kept for its key so many hours. */
export const REQUEST_KEY_HOURS = 24;

/** A problem on a session can be reported until so many days after its end. */
export const PROBLEM_DAYS = 14;

export const MESSAGES = {
  pageSize: 30,
  threads: 20,
  /** Whoever has read a conversation this recently has it before them. */
  readingMs: 120_000,
} as const;

export const REPORTS = { pageSize: 20 } as const;

export const FAVOURITES = { pageSize: 24, hearts: 1000 } as const;

/** A feed reaches so many days back. */
export const CALENDAR_DAYS_BACK = 90;

/** Dates and hours that a tutor blocks. */
export const DAYS_OFF = { daysAhead: 366, most: 100, note: 200 } as const;

export const BLOGS = {
  pageSize: 12,
  mostPerPage: 24,
  /** How long the editor waits after the last key before it saves a draft. */
  autosaveMs: 2000,
  wordsPerMinute: 200,
  excerpt: 180,
  /** Of one author, drafts included. */
  most: 500,
  /** The newest, where a call answers all. */
  mostInAll: 200,
} as const;

/** Months that the chart of earnings shows, this one included. */
export const EARNINGS_MONTHS = 6;

/** Of the catalogue: what an integer column holds, the longest name of an icon, and the categories that are put in order at a time. */
export const CATALOGUE = { mostOrder: 2_147_483_647, icon: 60, mostCategories: 1000 } as const;

/** Listings that the catalogue has made untrue are made anew so many at a time, for so long: within the claim of a job. */
export const LISTING_REFRESH = { batch: 200, runsMs: 40_000, pauseMs: 5_000 } as const;

/** The tables of admins, and the log of what they did. */
export const ADMIN_TABLES = { pageSize: 24, mostPerPage: 100 } as const;
export const AUDIT = { pageSize: 50 } as const;

/** Whoever was away gets the announcements of so many days. */
export const ANNOUNCEMENT_DAYS = 7;

/** A download is opened within so many seconds of its link. */
export const EXPORT_SECONDS = 60;

/** An incomplete profile is reminded of once in so many minutes. */
export const REMINDER_MINUTES = 60;

/** The admin's checklist is green, or at least yellow, from so many percent on. */
export const COMPLETENESS_COLOURS = { green: 80, yellow: 60 } as const;

/** In milliseconds, `calls-and-errors.md` §9 and `decisions.md`. */
export const TOASTS = { info: 5000, error: 4000, success: 2000, vacation: 4000, most: 20 } as const;

export const SCROLL = { topButtonPx: 300, routeMs: 100 } as const;

/** Hours a session lasts without being used: remembered, and not. */
export const SESSION_HOURS = { remembered: 30 * 24, short: 12 } as const;

export const SESSIONS = {
  /** Of an account: nobody has more browsers in use, and a stolen password could make any number. */
  perUser: 20,
  /** Hours after the sign-in in which a session ends, used or not: a stolen token does not last for good. */
  mostHours: 90 * 24,
  /** The same of an admin, who can do harm to everybody: one working day. */
  mostHoursOfAdmin: 12,
} as const;

/** Passwords that wait to be hashed, in one process, for one address and in all: at 30 ms each, the last is answered before its request is given up. */
export const HASHING = { perCaller: 100, most: 300 } as const;

/**
 * Logins that are under way in one process, and those that wait for them: three keep the hashes busy while others ask the database,
 * and a request is given up after 300 of them. An address whose password was wrong is remembered for as long as it is counted.
 */
export const LOGINS = { queue: { atOnce: 3, perCaller: 100, most: 300 }, failureSeconds: 15 * 60, failuresRemembered: 10_000 } as const;

/** Devices that an account has signed in from: how many are remembered, and how many days after the last sign-in. */
export const DEVICES = { perUser: 50, days: 365 } as const;

/** Share of the price that the platform keeps of a tutor's earnings. */
export const PLATFORM_FEE = 0.15;

/** Events of an inbox are kept this long. */
export const INBOX_DAYS = 7;
/** Whoever has missed more of them reads again what is shown instead. */
export const INBOX_MOST_MISSED = 500;

/** A browser's connection, in milliseconds: `calls-and-errors.md` §9. */
export const CONNECTION = {
  /** After another token. */
  newTokenMs: 100,
  attempts: 5,
  attemptMs: 1000,
  /** One that has not opened by then has failed. */
  timeoutMs: 20_000,
  /** After the last attempt of a round; until it is open again, news are polled for. */
  againMs: 5000,
  pollMs: 5000,
} as const;

/** What a connection may send, follow, and leave unread, one of Socket.IO too; whoever goes beyond is cut off. */
export const SOCKETS = {
  /** Of one address, in one process: those whose owner has no session, and those that have not said yet who is there. Many phones behind one address come again at once after a restart. */
  anonymous: 50,
  arriving: 500,
  frameBytes: 64 * 1024,
  /** Messages at once, and a second from then on. */
  burst: 200,
  perSecond: 50,
  /** Whatever they bring, pings and the frames around messages included: a browser of ours sends some hundred bytes a minute. */
  burstBytes: 256 * 1024,
  bytesPerSecond: 32 * 1024,
  subscriptions: 50,
  unreadBytes: 1024 * 1024,
  /** In which it says who is there. */
  helloSeconds: 10,
  /** Of silence before it is asked for a sign of life, and for its answer. */
  pingSeconds: 15,
  pongSeconds: 5,
} as const;

/** Devices of one person that are told by Web Push, and for how many seconds something is worth telling. */
export const PUSH = { devices: 20, endpoint: 1000, timeoutMs: 10_000, freshSeconds: 24 * 3600, reminderSeconds: 3600 } as const;

export const DEADLINES = {
  /** A request, waiting for a connection included. */
  requestMs: 10_000,
  /** A request while the pool has no live connection. */
  noDatabaseMs: 800,
  /** A body that carries files, on its way here over a slow line. */
  uploadMs: 60_000,
} as const;

/** Of one connection, in milliseconds. */
export const CONNECTIONS = {
  /** From connecting, or the first byte of a further request, to the last byte of its headers. A phone on a poor line needs a few seconds. */
  headersMs: 15_000,
  /** To the last byte of its body: longer than `DEADLINES.uploadMs` and a request after it, so that who is too slow is answered with a sentence. */
  requestMs: 75_000,
  /** Without a request: longer than the 60 s of common proxies, which would otherwise send into a connection that is being closed. */
  idleMs: 65_000,
  /** How often the first two are checked. */
  checkMs: 5_000,
} as const;

/** So many calls in so many seconds. */
export type RateLimit = { times: number; seconds: number };

/** The limits of `rest-contract.md` §2.12, which `RATE_LIMITS` changes, or lifts outside production. All rules of a row hold at once, and what one of them refuses counts for none. */
export const RATE_LIMITS = {
  /** Failed ones only, per email and address; a device that the account knows is counted by itself, and by nothing below. */
  login: [{ times: 10, seconds: 15 * 60 }],
  /** Failed ones only, per address over all accounts. Carriers put thousands of phones behind one address, of which a few new ones mistype at a time; a password tried on every account goes on at 4,800 a day at most. */
  loginAddress: [{ times: 50, seconds: 15 * 60 }],
  /** Failed ones only, per account over all addresses: 1,200 guesses a day find no password that is not among the most common. */
  loginAccount: [{ times: 50, seconds: 3600 }],
  /** Failed ones only, per account: for whoever has a session and guesses the password. */
  currentPassword: [{ times: 10, seconds: 15 * 60 }],
  /** Failed ones only, per account: for whoever has a mailed link of it and guesses the password. Apart from `currentPassword`, which is its owner's. */
  linkPassword: [{ times: 10, seconds: 15 * 60 }],
  /** Wrong codes of a second step, per account: only whoever has the password gets there, and three codes are right at a time, so 480 a day guess one in two years. */
  secondFactor: [{ times: 20, seconds: 3600 }],
  /** Per address, of sign-ins with a passkey that are begun: each is a row. */
  passkeyLogin: [{ times: 100, seconds: 15 * 60 }],
  /** Per email and address, or device that the account knows: a stranger's requests never stop the owner's. */
  forgotPassword: [
    { times: 1, seconds: 30 },
    { times: 5, seconds: 3600 },
  ],
  /** Per address over all accounts, but for devices that the account knows. Of the thousands behind a carrier's address few forget a password in one hour. */
  forgotPasswordAddress: [{ times: 30, seconds: 3600 }],
  /** Wrong codes and links of callers who have no request open, per address: they can only be guessing. Who has one has five tries at it. */
  resetPassword: [{ times: 30, seconds: 15 * 60 }],
  /** Wrong codes per account, but for devices that it knows: many requests of strangers make many tries of a million. The mailed link works all the same. */
  resetCodes: [{ times: 50, seconds: 24 * 3600 }],
  resendVerification: [
    { times: 1, seconds: 30 },
    { times: 5, seconds: 3600 },
  ],
  changeEmail: [{ times: 5, seconds: 3600 }],
  register: [{ times: 300, seconds: 3600 }],
  /** Without a session, per address and process, as a bucket that fills up again. A page asks for four to eight things, and a carrier has thousands of phones behind one address; a scraper takes a small part of what a process can answer. */
  read: [{ times: 3000, seconds: 60 }],
  /**
   * Contact details of tutors, per address: of visitors, and of accounts whose own address is not confirmed, which anybody can make by the hundred.
   * Nobody compares more than thirty tutors in an hour; where a mobile carrier has many behind one address, logging in counts them apart.
   */
  tutorContactByAddress: [
    { times: 30, seconds: 3600 },
    { times: 200, seconds: 24 * 3600 },
  ],
  /**
   * The same per address, of accounts whose own address is confirmed, together: whoever has a domain confirms any number of them.
   * A carrier's address has hundreds of students behind it, who look at a few tutors each.
   */
  tutorContactByAddressOfAccounts: [
    { times: 600, seconds: 3600 },
    { times: 3000, seconds: 24 * 3600 },
  ],
  /** The same per account, wherever it is used from. */
  tutorContactByAccount: [
    { times: 60, seconds: 3600 },
    { times: 200, seconds: 24 * 3600 },
  ],
  createNotification: [{ times: 30, seconds: 60 }],
  /** Refused ones too: looking at what is no photo takes as long. */
  uploadPhoto: [{ times: 30, seconds: 10 * 60 }],
  uploadDocuments: [{ times: 100, seconds: 10 * 60 }],
  /** Autosave included. */
  saveBlog: [{ times: 60, seconds: 60 }],
  sendMessage: [{ times: 30, seconds: 60 }],
  /** Each is heard by the other side. */
  blockThread: [{ times: 20, seconds: 60 }],
  report: [{ times: 30, seconds: 3600 }],
  /** Changes and removals included. */
  writeReview: [{ times: 30, seconds: 3600 }],
  /** Of one booking: each goes to two people, by mail too. */
  sendReminder: [{ times: 5, seconds: 3600 }],
  /** Of one booking: each goes to the tutor, by mail too. */
  askForAnswer: [{ times: 3, seconds: 3600 }],
  /** Of one booking: each goes to the other party, by mail too. */
  propose: [{ times: 10, seconds: 3600 }],
  /** Each calls a server of somebody's choice, and stays in the log. */
  replayWebhook: [
    { times: 10, seconds: 60 },
    { times: 100, seconds: 24 * 3600 },
  ],
  /** Each is heard by everyone. */
  announce: [{ times: 10, seconds: 3600 }],
  /** Refused ones too. Whoever repeats sessions weekly makes four at a time, for several subjects and children. */
  requestBooking: [{ times: 100, seconds: 3600 }],
} as const satisfies Record<string, readonly RateLimit[]>;
export type LimitName = keyof typeof RATE_LIMITS;
export type RateLimits = Readonly<Record<LimitName, readonly RateLimit[]>>;

/** Codes and links that are mailed. */
export const CODES = {
  digits: 6,
  tries: 5,
  codeMinutes: 10,
  linkHours: 24,
  resendSeconds: 30,
  /** As long as mails that strangers order are counted: where one is held back, the link of an earlier one still works. */
  resetLinkMinutes: 60,
  /** Requests to reset one account's password that devices unknown to it may have open. More mails would only fill the mailbox. */
  resetsOfStrangers: 20,
} as const;

/** How long ago Google may have said who is there, for what cannot be undone. */
export const FRESH_MINUTES = 10;

/**
 * How long a proof of identity lasts for actions that would let an intruder stay, or take data away: long enough to make
 * a key and a webhook in one go, short enough that a browser left open is of no use. `proofSeconds`: from Google's answer
 * until the page hands it in, which it does as soon as it has loaded.
 */
export const CONFIRMATION = { minutes: 10, proofSeconds: 120 } as const;

export const UPLOADS = {
  /** Attached to nothing, at a time. */
  loose: 20,
  looseHours: 24,
  /** Of a photo, after it was made anew, in pixels. */
  photoSide: 1024,
  /** Of a document, which has to stay legible. */
  documentSide: 2400,
  /** More are a bomb, whatever the file weighs. */
  mostPixels: 50_000_000,
  /** How long somebody else may take to hand over a photo that is to be copied. */
  copyMs: 10_000,
} as const;

export const JOBS = {
  /** Pauses before each further try, in seconds; after the last of them the job is dead. */
  pauses: [10, 60, 300, 1800, 7200],
  /** The pause of a kind that is never dead, from then on. */
  neverDeadPause: 24 * 3600,
  /** What has not ended by then is taken to have died with its process. */
  claimSeconds: 60,
  atOnce: 4,
  /** So long a dead one is kept, with what it was told. */
  deadDays: 30,
  deadPageSize: 24,
  /** Dead ones that an admin has tried again at a time. */
  mostRevived: 100,
} as const;
