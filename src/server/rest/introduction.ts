import { API_KEYS, SESSION_HOURS } from '#shared/vocabulary/account-limits.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import {
  ADMIN_TABLES,
  BOOKING,
  BOOKING_CLOCK,
  LIMITS,
  NOTIFICATIONS,
  PROPOSALS,
  RATE_LIMITS,
  type RateLimit,
  REQUEST_KEY_HOURS,
  SEARCH,
  TRPC_BYTES,
  UPLOADS,
} from '#shared/vocabulary/limits.ts';

export const TAGS = [
  { name: 'Authentication', description: 'Signing up and in, the own account, passwords, and the confirmation of an address.' },
  { name: 'Tutors', description: 'What everybody may see of tutors: search, profile, reviews, figures and times.' },
  { name: 'Catalogue', description: 'Categories, subjects and topics. Anyone reads them, admins edit them.' },
  { name: 'Students', description: 'Own bookings, favourites and record of a student.' },
  { name: 'Bookings', description: 'Bookings of whoever calls, as student, tutor or admin.' },
  { name: 'Ratings', description: 'One review for each completed booking.' },
  { name: "Tutor's own area", description: 'The own profile, its subjects, hours, documents and bookings.' },
  { name: 'Uploads', description: 'Images, to be attached to an account, a profile or a post within a day.' },
  { name: 'Blogs', description: 'Posts of tutors, and likes.' },
  { name: 'Notifications', description: 'What somebody is told. The same calls answer under `/notifications` and `/api/notifications`.' },
  { name: 'Admin', description: 'The tables and decisions of admins.' },
  { name: 'Platform', description: 'Whether anybody is there.' },
] as const;
export type Tag = (typeof TAGS)[number]['name'];

export const SECURITY = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description: `The \`token\` that a login or a registration has answered. It is opaque, and valid for ${SESSION_HOURS.remembered / 24} days, or ${SESSION_HOURS.short} hours with \`rememberMe: false\`.`,
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: `${API_KEYS.prefix}…`,
    description:
      'A key from the account page, for programs. It acts as its owner, with the role of its owner. `read` opens every GET call, `write` the others, too; neither opens what is done to the account itself.',
  },
} as const;

const MB = 1024 ** 2;

const calling = (appName: string) => `
The REST API of ${appName}. All calls are made to the origin of the site, with the paths below; bodies are JSON in UTF-8, but for files, which come as \`multipart/form-data\`. A JSON body may have ${LIMITS.messageBytes / MB} MB, ${TRPC_BYTES.anonymous / 1024} KB from whoever is not signed in, a form ${LIMITS.multipartBytes / MB} MB.

This document is served at \`/api/openapi.json\`; \`openapi-typescript\` and \`openapi-fetch\` make a typed client of it, as ours is made. Two of its keys are our own: \`x-who\` says in one word who may make a call, and \`x-contract\` is the number that the call has in our specification, which you can ignore.

## Signing in

Send \`Authorization: Bearer <token>\`, where the token is either

- the \`token\` of a session, which \`POST /api/auth/login\` or \`POST /api/auth/register\` answers, or
- an API key (\`${API_KEYS.prefix}…\`), which its owner makes on the account page and sees once. No call makes keys or webhooks.

A key acts as its owner, with the role of its owner, and either reads, or reads and writes; each account has at most ${API_KEYS.perUser}. It ends when it is revoked or its owner suspended; a new password does not end it. Two things answer a key with 403 \`auth.by_key\`: a key that only reads, on any call but GET; and any key, on what only a person may do (sign in, change passwords and details, choose a role).

Calls for anyone ignore a token that is not valid. All others answer 401 \`auth.required\` without one, and 401 \`auth.expired\` with one that has ended or never was: sign in again.

## What is sent

- **Bodies.** Keys that a call does not know are ignored, and texts are trimmed (passwords never). A PUT or PATCH keeps the value of whatever is absent, and takes the whole of what is sent: a list replaces a list. \`PUT /api/ratings/{id}\` alone asks for all of its fields.
- **Queries.** A value that makes no sense is ignored, as if it had not been sent, and a number that is too high is cut to the highest that counts: \`limit=abc\` is the usual size of a page, \`limit=500\` is ${SEARCH.mostPerPage}. An order or a filter of a closed list that is unknown is ignored, too, but for what finds nothing by its nature: a status, a name, an id, a teaching mode or a \`freeOn\` that nothing has. Times, ranges and durations of \`/availability\`, and \`daysOld\` of the clean-up of notifications, are refused with 400 where they are wrong. For filters, \`all\` is as good as nothing.
- **Times** are ISO 8601. One without a zone (\`2026-12-01T08:30\`, \`2026-12-01\`) is read as UTC, which in Colombo is five and a half hours later: send the zone, \`2026-12-01T08:30:00+05:30\`. In a query \`+\` means a blank, so send it as \`%2B\`. Days, such as \`freeOn=2026-12-01\`, are days of the calendar in Colombo.`;

