import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { inboxEvents } from '#db/schema/notifications.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { ensureDatabase, launchPostgres } from '#server/infra/embedded-postgres/launch.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent } from '#tests/support/factories.ts';
import { surviveKills } from '#tests/support/kills.ts';
import { expectBelow } from '#tests/support/measured.ts';
import { runServer } from '#tests/support/running-server.ts';
import { openStream } from '#tests/support/streams.ts';

const database = useDatabase();

// spec s6.2
test('clients whose server is killed again and again end with every event exactly once', async () => {
  await surviveKills(database, { clients: 10, events: 60, kills: 3 });
});

describe('a PostgreSQL that dies under load', () => {
  // spec s6.3 | S6 | PostgreSQL restarted under load: listeners are back within 1 s, nothing is lost | src/server/core/hub.ts
  test('is listened to again within a second of its being back, and nothing is lost', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vidya-fault-'));
    chmodSync(folder, 0o755);
    const cluster = await launchPostgres({ folder });
    const url = await ensureDatabase(cluster, 'vidya');
    await migrate(url, 'drizzle');
    const { db, close } = connect(url, { max: 4 });
    const server = await runServer(url);
    const people = await Promise.all(Array.from({ length: 10 }, () => aStudent(db)));
    const tokens = await Promise.all(
      people.map(({ id }) => createSessions(db).createSession(id, { isRemembered: true, origin: 'password', userAgent: '' })),
    );
    const streams = tokens.map((token) => openStream(server.url, token));
    await Promise.all(streams.map((stream) => stream.waitUntil(() => stream.events.length > 0)));

    let isOver = false;
    const notify = (token: string, title: string) =>
      fetch(`${server.url}/api/notifications`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'info', title, message: 'Told under load.' }),
      });
    const load = tokens.map(async (token) => {
      for (let index = 0; !isOver; index += 1) await notify(token, `Event ${index}`);
    });
    await Promise.all(streams.map((stream) => stream.waitUntil(() => stream.events.length > 3)));
    process.kill(Number(readFileSync(join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    const recovered = await answering(url);
    const before = streams.map(({ events }) => events.length);
    await Promise.all(streams.map((stream, index) => stream.waitUntil(() => stream.events.length > (before[index] ?? 0))));
    expectBelow(performance.now() - recovered, 1000);
    isOver = true;
    await Promise.all(load);

    const stored = await db.select().from(inboxEvents);
    for (const [index, stream] of streams.entries()) {
      const ownRows = stored.filter(({ userId }) => userId === people[index]?.id);
      await stream.waitUntil(() => stream.events.length > ownRows.length);
      expect(stream.titles()).toEqual(['reset', ...ownRows.sort((first, other) => first.seq - other.seq).map(({ payload }) => titleIn(payload))]);
      await stream.close();
    }
    await server.close();
    await close();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});

/** After a crash the first responses may be errors. */
async function answering(url: string): Promise<number> {
  for (;;) {
    const sql = postgres(url, { max: 1, onnotice: () => {}, backoff: () => 0.01, connect_timeout: 1 });
    const isReachable = await sql`select 1`.then(
      () => true,
      () => false,
    );
    await sql.end({ timeout: 0 });
    if (isReachable) return performance.now();
  }
}

function titleIn(payload: Record<string, unknown>): unknown {
  return Object(payload.notification).title;
}
