import { expect } from 'vitest';
import { createSessions } from '#server/infra/credentials.ts';
import { callerAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { anAdmin, aStudent } from './factories.ts';
import { freePort, startServer, stopProcess } from './server.ts';
import { followStream } from './streams.ts';

export type Kills = { clients: number; events: number; kills: number };

/** Clients follow their news while events are made without a pause and their server is killed again and again; each must end with each event once. */
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
  const streams = tokens.map((token) => followStream(server.url, token));
  await Promise.all(streams.map((stream) => stream.until(() => stream.events.length > 0)));

  // By the clock of the server: what was announced long ago is told to nobody.
  const act = callerAs(database, admin, { hasRateLimits: false, now: () => new Date() });
  const make = async (index: number) => {
    const text = { title: `Event ${index}`, message: 'Told while servers die.' };
    // By turns a row in each inbox, and one announcement for all: the two halves of a cursor.
    if (index % 2 === 0) await act.notifications.writeMany({ notifications: students.map(({ id }) => ({ ...text, type: 'info', userId: id })) });
    else await act.announcements.send({ ...text, audience: 'everyone' });
  };
  const makeSome = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) await make(index);
  };
  for (let index = 0; index < kills; index += 1) {
    const [from, middle, to] = [index, index + 0.5, index + 1].map((share) => Math.round((events * share) / kills)) as [number, number, number];
    await makeSome(from, middle);
    const meanwhile = makeSome(middle, to);
    await stopProcess(server.process, 'SIGKILL');
    server = await start();
    await meanwhile;
  }

  const all = Array.from({ length: events }, (_, index) => `Event ${index}`).sort();
  // The reset says where a stream begins; another would say that it has lost its place.
  await Promise.all(streams.map((stream) => stream.until(() => stream.events.length > events)));
  for (const stream of streams) expect(stream.titles().sort()).toEqual([...all, 'reset']);
  await Promise.all(streams.map((stream) => stream.close()));
  expect(await server.stop()).toBe(0);
}