const ERRORS = `
## Errors

Every refusal has the same body, \`Error\`: \`message\` is a sentence that may be shown to a person as it is, \`code\` is stable and for programs, \`params\` holds the values inside the sentence, and \`errors\` names the fields. Each call lists the codes it answers with, by status:

| Status | Meaning |
|---|---|
| 400 | The request itself is wrong: no JSON, too large, a field refused. |
| 401 | No valid token, or wrong credentials. |
| 403 | Not for this role, this account or this key. |
| 404 | Unknown, or somebody else’s: the two cannot be told apart. |
| 409 | The present state forbids it, as with a time that is taken. |
| 429 | Too often. \`Retry-After\` says in how many seconds to come again. |
| 500 | Our mistake. Nothing was done. |
| 503 | The database or a third party is away. \`Retry-After\` says when to come again. |

An id in a path that cannot be one is one that does not exist, and answers 404; what answers an unknown id in a body, each call lists. There are these exceptions: \`DELETE /api/upload/{id}\` answers 403 \`upload.not_yours\` for what somebody else has uploaded; \`DELETE /api/tutors/documents/{id}\`, and documents in a profile that is saved, answer 400 \`upload.unknown\`; topics of an unknown subject are an empty list; and taking away a favourite that is none answers 200.

A path or method that is not documented answers 404 \`request.unknown_path\`.`;

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

function formatLimit({ times, seconds }: RateLimit): string {
  const [unit, length] = UNITS.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  const units = seconds / length;
  return `${times} in ${units === 1 ? `1 ${unit}` : `${units} ${unit}s`}`;
}

const limit = (name: keyof typeof RATE_LIMITS): string => RATE_LIMITS[name].map(formatLimit).join(' and ');

const LANGUAGES_ANSWERED = `
## Languages

\`message\`, in answers and refusals and in each of \`errors\`, is in English, or in Sinhala (\`si\`) or Tamil (\`ta\`) where \`Accept-Language\` prefers it to the other two: \`Accept-Language: si, en;q=0.8\`. \`Content-Language\` says so; without it the sentence is in English. Codes, names of fields and data are the same in every language. Browsers send the header by themselves. The account that \`POST /api/auth/register\` makes is written to in the language of the call.`;

