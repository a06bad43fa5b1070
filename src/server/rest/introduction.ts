import { API_KEYS, SESSION_HOURS } from '#shared/vocabulary/limits.ts';
import { BOOKINGS } from './introduction/bookings.ts';
import { CALLING } from './introduction/calling.ts';
import { ERRORS, ONCE, RATES } from './introduction/errors.ts';
import { NEWS } from './introduction/news.ts';
import { VALUES } from './introduction/values.ts';

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

const VERSIONS = `
## Versions

The version of this document is that of the API and of the client package. Within its first part nothing breaks: no call, field, status or value goes, nothing new is asked for, and nothing is refused that was taken. A list of values that an answer may hold does not grow. New calls, new optional fields, new keys of answers and new codes of refusals may come at any time, so ignore what you do not know. What would break is announced under a new first part.`;

/** What somebody reads first, in Markdown. */
export const introduction = (appName: string): string => [CALLING(appName), ERRORS, RATES, ONCE, VALUES, BOOKINGS, NEWS, VERSIONS].join('\n').trim();
