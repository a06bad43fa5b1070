import { expect } from 'vitest';
import { createSessions } from '#server/infra/credentials.ts';
import { callerAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { anAdmin, aStudent } from './factories.ts';
import { freePort, startServer, stopProcess } from './server.ts';
import { openStream } from './streams.ts';

export type Kills = { clients: number; events: number; kills: number };

export async function surviveKills(database: TestDatabase, { clients, events, kills }: Kills): Promise<void> {
  const { db, url: databaseUrl } = database;
  const admin = await anAdmin(db);
  const students = await Promise.all(Array.from({ length: clients }, () => aStudent(db)));
  const port = await freePort();
  const start = () => startServer({ databaseUrl, port });
  let server = await start();
  const tokens = await Promise.all(
    students.map(({ id }) => createSessions(db).createSession(id, { isRemembered: true, origin: 'password', userAgent: '' })),
  );
  const streams = tokens.map((token) => openStream(server.url, token));
  await Promise.all(streams.map((stream) => stream.waitUntil(() => stream.events.length > 0)));

  // By the server's clock: old announcements are not sent.
  const adminApi = callerAs(database, admin, { hasRateLimits: false, now: () => new Date() });
  const publish = async (index: number) => {
    const text = { title: `Event ${index}`, message: 'Told while servers die.' };
    // Inbox rows and announcements alternate, for both halves of a cursor.
    if (index % 2 === 0) await adminApi.notifications.writeMany({ notifications: students.map(({ id }) => ({ ...text, type: 'info', userId: id })) });
    else await adminApi.announcements.send({ ...text, audience: 'everyone' });
  };
  const publishRange = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) await publish(index);
  };
  for (let index = 0; index < kills; index += 1) {
    const [from, middle, to] = [index, index + 0.5, index + 1].map((share) => Math.round((events * share) / kills)) as [number, number, number];
    await publishRange(from, middle);
    const publishing = publishRange(middle, to);
    await stopProcess(server.process, 'SIGKILL');
    server = await start();
    await publishing;
  }

  const all = Array.from({ length: events }, (_, index) => `Event ${index}`).sort();
  // A second reset would mean that the stream lost its position.
  await Promise.all(streams.map((stream) => stream.waitUntil(() => stream.events.length > events)));
  for (const stream of streams) expect(stream.titles().sort()).toEqual([...all, 'reset']);
  await Promise.all(streams.map((stream) => stream.close()));
  expect(await server.stop()).toBe(0);
}
