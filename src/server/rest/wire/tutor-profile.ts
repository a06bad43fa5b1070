import { z } from '@hono/zod-openapi';
import { saveProfileInput } from '#shared/contracts/tutors.ts';
import { WEEKDAYS } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { ENTRY_SENT, IDS, SIGNED, TUTOR_WORDS } from './examples.ts';
import { body, flag, idOf, isSent, listOf, number, type Sent, something, text, trimmed, word } from './reading.ts';

/** Spellings of clients, `rest-contract.md` §6.3; what is written as it should be stays. */
const MODES = new Map([
  ['individual', 'home-visit'],
  ['homevisit', 'home-visit'],
  ['in-person', 'home-visit'],
]);
const LEGACY_RATES = { online: 'online', individual: 'home-visit', group: 'group' } as const;
const FILES = '/files/';
const SITE = 'http://site';

const READERS = new Map<string, (value: unknown) => unknown>([
  ['phone', text],
  ['bio', text],
  ['gender', trimmed],
  ['availableLocations', text],
  ['socialMedia', (value) => (isSent(value) ? mapped(value, text) : (something(value) ?? {}))],
  ['teachingMediums', (value) => each(value, word)],
  ['education', (value) => each(value, (entry) => (isSent(entry) ? { ...entry, year: number(entry.year) } : entry))],
  ['experience', (value) => each(value, (entry) => entry)],
  ['subjects', (value) => each(value, subjectEntry)],
  ['documents', (value) => each(value, documentOf)],
]);

export const ENTRY_FIELDS = {
  selectedTopics: { description: `Ids, or names of topics of the subject; what is neither is left out. At most ${LIMITS.topicsPerSubject}.` },
  teachingModes: { description: 'Rates in rupees an hour. A mode without `enabled` is so when it has a rate.' },
  availability: { description: `Wall-clock times of the platform, HH:MM; at most ${LIMITS.slotsPerDay} slots a day, which must not overlap.` },
};

/** Whoever sends no revision always wins, as every client of this call does. Which address others see is chosen in the editor alone. */
export const saveProfileBody = body('SaveTutorProfile', {
  contract: saveProfileInput.omit({ revision: true, contactEmail: true }),
  documented: saveProfileInput.omit({ revision: true, contactEmail: true }).extend({
    documents: z
      .array(z.object({ id: z.string(), url: z.string() }))
      .max(LIMITS.documents)
      .optional(),
  }),
  example: { ...TUTOR_WORDS, subjects: [ENTRY_SENT], documents: [{ id: IDS.upload, url: SIGNED }] },
  fields: {
    phone: { description: 'Ten digits, or empty.' },
    socialMedia: { description: 'Names of accounts, not addresses.' },
    subjects: { description: 'All of them; those that are not sent are taken off the profile.' },
    documents: { description: 'All of them: own uploads, each by its id or its address, whatever that was signed with.' },
  },
  read: ({ revision: _, contactEmail: __, ...sent }) => mapped(sent, (value, key) => READERS.get(key)?.(value) ?? value),
});

function mapped(sent: Sent, read: (value: unknown, key: string) => unknown): Sent {
  return Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, read(value, key)]));
}

/** Every element of a list; null is an empty one, anything else is left for the procedure to refuse. */
function each(value: unknown, read: (element: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(read) : (something(value) ?? []);
}

/** `rest-contract.md` §6.4. */
export function subjectEntry(entry: unknown): unknown {
  return isSent(entry) ? { subject: idOf(entry.subject ?? entry.subjectId), ...entryParts(entry) } : entry;
}

/** What was sent of an entry beside its subject; a key that is absent stays so. */
export function entryParts(entry: Sent): Sent {
  const topics = entry.selectedTopics ?? entry.bestTopics ?? entry.selectedTopics;
  const modes = modesOf(entry);
  return {
    ...(topics !== undefined && { selectedTopics: listOf(topics).flatMap((topic) => topicOf(topic) ?? []) }),
    ...(modes !== undefined && { teachingModes: modes }),
    ...(entry.availability !== undefined && { availability: weekOf(entry.availability) }),
  };
}

function modesOf({ teachingModes, rates }: Sent): unknown {
  if (teachingModes !== undefined) return each(teachingModes, (mode) => (isSent(mode) ? modeOf(mode) : mode));
  if (!isSent(rates)) return undefined;
  return Object.entries(LEGACY_RATES).flatMap(([key, type]) => (key in rates ? [modeOf({ type, rate: rates[key] })] : []));
}

function modeOf(mode: Sent): Sent {
  const type = word(mode.type);
  const rate = number(mode.rate) ?? 0;
  return { type: MODES.get(type ?? '') ?? type, enabled: flag(mode.enabled) ?? Number(rate) > 0, rate };
}

export function weekOf(value: unknown): unknown {
  const days = isSent(value) ? Object.entries(value).map(([day, slots]) => ({ day, slots })) : value;
  return each(days, (day) => (isSent(day) ? { day: dayOf(day.day), slots: each(day.slots, slotOf) } : day));
}

const slotOf = (slot: unknown): unknown => (isSent(slot) ? { start: trimmed(slot.start), end: trimmed(slot.end) } : slot);

function dayOf(value: unknown): unknown {
  const name = word(value);
  return WEEKDAYS.find((day) => day.toLowerCase() === name) ?? value;
}

/** An id, or the name of a topic of the subject. */
function topicOf(topic: unknown): string | undefined {
  const name = isSent(topic) ? (idOf(topic) ?? topic.name) : topic;
  return typeof name === 'string' ? name.trim().slice(0, LIMITS.name.max) : undefined;
}

/** The id of an upload or its path; the origin and the signature of an address do not count. */
function documentOf(entry: unknown): unknown {
  const sent = isSent(entry) ? (something(entry.id) ?? something(entry._id) ?? entry.url) : entry;
  const address = typeof sent === 'string' && URL.canParse(sent, SITE) ? new URL(sent, SITE).pathname : '';
  return idOf(address.startsWith(FILES) ? address.slice(FILES.length) : sent) ?? sent;
}
