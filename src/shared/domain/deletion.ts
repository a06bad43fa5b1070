import type { Role } from '#shared/vocabulary/people.ts';
import { ENGLISH, type Texts } from './texts.ts';

/** What remains of a deleted account. `docs/privacy.md` has the same rows. */
export type RetainedData = {
  what: string;
  form: string;
  why: string;
  until: string;
  tables: readonly string[];
  roles: readonly Role[];
};

const EVERYBODY = ['student', 'tutor', 'admin'] as const satisfies readonly Role[];
const NO_END = 'No end is set.';

export const RETAINED_DATA: readonly RetainedData[] = [
  {
    what: 'Your bookings',
    form: 'Subject, time, price and status, without your name, your child’s name, your phone number, your address and your notes.',
    why: 'The tutor needs a record of the sessions and what was paid.',
    until: NO_END,
    tables: ['bookings', 'booking_topics', 'booking_proposals', 'session_problems', 'removed_reviews'],
    roles: ['student'],
  },
  {
    what: 'Your sessions with students',
    form: 'Subject, time, price and status, without your name and your profile.',
    why: 'The students need a record of the sessions and what was paid.',
    until: NO_END,
    tables: ['bookings', 'booking_topics', 'booking_proposals', 'session_problems', 'removed_reviews'],
    roles: ['tutor'],
  },
  {
    what: 'Your reviews',
    form: 'Stars and text, without your name.',
    why: 'Others choose a tutor by them.',
    until: NO_END,
    tables: ['reviews'],
    roles: ['student'],
  },
  {
    what: 'Messages',
    form: 'What you and the other person wrote, without your name.',
    why: 'The conversation belongs to the other person too.',
    until: 'Until the other person deletes their account too.',
    tables: ['message_threads', 'messages'],
    roles: ['student', 'tutor'],
  },
  {
    what: 'Reports',
    form: 'Reports that you made, without your name, and reports about you, with a copy of what was reported.',
    why: 'Admins protect others with them.',
    until: 'Until some time after an admin has decided about them.',
    tables: ['reports'],
    roles: ['student', 'tutor'],
  },
  {
    what: 'Announcements',
    form: 'What you announced, without your name.',
    why: 'They were sent to everybody.',
    until: NO_END,
    tables: ['announcements'],
    roles: ['admin'],
  },
  {
    what: 'Decisions of admins',
    form: 'What admins decided about your account, when and why, with your name at that time.',
    why: 'A decision can be looked into later.',
    until: NO_END,
    tables: ['audit_entries'],
    roles: ['student', 'tutor'],
  },
  {
    what: 'What you did as an admin',
    form: 'What you decided, when and about whom, with your name at that time.',
    why: 'A decision can be looked into later.',
    until: NO_END,
    tables: ['audit_entries'],
    roles: ['admin'],
  },
  {
    what: 'Emails to you',
    form: 'The email about this deletion, and any that could not be delivered.',
    why: 'They are sent again until they arrive.',
    until: 'Until they are delivered, or have failed for some weeks.',
    tables: ['jobs'],
    roles: EVERYBODY,
  },
  {
    what: 'Backups',
    form: 'Copies of the whole database and its files.',
    why: 'Everything can be restored after a failure.',
    until: 'Until newer backups replace them.',
    tables: [],
    roles: EVERYBODY,
  },
];

/** An account without a role yet has only what everybody has. */
export function listRetainedData(role: Role | null): readonly RetainedData[] {
  return RETAINED_DATA.filter(({ roles }) => (role === null ? roles.length === EVERYBODY.length : roles.includes(role)));
}

export const describeRetained = ({ form, why, until }: RetainedData, t: Texts = ENGLISH): string => [form, why, until].map(t.of).join(' ');

export function describeDeleted(role: Role | null, t: Texts = ENGLISH): string[] {
  return [
    t`Your name, email address, phone number, password and photo, and everything you signed in with.`,
    ...(role === 'tutor' ? [t`Your tutor profile with its documents, your blog posts and your days off.`] : []),
    ...(role === 'student' ? [t`Your favorites and saved searches.`] : []),
    t`Your notifications, API keys, webhooks and calendar link, and copies of your data that you asked for.`,
  ];
}
