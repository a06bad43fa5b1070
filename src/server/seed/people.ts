import type { uploads } from '#db/schema/files.ts';
import type { users } from '#db/schema/people.ts';
import type { Calendar } from './calendar.ts';
import { DEMO_ADMIN, DEMO_EMAILS, DEMO_STUDENT, DEMO_TUTOR } from './people/demo.ts';
import type { StudentSeed, TutorSeed } from './people/shape.ts';
import { STUDENTS } from './people/students.ts';
import { portraitOf } from './portraits.ts';
import { idOf, randomOf } from './random.ts';

export type UserRow = typeof users.$inferInsert & { id: string; createdAt: Date };
export type UploadRow = typeof uploads.$inferInsert & { id: string };
/** A row of `uploads` and what lies at its path in the file store. */
export type StoredFile = { row: UploadRow; content: string };
export type Person = { user: UserRow; files: StoredFile[] };
export type Student = Person & { seed: StudentSeed };

type Account = { email?: string; role: 'student' | 'tutor' | 'admin'; hasPhoto: boolean };
type Making = { calendar: Calendar; passwordHash: string };

const isDemo = (seed: StudentSeed | TutorSeed) => seed === DEMO_STUDENT || seed === DEMO_TUTOR || seed === DEMO_ADMIN;

/** The demo student first. */
export function makeStudents(making: Making): Student[] {
  return [DEMO_STUDENT, ...STUDENTS].map((seed) => {
    const email = isDemo(seed) ? DEMO_EMAILS.student : undefined;
    return { seed, ...makePerson(seed, { email, role: 'student', hasPhoto: seed.hasPhoto ?? false }, making) };
  });
}

export function makeAdmin(making: Making): Person {
  return makePerson(DEMO_ADMIN, { email: DEMO_EMAILS.admin, role: 'admin', hasPhoto: true }, making);
}

export function makeTutorAccount(seed: TutorSeed, making: Making): Person {
  return makePerson(seed, { email: isDemo(seed) ? DEMO_EMAILS.tutor : undefined, role: 'tutor', hasPhoto: seed.bio !== '' }, making);
}

export function storedFile(owner: UserRow, file: { purpose: 'photo' | 'document'; name: string; content: string; at: Date }): StoredFile {
  const { purpose, name, content, at } = file;
  const path = `${purpose}s/${name}.svg`;
  const bytes = Buffer.byteLength(content);
  return { row: { id: idOf(path, at), ownerId: owner.id, purpose, path, contentType: 'image/svg+xml', bytes, createdAt: at }, content };
}

/** `nuwan.bandara` of `Nuwan Bandara`; a title and what stands in brackets are left out. */
export function handleOf(name: string): string {
  return name
    .replace(/\(.*\)|^Ven\. /g, '')
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .trim()
    .replaceAll(/ +/g, '.');
}

function makePerson(seed: StudentSeed | TutorSeed, account: Account, { calendar, passwordHash }: Making): Person {
  const { name, joined } = seed;
  const handle = handleOf(name);
  const random = randomOf(`account of ${name}`);
  const createdAt = calendar.at(-joined, random.int(7 * 60, 22 * 60));
  const photo = `/files/photos/${handle}.svg`;
  const user: UserRow = {
    id: idOf(`user ${handle}`, createdAt),
    name,
    email: account.email ?? `${handle}@example.com`,
    role: account.role,
    status: 'isSuspended' in seed && seed.isSuspended ? 'suspended' : 'active',
    // No operator has these prefixes, so nobody's telephone rings.
    phone: `${random.pick(['073', '079'])}${random.int(1_000_000, 9_999_999)}`,
    profileImage: account.hasPhoto ? photo : '',
    passwordHash,
    emailVerifiedAt: new Date(createdAt.getTime() + random.int(2, 90) * 60_000),
    createdAt,
    updatedAt: createdAt,
  };
  const portrait = () => storedFile(user, { purpose: 'photo', name: handle, content: portraitOf(user.id), at: createdAt });
  return { user, files: account.hasPhoto ? [portrait()] : [] };
}
