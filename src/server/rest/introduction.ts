import { API_KEYS, LIMITS, REQUEST_KEY_HOURS, SESSION_HOURS, WEBHOOKS } from '#shared/vocabulary/limits.ts';

/** In the order of the reference. */
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

const CALLING = (appName: string) => `
The REST API of ${appName}. All calls are made to the origin of the site, with the paths below; bodies are JSON in UTF-8, but for files, which come as \`multipart/form-data\`. Keys that a call does not know are ignored, texts are trimmed (passwords never), and a PUT or PATCH keeps the value of whatever is absent. A JSON body may have ${LIMITS.messageBytes / 1024 ** 2} MB, a form ${LIMITS.multipartBytes / 1024 ** 2} MB.

The typed client \`@vidya/api-client\` is made from this document, which is served at \`/api/openapi.json\`.

## Signing in

Send \`Authorization: Bearer <token>\`, where the token is either

- the \`token\` of a session, which \`POST /api/auth/login\` or \`POST /api/auth/register\` answers, or
- an API key (\`${API_KEYS.prefix}…\`), which its owner makes on the account page and sees once. A key may read, or read and write; at most ${API_KEYS.perUser} for each account. It ends when it is revoked or its owner suspended; a new password does not end it. What only a person may do (sign in, change passwords and details, choose a role) answers a key with 403 \`auth.by_key\`.

Calls for anyone ignore a token that is not valid. All others answer 401 \`auth.required\` without one, and 401 \`auth.expired\` with one that has ended or never was: sign in again.`;

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

A path or method that is not documented answers 404 \`request.unknown_path\`.

## Rate limits

Reading is not limited. Signing in, mailing codes, uploads, requests for sessions, reviews, reminders and notifications are; over the limit they answer 429 with \`Retry-After\`.

## Doing it once

\`POST /api/students/bookings\` and \`POST /api/bookings\` take a header \`Idempotency-Key\` of at most ${LIMITS.requestKey} characters. The same key with the same body within ${REQUEST_KEY_HOURS} hours gets the first answer again, and nothing is booked twice; with another body it is refused with 409 \`request.key_reused\`. A 429 or 5xx is not kept: try again with the same key.`;

const VALUES = `
## Values

- **Ids** are opaque texts. Every entity bears its id twice, as \`_id\` and \`id\`. An id that cannot be one is one that does not exist.
- **Dates** are ISO 8601 in UTC with milliseconds (\`2026-02-02T10:30:00.000Z\`). Clock times of a week are \`HH:MM\` in the zone of the platform, Asia/Colombo (UTC+05:30); so are days such as today and tomorrow.
- **Money** is Sri Lankan rupees, as a number with at most two decimals. No payment is taken online: \`paymentStatus\` is always \`pending\`.
- A text that is missing is empty, a list has no entries, a number is 0; null only where a schema says so.

## Pages

Three shapes, each with \`page\` from 1 and \`limit\` of at most 100:

- search of tutors, and bookings of a student where a page is asked for: \`pagination: { page, pages, total, limit }\`. The search counts up to 1,000 matches; beyond, \`totalIsCapped\` is true, and further pages still answer.
- tables of admins: \`{ totalPages, currentPage, total }\` beside the rows.
- notifications: \`{ total, currentPage, totalPages, hasMore }\` beside the entries, inside \`data\`.

A page past the end is empty.`;

const NEWS = `
## Realtime

Socket.IO 4 at \`/socket.io\` on the same origin, with the token of a session as \`auth.token\` (an API key does not open it). Events carry \`{ type, data }\`:

| Event | \`type\` | \`data\` |
|---|---|---|
| \`new_notification\` | \`notification\` | \`id\`, \`_id\`, \`type\`, \`title\`, \`message\`, \`action?\`, \`category\`, \`priority\`, \`read\`, \`createdAt\` |
| \`booking_update\` | \`booking_update\` | \`bookingId\`, \`notificationId\`, \`updateType\` (\`created\`, \`updated\`, \`cancelled\`, \`confirmed\`), \`booking { id, _id, subject, status, startTime, endTime }\`, \`type\`, \`title\`, \`message\`, \`action\` |
| \`system_message\` | \`system_message\` | \`type?\`, \`title\`, \`message\`, \`action?\` |
| \`broadcast\` | \`broadcast\` | \`title?\`, \`message\`, \`action?\` |

One event for each stored notification, whose id it bears.

## Webhooks

Students and tutors add up to ${WEBHOOKS.perUser} webhooks on their account page, each with an address that begins with https:// and the events it wants. Each event is sent as a POST, signed with the secret that was shown once. Any 2xx within ${WEBHOOKS.timeoutMs / 1000} seconds counts. Otherwise it is tried again after 1 minute, 5 minutes, 30 minutes, 2 hours, 12 hours and 24 hours; a webhook with nothing but failures for ${WEBHOOKS.failingDays} days is switched off. An event may come twice: keep the \`X-Webhook-Id\` of those you have dealt with. Verify each before you read it:

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

/** What somebody reads first, in Markdown. */
export const introduction = (appName: string): string => [CALLING(appName), ERRORS, VALUES, NEWS, VERSIONS].join('\n').trim();