const RATES = `
## Rate limits

Whoever is signed in reads without a limit. Without a token ${limit('read')} of such calls may be made from a network address, bit by bit and not all anew after each minute. These calls are limited, too, and beyond the limit answer 429 \`request.limited\` with \`Retry-After\`. The numbers are those of this platform unless its operators have changed them.

| Calls | At most |
|---|---|
| \`POST /api/auth/login\` | ${limit('login')} that fail, for each email and network address; ${limit('loginAddress')} that fail, for each network address over all emails; ${limit('loginAccount')} that fail, for each email from all addresses. A device that has signed in to the account before is counted by itself, and is not held up by the others. |
| \`POST /api/auth/register\` | ${limit('register')}, for each network address |
| \`POST /api/auth/forgot-password\` | ${limit('forgotPassword')}, for each email and network address or known device; ${limit('forgotPasswordAddress')}, for each network address over all emails |
| \`POST /api/auth/reset-password\` | 5 wrong codes for each request; ${limit('resetPassword')} without a request, for each network address; ${limit('resetCodes')} that are wrong, for each email. Known devices are exempt from the last. |
| \`POST /api/auth/resend-verification\` | ${limit('resendVerification')}, for each account |
| \`POST /api/auth/change-password\` | ${limit('currentPassword')} with a wrong present password, for each account |
| \`POST /api/students/bookings\`, \`POST /api/bookings\` | ${limit('requestBooking')} together, for each account; refused ones count |
| \`POST /api/bookings/{id}/reminder\` | ${limit('sendReminder')}, for each account and booking |
| \`POST /api/admin/bookings/{id}/notify\` | ${limit('askForAnswer')}, for each booking |
| \`POST /api/ratings\`, \`PUT\` and \`DELETE /api/ratings/{id}\` | ${limit('writeReview')} together, for each account |
| \`POST /api/upload/profile-photo\` | ${limit('uploadPhoto')}, for each account; refused ones count |
| \`POST /api/upload/verification-docs\`, \`POST /api/tutors/documents\` | ${limit('uploadDocuments')} together, for each account; refused ones count |
| \`POST /api/tutors/blogs\`, \`PUT /api/tutors/blogs/{id}\` | ${limit('saveBlog')} together, for each account |
| \`POST\` under \`/notifications\` and \`/api/notifications\` | ${limit('createNotification')} together, for each account |

An upload answers 429 \`upload.too_many_loose\` where ${UPLOADS.loose} files of the account belong to nothing yet. \`Retry-After\` is then the time until the oldest of them is deleted, up to ${UPLOADS.looseHours} hours. Waiting is not the way out: attach some to the account, the profile or a post, or delete them with \`DELETE /api/upload/{id}\`.`;

const IDEMPOTENCY = `
## Doing it once

\`POST /api/students/bookings\` and \`POST /api/bookings\` take a header \`Idempotency-Key\`: a text of your choice of at most ${LIMITS.requestKey} characters. The keys of an account are the same for both paths. What comes with a key that was used in the last ${REQUEST_KEY_HOURS} hours is answered as follows:

- With the same body: the first answer again, with its status, and nothing is booked twice. It is the answer that was given then, \`pending\`, whatever has become of the booking since. The order of the keys of the body does not count, nor do keys that the call does not know, or another spelling of the same value.
- With another body: 409 \`request.key_reused\`.

Refusals are answers, too: after a 400, 404 or 409, for example because the time was taken, the same key answers that again. Take a new key for another try. A 429 or 5xx is not kept: try again with the same key.`;

const VALUES = `
## Values

- **Ids** are opaque texts. Every entity bears its id twice, as \`_id\` and \`id\`. A tutor has two: that of the profile (\`tutor.id\`), which paths and bookings go by, and that of the account (\`tutor.user.id\`).
- **Dates** in answers are ISO 8601 in UTC with milliseconds (\`2026-02-02T10:30:00.000Z\`). Clock times of a week are \`HH:MM\` in the zone of the platform, Asia/Colombo (UTC+05:30); so are days such as today and tomorrow.
- **Money** is Sri Lankan rupees, as a number with at most two decimals. A \`rate\` is for one hour, an \`amount\` for the whole session. No payment is taken online: \`paymentStatus\` is always \`pending\`, and the student pays the tutor directly.
- A text that is missing is empty, a list has no entries, a number is 0; null only where a schema says so.

### Ways of teaching

The same three ways have other names in each place. Input is read in any of these spellings; answers have the one of their column:

| Way | In a profile (\`teachingModes[].type\`) | In a booking (\`learningMethod\`) | In the search (\`teachingMode\`) |
|---|---|---|---|
| Online | \`online\` | \`online\` | \`ONLINE\` |
| At the home of the student | \`home-visit\` | \`individual\` | \`INDIVIDUAL\` |
| In a group | \`group\` | \`group\`, in old bookings only: it cannot be booked | \`GROUP\` |

### Listed tutors

The search answers listed tutors, and counts of tutors count them: the account is active, the profile is not rejected, and there is an active subject with an enabled online or home-visit mode, a rate above 0 and a time slot. A tutor on vacation or without verification is listed, too. \`totalTutors\` of \`GET /api/stats/public\` is another number: the verified tutors whose account is active.

## Pages

Three shapes, each with \`page\` from 1 and \`limit\` of at most ${SEARCH.mostPerPage}:

- search of tutors (${SEARCH.pageSize} a page), and bookings of a student where \`page\` or \`limit\` is sent (20 a page): \`pagination: { page, pages, total, limit }\`. The search counts up to ${SEARCH.countCap.toLocaleString('en')} matches; beyond, \`totalIsCapped\` is true, and further pages still answer.
- tables of admins (${ADMIN_TABLES.pageSize} a page): \`{ totalPages, currentPage, total }\` beside the rows.
- notifications (${NOTIFICATIONS.pageSize} a page, for admins that read those of everybody ${NOTIFICATIONS.loaded}): \`{ total, currentPage, totalPages, hasMore }\` beside the entries, inside \`data\`.

A page past the end is empty. All other lists have no pages and answer everything: bookings of a tutor, \`GET /api/bookings\` (for an admin those of the whole platform: use \`GET /api/admin/bookings\`), reviews, favourites, subjects, categories and topics. Lists of posts answer the newest 200.`;

