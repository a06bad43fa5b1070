import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessions } from '#server/infra/credentials.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aTutor, HOUR, type User } from '#tests/support/factories.ts';
import { type KillableServer, startKillable, until } from '#tests/support/faults/server-kills.ts';

const KILLS = 24;
const UPLOADERS = 6;
const DOCUMENTS = 3;
/** Before the next try where nobody has answered. */
const AWAY_MS = 200;

const database = useDatabase();
const data = mkdtempSync(join(tmpdir(), 'vidya-upload-kills-'));
const folder = join(data, 'uploads');
const parts = join(folder, '.parts');
/** What a person has seen acknowledged, by the path of the file, with the digest of what it must be. */
const acknowledged = new Map<string, string>();
const attached = new Set<string>();
const digests = { photo: '', document: '' };
const unexpected: string[] = [];
let picture: Buffer<ArrayBuffer>;
let server: KillableServer;

beforeAll(async () => {
  // Written in several pieces, so that a kill can fall between two.
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 45 };
  picture = Buffer.from(
    await sharp({ create: { width: 1900, height: 1400, channels: 3, background: 'red', noise } })
      .jpeg({ quality: 60 })
      .toBuffer(),
  );
  server = await startKillable({ databaseUrl: database.url, env: { DATA_DIR: data } });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const pathOf = (url: string): string => new URL(url, server.url).pathname.replace('/files/', '');
const filesOf = (where: string): string[] => (existsSync(where) ? readdirSync(where) : []);

async function call(token: string, path: string, init: RequestInit): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { authorization: `Bearer ${token}`, ...init.headers };
  const answer = await fetch(`${server.url}${path}`, { ...init, headers, signal: AbortSignal.timeout(30_000) }).then(
    async (response) => ({ status: response.status, body: (await response.json()) as Record<string, unknown> }),
    () => ({ status: 0, body: {} }),
  );
  if (![0, 200, 201, 503].includes(answer.status)) unexpected.push(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

const formOf = (field: string, count: number): FormData => {
  const form = new FormData();
  for (let index = 0; index < count; index += 1) form.append(field, new File([picture], `${index}.jpg`));
  return form;
};

/** A photo that becomes that of the account, documents that belong to nothing yet, and one that is attached to the profile. */
async function uploadAs(user: User): Promise<boolean> {
  const token = await createSessions(database.db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' });
  const photo = await call(token, '/api/upload/profile-photo', { method: 'POST', body: formOf('photo', 1) });
  if (photo.status === 200) {
    const { url } = photo.body.data as { url: string };
    acknowledged.set(pathOf(url), digests.photo);
    const headers = { 'content-type': 'application/json' };
    const used = await call(token, '/api/auth/me', { method: 'PUT', headers, body: JSON.stringify({ profileImage: url }) });
    if (used.status === 200) attached.add(pathOf(url));
  }
  const documents = await call(token, '/api/upload/verification-docs', { method: 'POST', body: formOf('documents', DOCUMENTS) });
  if (documents.status === 200) for (const { url } of documents.body.data as { url: string }[]) acknowledged.set(pathOf(url), digests.document);
  const document = await call(token, '/api/tutors/documents', { method: 'POST', body: formOf('document', 1) });
  if (document.status === 201) {
    const { url } = document.body.data as { url: string };
    acknowledged.set(pathOf(url), digests.document);
    attached.add(pathOf(url));
  }
  return document.status !== 0;
}

/** Undisturbed, so that it is known what the files must be. */
async function learnDigests(): Promise<void> {
  await uploadAs((await aTutor(database.db)).user);
  expect(acknowledged.size).toBe(2 + DOCUMENTS);
  for (const path of acknowledged.keys()) digests[path.startsWith('photos/') ? 'photo' : 'document'] = digestOf(readFileSync(join(folder, path)));
  for (const path of acknowledged.keys()) acknowledged.set(path, digests[path.startsWith('photos/') ? 'photo' : 'document']);
}

/** By turns of a process as soon as a file is begun, and of all at any moment: a new leader does not yet wait before it replaces a process. */
async function killServers(): Promise<number> {
  let whileWriting = 0;
  for (let index = 0; index < KILLS; index += 1) {
    await pause(300 + ((index * 379) % 1200));
    if (index % 2 === 1) await server.killAll();
    else {
      const begun = new Promise<void>((resolve) => {
        const watcher = watch(parts, () => resolve(watcher.close()));
      });
      await begun;
      whileWriting += 1;
      server.killWorker();
    }
  }
  return whileWriting;
}

// spec s13-faults.20 | S13 6 | kill -9 in the middle of uploads: what was acknowledged is there whole, nothing half-written has a name or is
//   served, and what is left behind is removed | src/server/infra/file-store-local.ts, src/server/features/uploads/uploads.commands.ts
test('kill -9 in the middle of uploads loses none that was acknowledged, and leaves no half of a file', async () => {
  await learnDigests();
  let isOver = false;
  let uploads = 0;
  const uploaders = Array.from({ length: UPLOADERS }, async () => {
    while (!isOver) {
      uploads += 1;
      if (!(await uploadAs((await aTutor(database.db)).user))) await pause(AWAY_MS);
    }
  });
  const whileWriting = await killServers();
  isOver = true;
  await Promise.all(uploaders);
  const leftBehind = filesOf(parts).length;

  const rows = await database.sql<{ path: string; bytes: number }[]>`select path, bytes from uploads`;
  const named = new Map(rows.map(({ path, bytes }) => [path, bytes]));
  const files = ['photos', 'documents'].flatMap((kind) => filesOf(join(folder, kind)).map((name) => `${kind}/${name}`));
  process.stdout.write(
    `${KILLS} kills, ${whileWriting} of them while a file was written: ${uploads} rounds of uploads, ${acknowledged.size} acknowledged files, ${files.length} files, ${rows.length} rows, ${leftBehind} halves\n`,
  );
  expect(unexpected).toEqual([]);
  // Whoever looks at a file sees the whole of it, whether it was acknowledged or not.
  for (const path of files) expect(digestOf(readFileSync(join(folder, path))), path).toBe(digests[path.startsWith('photos/') ? 'photo' : 'document']);
  for (const path of files) if (named.has(path)) expect(readFileSync(join(folder, path)).length).toBe(named.get(path));
  for (const [path, digest] of acknowledged) expect([named.has(path), digestOf(readFileSync(join(folder, path)))], path).toEqual([true, digest]);
  for (const path of [...acknowledged.keys()].filter((name) => name.startsWith('photos/'))) {
    const served = await fetch(`${server.url}/files/${path}`);
    expect([served.status, digestOf(new Uint8Array(await served.arrayBuffer()))]).toEqual([200, digests.photo]);
  }
  for (const name of filesOf(parts)) expect((await fetch(`${server.url}/files/.parts/${name}`)).status).toBe(404);

  // A day later: the sweeps are due, and the halves are old.
  for (const name of filesOf(parts)) utimesSync(join(parts, name), new Date(Date.now() - 25 * HOUR), new Date(Date.now() - 25 * HOUR));
  await database.sql`update jobs set due_at = now(), claimed_until = null where kind = 'upload.sweep'`;
  await server.killAll();
  const hasJobs = async () => (await database.sql`select from jobs where kind in ('upload.sweep', 'files.remove')`).length > 0;
  await until(async () => !(await hasJobs()), { most: 150_000, what: 'sweeps are not done' });
  expect(filesOf(parts)).toEqual([]);
  const stored = ['photos', 'documents'].flatMap((kind) => filesOf(join(folder, kind)).map((name) => `${kind}/${name}`)).sort();
  const inUse = (await database.sql<{ path: string }[]>`select path from uploads order by path`).map(({ path }) => path);
  expect(stored).toEqual(inUse.sort());
  expect(stored).toEqual(expect.arrayContaining([...attached]));
});
