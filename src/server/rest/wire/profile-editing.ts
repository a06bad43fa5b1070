import { z } from '@hono/zod-openapi';
import {
  PROFILE_TEXT_FIELDS,
  saveProfileInput,
  setAvailabilityInput,
  setVacationInput,
  subjectEntryInput,
  updateSubjectInput,
} from '#shared/contracts/tutors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { ENTRY_INPUT, IDS, MODES, SIGNED_URL, SUBJECT, TUTOR_INPUT, WEEK } from './examples.ts';
import {
  body,
  emptyToUndefined,
  isJsonObject,
  type JsonObject,
  nullToEmpty,
  pathId,
  toArray,
  toBoolean,
  toId,
  toKeyword,
  toNumber,
  trim,
} from './input.ts';
import { message, success } from './schemas.ts';
import { tutorProfile, week } from './tutors.ts';

const MODE_TYPES = new Map([
  ['individual', 'home-visit'],
  ['homevisit', 'home-visit'],
  ['in-person', 'home-visit'],
]);
const LEGACY_RATES = { online: 'online', individual: 'home-visit', group: 'group' } as const;
const FILES = '/files/';
const ANY_SITE = 'http://site';

const READERS = new Map<string, (value: unknown) => unknown>([
  ...PROFILE_TEXT_FIELDS.map((name) => [name, nullToEmpty] as const),
  ['gender', trim],
  ['socialMedia', (value) => (isJsonObject(value) ? mapValues(value, nullToEmpty) : (emptyToUndefined(value) ?? {}))],
  ['teachingMediums', (value) => mapList(value, toKeyword)],
  ['education', (value) => mapList(value, (entry) => (isJsonObject(entry) ? { ...entry, year: toNumber(entry.year) } : entry))],
  ['experience', (value) => mapList(value, (entry) => entry)],
  ['subjects', (value) => mapList(value, readEntry)],
  ['minimumNoticeHours', toNumber],
  ['bufferMinutes', toNumber],
  ['documents', (value) => mapList(value, readDocument)],
]);

const ENTRY_FIELDS = {
  selectedTopics: `Ids, or names of topics of the subject; what is neither is left out. At most ${LIMITS.topicsPerSubject}.`,
  teachingModes: 'Rates in rupees an hour. A mode without `enabled` is so when it has a rate.',
  availability: `Wall-clock times of the platform, HH:MM; at most ${LIMITS.slotsPerDay} slots a day, which must not overlap.`,
};

/** Without a revision a save always wins, as every client expects; the contact address is chosen in the app alone. */
const restProfile = saveProfileInput.omit({ revision: true, contactEmail: true });
export const saveProfileBody = body('SaveTutorProfile', {
  contract: restProfile,
  documented: restProfile.extend({
    documents: z
      .array(z.object({ id: z.string(), url: z.string() }))
      .max(LIMITS.documents)
      .optional(),
  }),
  example: { ...TUTOR_INPUT, subjects: [ENTRY_INPUT], documents: [{ id: IDS.upload, url: SIGNED_URL }] },
  fields: {
    phone: 'Ten digits, also as +94 77 123 4567, or empty.',
    introductionVideo: 'A link to a video on YouTube, or its id.',
    socialMedia: 'Names of accounts, not addresses.',
    minimumNoticeHours: 'Hours before a session by which it has to be booked, besides the rule of the platform; 0 for none.',
    bufferMinutes: 'Minutes between two sessions; 0 for none.',
    subjects: 'All of them; those that are not sent are taken off the profile.',
    documents: 'All of them: own uploads, each by its id or its address, whatever that was signed with.',
  },
  read: ({ revision: _, contactEmail: __, ...sent }) => mapValues(sent, (value, key) => READERS.get(key)?.(value) ?? value),
});

export const subjectOfProfileParams = z.object({ subjectId: pathId('The id of a subject on the own profile.', SUBJECT.id) });

export const addSubjectBody = body('AddTutorSubject', {
  contract: subjectEntryInput,
  example: ENTRY_INPUT,
  fields: ENTRY_FIELDS,
  read: readEntry,
});

