import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { saveSearchInput } from '#shared/contracts/saved-searches.ts';
import { minutesOf } from '#shared/domain/weekly-hours.ts';
import { BOOKING_STATUSES, PARTIES } from '#shared/vocabulary/bookings.ts';
import { BLOG_STATUSES } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { GENDERS, SOCIAL_SITES, TEACHING_MEDIUMS, VERIFICATION_STATUSES } from '#shared/vocabulary/people.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';

const FOLDER = new URL('./data/', import.meta.url);
const readText = (path: string): string => readFileSync(new URL(path, FOLDER), 'utf8');

function load<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(JSON.parse(readText(file)));
  if (result.success) return result.data;
  throw new Error(`src/seed/data/${file}\n${z.prettifyError(result.error)}`);
}

const text = z.string().min(1);
const texts = z.array(text);
const flag = z.boolean().default(false);
const minutes = z.string().transform(minutesOf).pipe(z.number());
const medium = z.enum(TEACHING_MEDIUMS);

const slot = z.string().transform((range) => range.split('-'));
const slots = z.array(slot.pipe(z.tuple([minutes, minutes])));
const week = z
  .partialRecord(z.enum(WEEKDAYS), slots)
  .transform((days) => WEEKDAYS.flatMap((day) => (days[day] ?? []).map(([startMinute, endMinute]) => ({ day, startMinute, endMinute }))));
const WEEKS = load('weeks.json', z.record(text, week));
const weekName = z.enum(Object.keys(WEEKS)).transform((name) => WEEKS[name] ?? []);

const reviewField = z.enum(['science', 'commerce', 'school', 'language', 'arts', 'computing', 'exam']).optional();
const topics = z.record(text, text);
const subject = z.strictObject({ name: text, description: text, topics });
const category = z.strictObject({ name: text, description: text, icon: text, color: text, reviewField, subjects: z.array(subject) });
export const CATALOGUE = load('catalogue.json', z.array(category));

/** `joined` in days before the day of seeding. */
const account = z.strictObject({ name: text, gender: z.enum(GENDERS), joined: z.int(), isDemo: flag, hasPhoto: flag, isSuspended: flag });
const student = account.extend({ town: text, medium });
export const PEOPLE = load('people.json', z.strictObject({ admin: account, students: z.array(student) }));
export type AccountRecord = z.output<typeof account>;
export type StudentRecord = z.output<typeof student>;

/** In rupees an hour. */
const rate = z.int().positive().optional();
const tutor = account.extend({
  hasPhoto: z.boolean().default(true),
  town: z.string(),
  bio: z.string(),
  headline: z.string().max(LIMITS.headline).default(''),
  mediums: z.array(medium),
  week: weekName,
  teaches: z.array(z.strictObject({ subject: text, online: rate, homeVisit: rate, group: rate, week: weekName.optional() })),
  education: z.array(z.strictObject({ degree: text, institution: text, year: z.int() })),
  experience: z.array(z.strictObject({ title: text, company: text, duration: text, description: text })),
  social: z.partialRecord(z.enum(SOCIAL_SITES), text).default({}),
  status: z.enum(VERIFICATION_STATUSES).default('approved'),
  rejectionReason: z.string().default(''),
  onVacation: flag,
  busy: z.literal([0, 1, 2, 3]),
});
export const TUTORS = load('tutors.json', z.array(tutor));
export type TutorRecord = z.output<typeof tutor>;

const booking = z.strictObject({
  tutor: text,
  student: text,
  day: z.int(),
  hours: z.int(),
  status: z.enum(BOOKING_STATUSES),
  cancelledBy: z.enum(['student', 'tutor', 'system']).optional(),
});
const cancellationReasons = z.strictObject({ student: texts, tutor: texts });
export const BOOKINGS = load('bookings.json', z.strictObject({ demo: z.array(booking), notes: texts, streets: texts, cancellationReasons }));

/** Without a field it fits every subject; with a medium it is written in that language. */
const review = z.strictObject({ stars: z.literal([1, 2, 3, 4, 5]), field: reviewField, medium: medium.optional(), text });
const replies = z.strictObject({ grateful: texts, sorry: texts });
export const { reviews: REVIEWS, replies: REPLIES } = load('reviews.json', z.strictObject({ reviews: z.array(review), replies }));

const message = z.strictObject({ from: z.enum(PARTIES), day: z.int(), time: minutes, text });
/** `unread`: how many of the last messages the other side has yet to read. */
const conversation = z.strictObject({ student: text, tutor: text, unread: z.int(), messages: z.array(message) });
export const CONVERSATIONS = load('conversations.json', z.array(conversation));

/** `freeDaysAgo`: it looks for an hour on that day. */
const savedSearch = z.strictObject({
  filters: z.strictObject(saveSearchInput.omit({ freeOn: true }).shape),
  savedDaysAgo: z.int(),
  foundDaysAgo: z.int().optional(),
  freeDaysAgo: z.int().optional(),
});
/** Of the demo student. */
export const SEARCHES = load('saved-searches.json', z.array(savedSearch));

const blog = z.strictObject({
  author: text,
  title: text,
  tags: texts,
  status: z.enum(BLOG_STATUSES),
  daysAgo: z.int(),
  likes: z.int(),
  content: texts.transform((lines) => lines.join('')),
});
export const BLOGS = load('blogs.json', z.array(blog));

const portraits = readdirSync(new URL('portraits/', FOLDER)).sort();
/** As the upload of a photo stores one. */
export const PORTRAITS = portraits.map((file) => readFileSync(new URL(`portraits/${file}`, FOLDER)));
export const CERTIFICATE = readText('certificate.svg');
export const IDENTITY_CARD = readText('identity-card.svg');
