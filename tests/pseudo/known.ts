import type { Db } from '#db/client.ts';

/** Names and other short texts that people, or we for the catalogue, have written. */
const NAMES: Record<string, readonly string[]> = {
  api_keys: ['name', 'hint'],
  blogs: ['title', 'unnest(tags)'],
  booking_topics: ['name'],
  bookings: ['subject_name', 'child_name', 'address', 'meeting_link'],
  passkeys: ['name'],
  places: ['name', 'district'],
  subject_categories: ['name', 'unnest(aliases)'],
  subjects: ['name', 'unnest(aliases)'],
  topics: ['name', 'unnest(aliases)'],
  tutor_education: ['degree', 'institution'],
  tutor_days_off: ['note'],
  tutor_experience: ['title', 'company', 'duration'],
  tutor_profiles: ['headline', 'available_locations', 'contact_email'],
  // With first names, and the letters of those who have no photo.
  users: ['name', 'email', 'pending_email', 'child_name', "split_part(name, ' ', 1)", "upper(regexp_replace(name, '^(.).* (.).*$', '\\1\\2'))"],
  webhook_endpoints: ['url'],
};
const WRITTEN: Record<string, readonly string[]> = {
  blogs: ['content', 'excerpt'],
  booking_topics: ['description'],
  bookings: ['notes', 'cancellation_reason'],
  messages: ['text'],
  reports: ['text', 'snapshot'],
  reviews: ['review', 'reply'],
  session_problems: ['text'],
  subject_categories: ['description'],
  subjects: ['description'],
  topics: ['description'],
  tutor_experience: ['description'],
  tutor_profiles: ['bio', 'rejection_reason'],
  webhook_deliveries: ['body'],
};
/** In every language the same. */
const ADDRESSES_AND_CODES = [
  /\S+@\S+\.\w+/g,
  /(?:https?:\/\/|www\.)\S*/g,
  // A zone by its name in the database of zones, the names of events that programs receive, a secret of an app that makes codes.
  /\bAsia\/Colombo\b/g,
  /\bbooking\.[a-z]+\b/g,
  /\b[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,}\b/g,
];
const SAME_EVERYWHERE = [
  /\b(?:Vidya|Google|YouTube|Facebook|Instagram|LinkedIn|WhatsApp|Chrome|Linux|Zoom|Google Meet)\b/g,
  /\b(?:km|KB|MB|PDF|JPG|JPEG|PNG|WebP|GIF|API|CSV|REST|HTTPS|UTC|GMT|A\/L|O\/L)\b/g,
];
const PLAIN_WORD = /[A-Za-z]{2,}/;

export type Known = (text: string) => boolean;

export type Stored = { names: string[]; written: string[] };

/** To be read before and after a visit, which deletes and adds some. */
export const readStored = async (db: Db): Promise<Stored> => ({ names: await valuesOf(db, NAMES), written: await valuesOf(db, WRITTEN) });

/** Whether nothing of a text is in plain English, but for what stands in the database. */
export function knownTexts(stored: readonly Stored[]): Known {
  const names = [...new Set(stored.flatMap((one) => one.names))].filter((name) => name.length > 1).sort((a, b) => b.length - a.length);
  const written = [...new Set(stored.flatMap((one) => one.written))].map(plain).filter(Boolean);
  const prose = written.join('\n');
  const asWords = names.map((name) => new RegExp(`(?<![A-Za-z])${name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(?![A-Za-z])`, 'gi'));
  return (text) => {
    if (!PLAIN_WORD.test(text)) return true;
    const cut = text.replace(/…$/, '').trim();
    if (names.includes(text) || written.includes(text) || (cut.length > 12 && prose.includes(cut))) return true;
    let rest = text;
    for (const one of written) if (one.length > 4) rest = rest.replaceAll(one, ' ');
    for (const pattern of [...ADDRESSES_AND_CODES, ...asWords, ...SAME_EVERYWHERE]) rest = rest.replace(pattern, ' ');
    return !PLAIN_WORD.test(rest);
  };
}

async function valuesOf(db: Db, columns: Record<string, readonly string[]>): Promise<string[]> {
  const lists = Object.entries(columns).flatMap(([table, names]) =>
    names.map((name) => db.execute<{ value: string | null }>(`select distinct ${name} as value from ${table}`)),
  );
  const rows = (await Promise.all(lists)).flatMap((list) => [...list]);
  return [...new Set(rows.flatMap(({ value }) => (value ? [value.replace(/\s+/g, ' ').trim()] : [])))];
}

const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .trim();
