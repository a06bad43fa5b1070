import { eq } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { uploads } from '#db/schema/files.ts';
import { jobs } from '#db/schema/jobs.ts';
import { tutorApprovalDocuments, tutorApprovals, tutorDocuments, tutorProfiles } from '#db/schema/tutors.ts';
import { callerAs, contextAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { aTutor, type Tutor, type User } from './factories.ts';
import { aJpeg } from './images.ts';

/** A tutor for each test who uploads documents. */
export function useDocuments(database: TestDatabase) {
  let tutor: Tutor;
  beforeEach(async () => {
    tutor = await aTutor(database.db);
  });

  const apiAs = (person: User = tutor.user) => callerAs(database, person, { hasRateLimits: false });
  const createFile = async (name = 'degree.jpg', bytes?: Uint8Array<ArrayBuffer>) => ({ name, bytes: bytes ?? (await aJpeg()) });

  return {
    getTutor: () => tutor,
    getFiles: () => contextAs(database, null).files,
    apiAs,
    createFile,
    attachDocument: async (person = tutor.user) => apiAs(person).uploads.attachDocument({ file: await createFile() }),
    async uploadDocument() {
      const { documents } = await apiAs().uploads.documents({ files: [await createFile()] });
      return documents[0]?.id ?? '';
    },
    toPath: (id: string) => `documents/${id}.jpg`,
    listUploads: ({ id }: User = tutor.user) => database.db.select().from(uploads).where(eq(uploads.ownerId, id)).orderBy(uploads.id),
    listJobs: async (kind: string, about: string) =>
      (await database.db.select().from(jobs).where(eq(jobs.kind, kind))).filter(({ params }) => JSON.stringify(params).includes(about)),
    listProfileDocuments: async ({ id } = tutor) =>
      (await database.db.select().from(tutorDocuments).where(eq(tutorDocuments.tutorId, id)).orderBy(tutorDocuments.position)).map(
        ({ uploadId, position }) => [uploadId, position],
      ),
    findProfile: async (userId: string) => (await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.userId, userId)))[0],
    async approveDocuments(...ids: string[]): Promise<void> {
      await database.db.insert(tutorApprovals).values({ tutorId: tutor.id, education: [], experience: [] });
      await database.db.insert(tutorApprovalDocuments).values(ids.map((uploadId) => ({ tutorId: tutor.id, uploadId, type: 'other' as const })));
    },
  };
}