const { unanswered, unansweredNotice, unansweredLeastMinutes, completedAfter, reminders } = BOOKING_CLOCK;

const BOOKINGS = `
## The life of a booking

**What can be booked.** A session of 1, 2 or 3 hours inside one published slot of the tutor for the subject, which starts with the slot or a whole number of hours after it. It begins at the earliest tomorrow and at the latest ${BOOKING.daysAhead} days from today, that day included: days of the calendar in Colombo, judged by the start, so that a session of tomorrow morning can be booked late this evening. A tutor may want more notice (\`minimumNoticeHours\`: hours from now to the start), and time between two of their sessions (\`bufferMinutes\`): a start too near another session of the tutor counts as taken. Neither the tutor nor the student may have a pending or confirmed booking at that time, whatever its subject, and the tutor is neither on vacation nor has blocked that time. \`GET /api/tutors/{id}/availability\` answers the starts at which the tutor is free; what the student has booked with others it does not know.

**Who moves it.** A booking is \`pending\` when it is asked for. Any other move than these answers 409. A tutor who cancels a confirmed booking without a reason gets 400 \`booking.reason_missing\`, and a student who asks for anything but \`cancelled\` 403 \`booking.only_tutors_move\`.

| Who | From | To | When |
|---|---|---|---|
| its tutor | \`pending\` | \`confirmed\` | before the start |
| its tutor | \`pending\` | \`cancelled\` | always |
| its tutor | \`confirmed\` | \`completed\` | after the end |
| its tutor | \`confirmed\` | \`cancelled\` | before the start, with a \`cancellationReason\` |
| its student | \`pending\`, \`confirmed\` | \`cancelled\` | before the start |
| the platform | \`pending\` | \`cancelled\` | where nobody answers, see below |
| the platform | \`confirmed\` | \`completed\` | ${completedAfter} hours after the end, where the tutor has not said so |
| the platform | \`pending\`, \`confirmed\` | \`cancelled\` | before the end, when one of the two leaves or is suspended, or the profile of the tutor is deleted |

\`completed\` and \`cancelled\` are final. Admins see every booking and move none; no call lets an admin cancel one.

**Which call.** Tutors use \`PATCH /api/tutors/bookings/{id}\`, which also takes a \`meetingLink\`, or \`PATCH /api/bookings/{id}/status\`, which does not. Students cancel with the latter, with a reason if they like, or with \`DELETE /api/bookings/{id}\`, which keeps the booking as cancelled.

**Without an answer** a request is cancelled with the reason \`No response from tutor\`, ${unanswered} hours after it was made; or ${unansweredNotice} hours before its start where that is earlier, though not before it has stood ${unansweredLeastMinutes} minutes; and never later than its start.

**When it is confirmed**, an online session gets its \`meetingLink\`: the one that the tutor sends, else one that is made. The \`address\` of a home visit is shown to both, and the student is shown how to reach the tutor: the phone, and the email address that the tutor has chosen to show. While a booking is pending, and once it is cancelled, \`tutor.phone\` and \`tutor.user.email\` are empty, but for admins. Both parties are reminded ${reminders.join(' hours and ')} hour before the start.

**Refunds.** What a cancellation gives back under our terms is recorded, but no money moves; of it this API shows only \`cancellationCharges\`, what was retained, in the figures of a tutor. The tutor, the platform, and a student whose request is still pending give back everything. A student who cancels a confirmed session gets back 100% more than 24 hours before the start, 50% from 24 hours to 2 hours before it, both included, and nothing later.

**Another time.** Until ${PROPOSALS.notice} hours before the start of a confirmed session either party may propose another time, and the other may accept it. That is done on the site only. A booking that was moved shows its new times here, and webhooks are told \`booking.rescheduled\`.

**Afterwards** the student may review a completed booking with \`POST /api/ratings\`.`;

