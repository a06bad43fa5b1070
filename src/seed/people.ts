import { createHash } from 'node:crypto';
import { toCents } from '#shared/domain/money.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import type { Role, TeachingModeType } from '#shared/vocabulary/people.ts';
import type { Calendar } from './calendar.ts';
import { type AccountRecord, CATALOGUE, CERTIFICATE, IDENTITY_CARD, PORTRAITS, type StudentRecord, type TutorRecord } from './data.ts';
import { DEMO_EMAILS } from './logins.ts';
import { createId, createRandom } from './random.ts';

export type Catalogue = ReturnType<typeof makeCatalogue>;
type Account = ReturnType<typeof makeAccount>;
export type User = Account['user'];
export type StoredFile = ReturnType<typeof makeFile>;
export type Student = Account & { record: StudentRecord };
export type Tutor = ReturnType<typeof makeTutor>;
type Context = { calendar: Calendar; passwordHash: string };

const CATALOGUE_DAY = -700;

export function makeCatalogue(calendar: Calendar) {
  const at = calendar.at(CATALOGUE_DAY, 9 * 60);
  const row = (key: string, name: string, description: string) => ({ id: createId(key, at), name, description, createdAt: at, updatedAt: at });
  const categories = CATALOGUE.map(({ name, description, icon, color, reviewField, subjects }, order) => {
    const category = { ...row(`category ${name}`, name, description), icon, color, order };
    const taught = subjects.map(({ topics, ...subject }) => {
      const subjectRow = { ...row(`subject ${subject.name}`, subject.name, subject.description), categoryId: category.id };
      const topicRows = Object.entries(topics).map(([topic, covers]) => {
        return { ...row(`topic ${topic} of ${subject.name}`, topic, covers), subjectId: subjectRow.id };
      });
      return { row: subjectRow, topics: topicRows, reviewField };
    });
    return { row: category, subjects: taught };
  });
  const subjects = categories.flatMap((category) => category.subjects);
  return {
    byName: new Map(subjects.map((subject) => [subject.row.name, subject])),
    rows: {
      subjectCategories: categories.map((category) => category.row),
      subjects: subjects.map((subject) => subject.row),
      topics: subjects.flatMap(({ topics }) => topics),
    },
  };
}

/** `nuwan.bandara` of `Nuwan Bandara`, without a title or what stands in brackets. */
function toHandle(name: string): string {
  const letters = name.replace(/\(.*\)|^Ven\. /g, '').toLowerCase();
  return letters
    .replace(/[^a-z ]/g, '')
    .trim()
    .replaceAll(/ +/g, '.');
}

/** By the id alone: a name or a language says nothing about looks. */
export function portraitFor(id: string): Buffer {
  const index = createHash('sha256').update(id).digest().readUInt32BE(0) % PORTRAITS.length;
  return PORTRAITS[index] ?? Buffer.alloc(0);
}

export function makeAccount(record: AccountRecord, role: Role, { calendar, passwordHash }: Context) {
  const handle = toHandle(record.name);
  const random = createRandom(`account of ${record.name}`);
  const createdAt = calendar.at(-record.joined, random.int(7 * 60, 22 * 60));
  const user = {
    id: createId(`user ${handle}`, createdAt),
    name: record.name,
    email: record.isDemo ? DEMO_EMAILS[role] : `${handle}@example.com`,
    role,
    status: record.isSuspended ? ('suspended' as const) : ('active' as const),
    // No operator has these prefixes, so nobody's telephone rings.
    phone: `${random.pick(['073', '079'])}${random.int(1_000_000, 9_999_999)}`,
    profileImage: record.hasPhoto ? `/files/photos/${handle}.webp` : '',
    passwordHash,
    emailVerifiedAt: new Date(createdAt.getTime() + random.int(2, 90) * MINUTE_MS),
    createdAt,
    updatedAt: createdAt,
  };
  return {
    user,
    files: record.hasPhoto ? [makeFile(user, 'photo', { name: `${handle}.webp`, contentType: 'image/webp', content: portraitFor(user.id) })] : [],
  };
}

type NewFile = { name: string; contentType: string; content: Buffer };

function makeFile(owner: { id: string; createdAt: Date }, purpose: 'photo' | 'document', { name, contentType, content }: NewFile) {
  const path = `${purpose}s/${name}`;
  const file = { path, purpose, contentType, bytes: content.byteLength };
  return { row: { id: createId(path, owner.createdAt), ownerId: owner.id, ...file, createdAt: owner.createdAt }, content };
}

