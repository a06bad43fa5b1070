import type { Db } from '#db/client.ts';
import { type Executor, only } from '#db/executor.ts';
import { uploads } from '#db/schema/files.ts';
import type { SaveProfileInput, SubjectEntryInput } from '#shared/contracts/tutors.ts';
import type { UploadPurpose } from '#shared/vocabulary/content.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { callerAs } from './callers.ts';
import { aSubject, aTopic, aUser, type User, unique } from './factories.ts';

/** A tutor with an account and its photo only, and calls made as that person. */
export async function aNewcomer(database: { db: Db }) {
  const user = await aUser(database.db, { role: 'tutor', name: unique('Tutor'), profileImage: '/files/photos/me.png' });
  return { user, caller: callerAs(database, user) };
}

export async function anUpload(db: Executor, owner: User, purpose: UploadPurpose = 'document') {
  const path = `${purpose}s/${unique('file').replace(' ', '-')}.png`;
  return only(await db.insert(uploads).values({ ownerId: owner.id, purpose, path, contentType: 'image/png', bytes: 100 }).returning());
}

const SLOTS = [
  { start: '08:00', end: '10:00' },
  { start: '12:00', end: '14:00' },
  { start: '16:00', end: '20:00' },
];

/** A subject with its topics, both modes and three slots on each day. */
export async function aFullEntry(db: Executor, topics = 5): Promise<SubjectEntryInput> {
  const { id } = await aSubject(db);
  const selectedTopics: string[] = [];
  for (let index = 0; index < topics; index += 1) selectedTopics.push((await aTopic(db, { subjectId: id })).id);
  return {
    subject: id,
    selectedTopics,
    teachingModes: [
      { type: 'online', enabled: true, rate: 1500 },
      { type: 'home-visit', enabled: true, rate: 2500 },
    ],
    availability: WEEKDAYS.map((day) => ({ day, slots: SLOTS })),
  };
}

/** All ten items of a profile; of the account, name and email are there, and the photo is the factory's to give. */
export async function aCompleteProfile(db: Executor, owner: User, subjects = 1): Promise<Required<Omit<SaveProfileInput, 'revision'>>> {
  const entries: SubjectEntryInput[] = [];
  for (let index = 0; index < subjects; index += 1) entries.push(await aFullEntry(db));
  return {
    phone: '0712345678',
    contactEmail: { kind: 'sign-in' },
    bio: 'Twelve years of teaching.',
    headline: 'Physics in English and Tamil',
    introductionVideo: 'dQw4w9WgXcQ',
    gender: 'Female',
    socialMedia: { instagram: 'teaches', youtube: '', facebook: '', linkedin: '' },
    teachingMediums: ['english', 'tamil'],
    education: [
      { degree: 'BSc', institution: 'University of Colombo', year: 2012 },
      { degree: 'MSc', institution: 'University of Peradeniya', year: 2015 },
    ],
    experience: [{ title: 'Teacher', company: 'Royal College', duration: '2015 - 2020', description: 'Taught physics.' }],
    subjects: entries,
    availableLocations: 'Colombo, Kandy',
    minimumNoticeHours: 0,
    bufferMinutes: 0,
    documents: [(await anUpload(db, owner)).id],
  };
}
