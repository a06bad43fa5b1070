import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { uploads } from '#db/schema/files.ts';
import { tutorDocuments, tutorProfiles } from '#db/schema/tutors.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aTutor, type Tutor } from '#tests/support/factories.ts';
import { aJpeg } from '#tests/support/images.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';
import { type RunningS3, runS3 } from '#tests/support/s3.ts';

const UPLOADS = 50;
const database = useDatabase();
let s3: RunningS3;
let server: RunningServer;
let jpeg: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  s3 = await runS3();
  server = await runServer(database.url, { ...s3.env, PUBLIC_URL: 'http://vidya.test' });
  jpeg = new Uint8Array(await aJpeg({ width: 40, height: 30 }));
});
afterAll(async () => {
  await server.close();
  await s3.close();
});

const tokenOf = (tutor: Tutor) => createSessions(database.db).createSession(tutor.user.id, { isRemembered: true, origin: 'password', userAgent: '' });
type Answer = { status: number; message?: string; data: { id: string; url: string } };

async function call(method: string, path: string, { token, body }: { token: string; body?: FormData | object }): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }) };
  const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
  const answer = await fetch(server.url + path, { method, headers, body: sent });
  const data = (await answer.json()) as Omit<Answer, 'status'>;
  return { ...data, status: answer.status };
}

function attach(token: string): Promise<Answer> {
  const form = new FormData();
  form.append('document', new File([jpeg], 'degree.jpg'));
  return call('POST', '/api/tutors/documents', { token, body: form });
}

const localOf = (url: string) => url.replace('http://vidya.test', server.url);
const listed = async (tutor: Tutor) =>
  (await database.db.select().from(tutorDocuments).where(eq(tutorDocuments.tutorId, tutor.id)).orderBy(tutorDocuments.position)).map(
    ({ uploadId, position }) => ({ uploadId, position }),
  );
const uploadsOf = (tutor: Tutor) => database.db.select().from(uploads).where(eq(uploads.ownerId, tutor.user.id));

// spec s3.6
describe(`${UPLOADS} documents at once, through the server`, () => {
  test('five are on the profile, all others are rejected, and nothing else is left in the store', async () => {
    const tutor = await aTutor(database.db);
    const token = await tokenOf(tutor);
    const answers = await Promise.all(Array.from({ length: UPLOADS }, () => attach(token)));
    const refused = answers.filter(({ status }) => status === 400);
    expect({ created: answers.filter(({ status }) => status === 201).length, refused: refused.length }).toEqual({ created: 5, refused: UPLOADS - 5 });
    expect(new Set(refused.map(({ message }) => message))).toEqual(new Set(['You can only add 0 more image(s). Maximum 5 images allowed total.']));
    expect((await listed(tutor)).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
    expect(await uploadsOf(tutor)).toHaveLength(5);
    const countRemoved = () => new Set(s3.calls.filter((line) => line.startsWith('DELETE') && / 204$/.test(line))).size;
    const countSaved = () => s3.calls.filter((line) => line.startsWith('PUT')).length;
    await vi.waitFor(() => expect(countSaved() - countRemoved()).toBe(5), { timeout: 20_000, interval: 50 });
  });

  test('beside savings of the profile: never more than five, and every entry has its upload', async () => {
    const tutor = await aTutor(database.db);
    const token = await tokenOf(tutor);
    const three: string[] = [];
    for (let index = 0; index < 3; index += 1) three.push((await anUpload(database.db, tutor.user)).id);
    const documents = three.map((id) => ({ id }));
    let most = 0;
    const answers = await Promise.all(
      Array.from({ length: UPLOADS }, async (_, index) => {
        const answer = await (index % 5 === 2 ? call('PUT', '/api/tutors/profile', { token, body: { documents } }) : attach(token));
        most = Math.max(most, (await listed(tutor)).length);
        return answer;
      }),
    );
    expect(most).toBeLessThanOrEqual(5);
    expect(answers.filter(({ status }) => ![200, 201, 400].includes(status))).toEqual([]);
    const entries = await listed(tutor);
    const knownIds = new Set((await uploadsOf(tutor)).map(({ id }) => id));
    expect(entries.every(({ uploadId }) => knownIds.has(uploadId))).toBe(true);
    expect(entries.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4].slice(0, entries.length));
    const [row] = await database.sql`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`;
    expect(row?.deadlocks).toBe(0);
    const [profile] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, tutor.id));
    expect(profile?.revision).toBe(answers.filter(({ status }) => status !== 400).length);
  });
});

// spec rest-uploads.16
describe('with a store that speaks S3', () => {
  test('a document goes up, is read by its signed link, and is gone after its removal', async () => {
    const tutor = await aTutor(database.db);
    const token = await tokenOf(tutor);
    const { data } = await attach(token);
    const key = `/vidya-files/documents/${data.id}.jpg`;
    expect(s3.calls).toContain(`PUT ${key} 200`);

    const file = await fetch(localOf(data.url));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(new Uint8Array(await file.arrayBuffer()).slice(0, 2)).toEqual(Uint8Array.from([0xff, 0xd8]));
    expect((await fetch(localOf(data.url).replace(/\?.*/, ''))).status).toBe(404);

    expect((await call('DELETE', `/api/upload/${encodeURIComponent(data.url)}`, { token })).status).toBe(200);
    await vi.waitFor(() => expect(s3.calls).toContain(`DELETE ${key} 204`), { timeout: 20_000, interval: 50 });
    expect((await fetch(localOf(data.url))).status).toBe(404);
  });

  test('while it is away an upload is refused in words, and leaves nothing', async () => {
    const tutor = await aTutor(database.db);
    const token = await tokenOf(tutor);
    s3.failing.times = 2;
    const answer = await attach(token);
    s3.failing.times = 0;
    expect([answer.status, answer.message]).toEqual([503, 'Upload failed']);
    expect([await uploadsOf(tutor), await listed(tutor)]).toEqual([[], []]);
    expect((await attach(token)).status).toBe(201);
  });
});
