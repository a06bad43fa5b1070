import { API_KEYS, LIMITS, SEARCH, TRPC_BYTES } from '#shared/vocabulary/limits.ts';

const MB = 1024 ** 2;

export const CALLING = (appName: string) => `
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