export const updateSubjectBody = body('UpdateTutorSubject', {
  contract: updateSubjectInput.omit({ subjectId: true }),
  example: { teachingModes: MODES },
  fields: ENTRY_FIELDS,
  read: readEntryParts,
});

export const setAvailabilityBody = body('SetTutorAvailability', {
  contract: setAvailabilityInput.omit({ subjectId: true }),
  example: { availability: WEEK },
  fields: { availability: ENTRY_FIELDS.availability },
  read: ({ availability }) => ({ availability: emptyToUndefined(availability) && readWeek(availability) }),
});

export const savedAvailabilityBody = z.object({
  success,
  message: message(SUCCESS.availabilitySaved),
  availability: week.openapi({ example: WEEK }),
});

export const vacationBody = body('SetVacationMode', {
  contract: setVacationInput,
  documented: z.object({ vacationMode: z.boolean().optional(), enabled: z.boolean().optional() }),
  example: { vacationMode: true },
  fields: { vacationMode: 'Without it the mode is switched.', enabled: 'Another name for `vacationMode`.' },
  read: ({ vacationMode, enabled }) => ({ vacationMode: [vacationMode, enabled].map(toBoolean).find((value) => typeof value === 'boolean') }),
});

export const savedVacationBody = z.object({
  success,
  message: message(SUCCESS.vacationOn),
  vacationMode: z.boolean().openapi({ example: true }),
  tutor: tutorProfile,
});

function mapValues(sent: JsonObject, read: (value: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, read(value, key)]));
}

function mapList(value: unknown, read: (element: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(read) : (emptyToUndefined(value) ?? []);
}

function readEntry(entry: unknown): unknown {
  return isJsonObject(entry) ? { subject: toId(entry.subject ?? entry.subjectId), ...readEntryParts(entry) } : entry;
}

function readEntryParts(entry: JsonObject): JsonObject {
  const topics = entry.selectedTopics ?? entry.bestTopics ?? entry.selectedTopics;
  const modes = readModes(entry);
  return {
    ...(topics !== undefined && { selectedTopics: toArray(topics).flatMap((topic) => readTopic(topic) ?? []) }),
    ...(modes !== undefined && { teachingModes: modes }),
    ...(entry.availability !== undefined && { availability: readWeek(entry.availability) }),
  };
}

function readModes({ teachingModes, rates }: JsonObject): unknown {
  if (teachingModes !== undefined) return mapList(teachingModes, (mode) => (isJsonObject(mode) ? readMode(mode) : mode));
  if (!isJsonObject(rates)) return undefined;
  return Object.entries(LEGACY_RATES).flatMap(([key, type]) => (key in rates ? [readMode({ type, rate: rates[key] })] : []));
}

function readMode(mode: JsonObject): JsonObject {
  const type = toKeyword(mode.type);
  const rate = toNumber(mode.rate) ?? 0;
  return { type: MODE_TYPES.get(type ?? '') ?? type, enabled: toBoolean(mode.enabled) ?? Number(rate) > 0, rate };
}

function readWeek(value: unknown): unknown {
  const days = isJsonObject(value) ? Object.entries(value).map(([day, slots]) => ({ day, slots })) : value;
  return mapList(days, (day) => (isJsonObject(day) ? { day: readDay(day.day), slots: mapList(day.slots, readSlot) } : day));
}

const readSlot = (slot: unknown): unknown => (isJsonObject(slot) ? { start: trim(slot.start), end: trim(slot.end) } : slot);

function readDay(value: unknown): unknown {
  const name = toKeyword(value);
  return WEEKDAYS.find((day) => day.toLowerCase() === name) ?? value;
}

function readTopic(topic: unknown): string | undefined {
  const name = isJsonObject(topic) ? (toId(topic) ?? topic.name) : topic;
  return typeof name === 'string' ? name.trim().slice(0, LIMITS.name.max) : undefined;
}

function readDocument(entry: unknown): unknown {
  const sent = isJsonObject(entry) ? (emptyToUndefined(entry.id) ?? emptyToUndefined(entry._id) ?? entry.url) : entry;
  const path = typeof sent === 'string' && URL.canParse(sent, ANY_SITE) ? new URL(sent, ANY_SITE).pathname : '';
  return toId(path.startsWith(FILES) ? path.slice(FILES.length) : sent) ?? sent;
}
