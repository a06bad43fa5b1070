import { test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { surviveKills } from '#tests/support/kills.ts';

const database = useDatabase();

// spec s6.2 | S6 | 50 reconnecting clients, 1,000 events, the server killed 20 times: every client ends with every event exactly once |
//   src/server/core/deliver.ts
test('fifty clients, a thousand events, a server that is killed twenty times: every client has every event exactly once', async () => {
  await surviveKills(database, { clients: 50, events: 1000, kills: 20 });
});