export function makeTutor(record: TutorRecord, context: Context & { catalogue: Catalogue }) {
  const { user, files } = makeAccount(record, 'tutor', context);
  const profile = makeProfile(record, user, context.calendar);
  const scans = makeScans(record, user);
  const inOrder = <Row>(row: Row, position: number) => ({ tutorId: profile.id, position, ...row });
  return {
    record,
    user,
    files: [...files, ...scans],
    profile,
    subjects: record.teaches.map((teaching, position) => makeSubject(record, inOrder(teaching, position), { ...context, profile })),
    education: record.education.map(inOrder),
    experience: record.experience.map(inOrder),
    documents: scans.map(({ row, type }, position) => inOrder({ uploadId: row.id, type }, position)),
  };
}

function makeProfile(record: TutorRecord, user: User, calendar: Calendar) {
  const random = createRandom(`profile of ${record.name}`);
  const isVerified = record.status === 'approved';
  const verificationDate = isVerified ? calendar.at(-record.joined + random.int(2, 6), random.int(9 * 60, 17 * 60)) : null;
  return {
    id: createId(`profile ${toHandle(record.name)}`, user.createdAt),
    userId: user.id,
    phone: record.bio && user.phone,
    bio: record.bio,
    headline: record.headline,
    gender: record.gender,
    socialMedia: { instagram: '', youtube: '', facebook: '', linkedin: '', ...record.social },
    teachingMediums: record.mediums,
    availableLocations: record.town,
    vacationMode: record.onVacation,
    isVerified,
    verificationStatus: record.status,
    verificationChecks: { documents: isVerified, education: isVerified, experience: isVerified, background: isVerified, interview: isVerified },
    verificationDate,
    rejectionReason: record.rejectionReason,
    createdAt: user.createdAt,
    updatedAt: verificationDate ?? user.createdAt,
  };
}

function makeScans(record: TutorRecord, user: User) {
  if (record.status === 'not_started') return [];
  const random = createRandom(`documents of ${record.name}`);
  const name = record.name.replace(/ \(.*\)/, '');
  const scan = (type: 'qualification' | 'identity', file: { name: string; content: string }) => {
    const path = `${toHandle(record.name)}-${file.name}.svg`;
    return { type, ...makeFile(user, 'document', { name: path, contentType: 'image/svg+xml', content: Buffer.from(file.content) }) };
  };
  const number = `${random.int(1960, 2002)}000${random.int(10_000, 99_999)}`;
  return [
    ...record.education.map((degree, index) =>
      scan('qualification', { name: `certificate-${index + 1}`, content: fill(CERTIFICATE, { name, ...degree }) }),
    ),
    scan('identity', { name: 'identity', content: fill(IDENTITY_CARD, { name, number }) }),
  ];
}

function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/{{(\w+)}}/g, (_, key: string) => String(values[key]).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`));
}

type Teaching = TutorRecord['teaches'][number] & { tutorId: string; position: number };

function makeSubject(record: TutorRecord, teaching: Teaching, { profile, catalogue }: { profile: { createdAt: Date }; catalogue: Catalogue }) {
  const subject = catalogue.byName.get(teaching.subject);
  if (!subject) throw new Error(`no subject is called ${teaching.subject}`);
  const name = `${record.name} teaches ${teaching.subject}`;
  const random = createRandom(name);
  const id = createId(name, profile.createdAt);
  const count = Math.min(LIMITS.topicsPerSubject, subject.topics.length, random.int(3, LIMITS.topicsPerSubject));
  const chosen = new Set(random.shuffle(subject.topics).slice(0, count));
  const topics = subject.topics.filter((topic) => chosen.has(topic));
  const mode = (type: TeachingModeType, rupees = 0) => ({ tutorSubjectId: id, type, enabled: rupees > 0, rateCents: toCents(rupees) });
  return {
    row: { id, tutorId: teaching.tutorId, subjectId: subject.row.id, position: teaching.position },
    name: teaching.subject,
    reviewField: subject.reviewField,
    topics,
    chosenTopics: topics.map((topic, position) => ({ tutorSubjectId: id, topicId: topic.id, position })),
    modes: [mode('online', teaching.online), mode('home-visit', teaching.homeVisit), ...(teaching.group ? [mode('group', teaching.group)] : [])],
    slots: (teaching.week ?? record.week).map((slot) => ({ tutorSubjectId: id, ...slot })),
  };
}
