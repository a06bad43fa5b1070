import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/infra/log.ts';
import { createServices } from '#server/services.ts';
import { useDatabase } from '#tests/support/database.ts';
import { NOT_FOUND } from './app.ts';

const database = useDatabase();

// spec mail.8
test('/dev/outbox does not exist in production', async () => {
  const env = { PUBLIC_URL: 'https://vidya.example', APP_SECRET: '8f2c61d09be7435aa14c0d6e92b857f3', MAIL: 'off', LOG_LEVEL: 'silent' };
  const config = readConfig(env, 'production');
  const services = await createServices({ config, connection: database.connection, log: createLog({ level: 'silent' }) });
  const app = createApp(services);
  for (const path of ['/dev/outbox', '/dev/outbox/', '/dev/outbox/2026-03-02T04-30-00-000Z-aaaaaaaa']) {
    const response = await app.request(path);
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 404, body: NOT_FOUND });
  }
  await services.close();
});
