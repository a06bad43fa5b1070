import type {
  tutorDocuments,
  tutorEducation,
  tutorExperience,
  tutorModes,
  tutorProfiles,
  tutorSlots,
  tutorSubjects,
  tutorSubjectTopics,
} from '#db/schema/tutors.ts';
import { toCents } from '#shared/domain/money.ts';
import { minutesOf } from '#shared/domain/weekly-hours.ts';
import { WEEKDAYS } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import type { VerificationCheck } from '#shared/vocabulary/people.ts';
import { REJECTIONS } from './activity/booking-texts.ts';
import type { Calendar } from './calendar.ts';
import type { CatalogueRows, TaughtSubject } from './catalogue.ts';
import { drawCertificate, drawIdentityCard } from './people/documents.ts';
import type { TeachingSeed, TutorSeed } from './people/shape.ts';
import { TUTORS } from './people/tutors.ts';
import { WEEKS } from './people/weeks.ts';
import { handleOf, makeTutorAccount, type Person, type StoredFile, storedFile, type UserRow } from './people.ts';
import { idOf, randomOf } from './random.ts';

type ProfileRow = typeof tutorProfiles.$inferInsert & { id: string; createdAt: Date };
type ModeRow = typeof tutorModes.$inferInsert & { rateCents: number };

/** One subject of a tutor, with all that hangs on it. */
export type Entry = {
  row: typeof tutorSubjects.$inferInsert & { id: string };
  subject: TaughtSubject;
  topics: TaughtSubject['topics'];
  chosen: (typeof tutorSubjectTopics.$inferInsert)[];
  modes: ModeRow[];
  slots: (typeof tutorSlots.$inferInsert)[];
};

export type Tutor = Person & {
  seed: TutorSeed;
  profile: ProfileRow;
  entries: Entry[];
  education: (typeof tutorEducation.$inferInsert)[];
  experience: (typeof tutorExperience.$inferInsert)[];
  documents: (typeof tutorDocuments.$inferInsert)[];
};

type Making = { calendar: Calendar; passwordHash: string; catalogue: CatalogueRows };

const CHECKS = (done: boolean): Record<VerificationCheck, boolean> => ({
  documents: done,
  education: done,
  experience: done,
  background: done,
  interview: done,
});

export function makeTutors(making: Making): Tutor[] {
  return TUTORS.map((seed) => makeTutor(seed, making));
}

function makeTutor(seed: TutorSeed, making: Making): Tutor {
  const { user, files } = makeTutorAccount(seed, making);
  const profile = makeProfile(seed, user, making.calendar);
  const tutorId = profile.id;
  const scans = makeDocuments(seed, user);
  return {
    seed,
    user,
    files: [...files, ...scans],
    profile,
    entries: seed.teaches.map((teaching, position) => makeEntry({ seed, profile, teaching, position }, making.catalogue)),
    education: seed.education.map(([degree, institution, year], position) => ({ tutorId, position, degree, institution, year })),
    experience: seed.experience.map(([title, company, duration, description], position) => ({
      tutorId,
      position,
      title,
      company,
      duration,
      description,
    })),
    documents: scans.map(({ row }, position) => ({
      tutorId,
      position,
      uploadId: row.id,
      type: position < scans.length - 1 ? 'qualification' : 'identity',
    })),
  };
}

function makeProfile(seed: TutorSeed, user: UserRow, calendar: Calendar): ProfileRow {
  const { name, bio, town, mediums, social, state, joined, onVacation } = seed;
  const random = randomOf(`profile of ${name}`);
  const isVerified = state === undefined;
  const verificationDate = isVerified ? calendar.at(-joined + random.int(2, 6), random.int(9 * 60, 17 * 60)) : null;
  return {
    id: idOf(`profile ${handleOf(name)}`, user.createdAt),
    userId: user.id,
    phone: bio === '' ? '' : user.phone,
    bio,
    gender: seed.isWoman ? 'Female' : 'Male',
    socialMedia: { instagram: '', youtube: '', facebook: '', linkedin: '', ...social },
    teachingMediums: [...mediums],
    availableLocations: town,
    vacationMode: onVacation ?? false,
    isVerified,
    verificationStatus: state ?? 'approved',
    verificationChecks: CHECKS(isVerified),
    verificationDate,
    rejectionReason: state === 'rejected' ? random.pick(REJECTIONS) : '',
    createdAt: user.createdAt,
    updatedAt: verificationDate ?? user.createdAt,
  };
}

/** Whoever has not begun the verification has handed in nothing. */
function makeDocuments(seed: TutorSeed, user: UserRow): StoredFile[] {
  if (seed.state === 'not_started') return [];
  const random = randomOf(`documents of ${seed.name}`);
  const name = seed.name.replace(/ \(.*\)/, '');
  const scan = (kind: string, content: string) =>
    storedFile(user, { purpose: 'document', name: `${handleOf(seed.name)}-${kind}`, content, at: user.createdAt });
  const certificates = seed.education.map(([degree, institution, year], nth) =>
    scan(`certificate-${nth + 1}`, drawCertificate({ name, degree, institution, year })),
  );
  return [...certificates, scan('identity', drawIdentityCard({ name, number: `${random.int(1960, 2002)}000${random.int(10_000, 99_999)}` }))];
}

type Taught = { seed: TutorSeed; profile: ProfileRow; teaching: TeachingSeed; position: number };

function makeEntry({ seed, profile, teaching, position }: Taught, catalogue: CatalogueRows): Entry {
  const subject = catalogue.named(teaching.subject);
  const random = randomOf(`${seed.name} teaches ${teaching.subject}`);
  const id = idOf(`${seed.name} teaches ${teaching.subject}`, profile.createdAt);
  const count = Math.min(LIMITS.topicsPerSubject, subject.topics.length, random.int(3, LIMITS.topicsPerSubject));
  const picked = new Set(random.shuffled(subject.topics).slice(0, count));
  const topics = subject.topics.filter((topic) => picked.has(topic));
  const mode = (type: ModeRow['type'], rupees = 0): ModeRow => ({ tutorSubjectId: id, type, enabled: rupees > 0, rateCents: toCents(rupees) });
  return {
    row: { id, tutorId: profile.id, subjectId: subject.row.id, position },
    subject,
    topics,
    chosen: topics.map((topic, nth) => ({ tutorSubjectId: id, topicId: topic.id, position: nth })),
    modes: [mode('online', teaching.online), mode('home-visit', teaching.visit), ...(teaching.group ? [mode('group', teaching.group)] : [])],
    slots: slotsOf(id, teaching.week ?? seed.week),
  };
}

function slotsOf(tutorSubjectId: string, name: keyof typeof WEEKS): Entry['slots'] {
  const week: Partial<Record<(typeof WEEKDAYS)[number], readonly string[]>> = WEEKS[name];
  return WEEKDAYS.flatMap((day) =>
    (week[day] ?? []).map((slot) => {
      const [startMinute, endMinute] = slot.split('-').map((time) => minutesOf(time));
      if (typeof startMinute !== 'number' || typeof endMinute !== 'number') throw new Error(`${slot} is no slot`);
      return { tutorSubjectId, day, startMinute, endMinute };
    }),
  );
}
