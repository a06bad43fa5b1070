import { beforeEach } from 'vitest';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { aSubject, aTopic, aTutor, type Tutor } from '#tests/support/factories.ts';
import type { Rest } from './app.ts';

export type Saved = { success: true; message: string; tutor: { subjects: Entry[]; documents: { id: string; url: string }[] } };
type Entry = { subject: { id: string }; selectedTopics: { id: string; name: string }[]; teachingModes: unknown[]; availability: unknown[] };

export const weekOf = (monday: object = {}) => WEEKDAYS.map((day) => ({ day, slots: [], ...(day === 'Monday' && monday) }));

export const educationEntry = (overrides: object = {}) => ({ degree: 'BSc', institution: 'University of Colombo', year: '2012', ...overrides });

async function createProfileEditor(database: TestDatabase, rest: Rest) {
  const tutor: Tutor = await aTutor(database.db, { subjects: [], user: { profileImage: '/files/photos/a.svg' } });
  const as = await rest.tokenOf(tutor.user);
  const subject = await aSubject(database.db);
  const topics: Awaited<ReturnType<typeof aTopic>>[] = [];
  for (const name of ['Algebra', 'Calculus', 'Geometry', 'Sets', 'Vectors', 'Waves']) {
    topics.push(await aTopic(database.db, { subjectId: subject.id, name }));
  }
  /** As clients send it: the whole subject, ids of topics, seven days without a slot. */
  const entry = (overrides: object = {}) => ({
    subject: { _id: subject.id, name: subject.name, description: '', isActive: true, createdAt: 'whenever' },
    selectedTopics: topics.slice(0, 2).map(({ id }) => id),
    teachingModes: [
      { type: 'online', enabled: true, rate: 1500 },
      { type: 'home-visit', enabled: false, rate: 0 },
    ],
    availability: weekOf(),
    ...overrides,
  });
  const completeProfile = (overrides: object = {}) => ({
    phone: '0712345678',
    bio: ' Twelve years of teaching. ',
    gender: 'Female',
    socialMedia: { instagram: 'teaches', youtube: '', facebook: '', linkedin: '' },
    teachingMediums: ['English', 'TAMIL', 'english'],
    education: [educationEntry()],
    experience: [{ title: 'Teacher', company: 'Royal College', duration: '2015 - 2020', description: 'Taught physics.' }],
    subjects: [entry()],
    availableLocations: 'Colombo, Kandy',
    documents: [],
    ...overrides,
  });
  const save = (body: unknown, method = 'PUT') => rest.call<Saved>(method, '/api/tutors/profile', { as, body });
  const stored = async () => (await rest.get('/api/tutors/profile', as)).body;
  return { tutor, subject, topics, entry, wholeProfile: completeProfile, save, stored };
}

export type ProfileEditor = Awaited<ReturnType<typeof createProfileEditor>>;

export function useProfileEditor(database: TestDatabase, rest: Rest): () => ProfileEditor {
  let editor: ProfileEditor | undefined;
  beforeEach(async () => {
    editor = await createProfileEditor(database, rest);
  });
  return () => {
    if (!editor) throw new Error('the desk is there from beforeEach on');
    return editor;
  };
}