const EVENTS = `
## Realtime

Socket.IO 4 at \`/socket.io\` on the same origin, with the token of a session as \`auth.token\` (an API key does not open it). Events carry \`{ type, data }\`:

| Event | \`type\` | \`data\` |
|---|---|---|
| \`new_notification\` | \`notification\` | \`id\`, \`_id\`, \`type\`, \`title\`, \`message\`, \`action?\`, \`category\`, \`priority\`, \`read\`, \`createdAt\` |
| \`booking_update\` | \`booking_update\` | \`bookingId\`, \`notificationId\`, \`updateType\` (\`created\`, \`updated\`, \`cancelled\`, \`confirmed\`), \`booking { id, _id, subject, status, startTime, endTime }\`, \`type\`, \`title\`, \`message\`, \`action\` |
| \`system_message\` | \`system_message\` | \`type\`, \`title\`, \`message\`, \`action?\` |
| \`broadcast\` | \`broadcast\` | \`type\`, \`title\`, \`message\`, \`action?\` |

One event for each stored notification, with its id. \`data.type\` is that of the notification: \`success\`, \`warning\`, \`error\` or \`info\`. A booking that is confirmed is a \`success\`, one that is cancelled a \`warning\`; announcements are \`info\`.

## Webhooks

Students and tutors add up to ${WEBHOOKS.perUser} webhooks on their account page, each with an address that begins with https:// and the events it wants. No call of this API adds one. Each event of an own booking is sent as a POST, also where it was the owner who caused it, signed with the secret that was shown once.

- **Trying.** Any 2xx within ${WEBHOOKS.timeoutMs / 1000} seconds counts. Otherwise it is tried again after 1 minute, 5 minutes, 30 minutes, 2 hours, 12 hours and 24 hours; a webhook with nothing but failures for ${WEBHOOKS.failingDays} days is switched off, and its owner told.
- **Twice.** An event may come twice: keep the \`X-Webhook-Id\` of those you have dealt with. It is the \`id\` of the body. Each webhook has an id of its own for the same event, so two of yours that are told of one booking get two ids.
- **Order.** Events may come in another order than they happened in. Order them by \`createdAt\`. \`data.booking\` is the booking as it stood at the event, not as it is when it is sent: for the latest ask \`GET /api/bookings/{id}\`.
- **Replays.** The account page keeps each delivery for ${WEBHOOKS.logDays} days, and sends it again when its owner asks for it: the same body with the same \`X-Webhook-Id\`, and a new timestamp and signature.
- **Verifying.** The secret is the key of the signature as it was shown, \`whsec_\` included. Verify each event before you read it:

\`\`\`js
import { createHmac, timingSafeEqual } from 'node:crypto';

/** body: the text as it came, before it is parsed. */
export function isGenuine(secret, headers, body) {
  const timestamp = headers['x-webhook-timestamp'];
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
  const expected = 'v1=' + createHmac('sha256', secret).update(timestamp + '.' + body).digest('hex');
  const given = headers['x-webhook-signature'] ?? '';
  return isRecent && given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
\`\`\``;

const VERSIONS = `
## Versions

The version of this document is that of the API and of the client package. Within its first part nothing breaks: no call, field, status or value goes, nothing new is asked for, and nothing is refused that was taken. A list of values that an answer may hold does not grow. New calls, new optional fields, new keys of answers and new codes of refusals may come at any time, so ignore what you do not know. What would break is announced under a new first part.`;

export const introduction = (appName: string): string =>
  [calling(appName), ERRORS, LANGUAGES_ANSWERED, RATES, IDEMPOTENCY, VALUES, BOOKINGS, EVENTS, VERSIONS].join('\n').trim();
