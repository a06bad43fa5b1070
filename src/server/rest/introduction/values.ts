import { ADMIN_TABLES, NOTIFICATIONS, SEARCH } from '#shared/vocabulary/limits.ts';

export const VALUES = `
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
