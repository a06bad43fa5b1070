import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { listRowsAfter } from '#server/features/inbox/inbox.queries.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent } from '#tests/support/factories.ts';
import { explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const EVENTS = 20_000;
const database = useDatabase();

// spec s14-live.20 | S14 4 | What is new in inboxes is found by their index, also where few accounts have most of the events |
//   src/server/features/inbox/inbox.queries.ts
test('what is new in some inboxes is found by the index, though each has many events', async () => {
  const accounts = await Promise.all(Array.from({ length: 3 }, () => aStudent(database.db)));
  for (const { id } of accounts)
    await database.db.execute(sql`insert into inbox_events (user_id, seq, kind, payload)
      select ${id}::uuid, n, 'news', '{}' from generate_series(1, ${EVENTS}::int) n`);
  await database.db.execute(sql`analyze inbox_events`);
  const { db, statements } = createRecordingDb(database);
  const rows = await listRowsAfter(
    db,
    accounts.map(({ id: userId }) => ({ userId, after: EVENTS - 2 })),
  );
  expect(rows.map(({ seq }) => seq)).toEqual([EVENTS - 1, EVENTS, EVENTS - 1, EVENTS, EVENTS - 1, EVENTS]);
  const statement = only(statements);
  for (const mode of PLAN_MODES)
    expect(await explainStatement(database, statement, mode), mode).toMatchObject({ read: [], indexes: ['inbox_events_user_id_seq_pk'] });
});
