import { LIMITS, RATE_LIMITS, type RateLimit, REQUEST_KEY_HOURS, UPLOADS } from '#shared/vocabulary/limits.ts';

export const ERRORS = `
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

function spell({ times, seconds }: RateLimit): string {
  const [unit, length] = UNITS.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  const units = seconds / length;
  return `${times} in ${units === 1 ? `1 ${unit}` : `${units} ${unit}s`}`;
}

const limit = (name: keyof typeof RATE_LIMITS): string => RATE_LIMITS[name].map(spell).join(' and ');

export const RATES = `
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

export const ONCE = `
## Doing it once

\`POST /api/students/bookings\` and \`POST /api/bookings\` take a header \`Idempotency-Key\`: a text of your choice of at most ${LIMITS.requestKey} characters. The keys of an account are the same for both paths. What comes with a key that was used in the last ${REQUEST_KEY_HOURS} hours is answered as follows:

- With the same body: the first answer again, with its status, and nothing is booked twice. It is the answer that was given then, \`pending\`, whatever has become of the booking since. The order of the keys of the body does not count, nor do keys that the call does not know, or another spelling of the same value.
- With another body: 409 \`request.key_reused\`.

Refusals are answers, too: after a 400, 404 or 409, for example because the time was taken, the same key answers that again. Take a new key for another try. A 429 or 5xx is not kept: try again with the same key.`;
