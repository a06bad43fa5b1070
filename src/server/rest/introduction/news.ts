import { WEBHOOKS } from '#shared/vocabulary/limits.ts';

export const NEWS = `
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
