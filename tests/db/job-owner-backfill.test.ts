import { expect, test } from 'vitest';
import { NOW } from '#tests/support/factories.ts';
import { useDatabaseBefore } from '#tests/support/migrations.ts';

const { sql, migrateOn } = useDatabaseBefore('0040_job_owners');

test('webhooks that waited before have the owner of their endpoint afterwards, and other jobs nobody', async () => {
  const [person] = await sql`insert into users (id, name, email, role) values (gen_random_uuid(), 'Nimal', 'nimal@before.lk', 'tutor') returning id`;
  const [endpoint] = await sql`insert into webhook_endpoints (id, user_id, url, events, sealed_secret)
    values (gen_random_uuid(), ${person?.id}, 'https://hooks.example.com/', '{booking.created}', 'sealed') returning id`;
  const [delivery] = await sql`insert into webhook_deliveries (id, endpoint_id, event, body, next_try_at)
    values (gen_random_uuid(), ${endpoint?.id}, 'booking.created', '{}', ${NOW}) returning id`;
  await sql`insert into jobs (id, kind, params, due_at) values
    (gen_random_uuid(), 'webhook.send', jsonb_build_object('deliveryId', ${delivery?.id}::text, 'isReplay', false), ${NOW}),
    (gen_random_uuid(), 'webhook.send', jsonb_build_object('deliveryId', gen_random_uuid()::text, 'isReplay', false), ${NOW}),
    (gen_random_uuid(), 'files.remove', '{}', ${NOW})`;
  await migrateOn();
  const owners = (await sql`select owner_id from jobs`).map(({ ownerId }) => ownerId).sort();
  const nobody = '00000000-0000-0000-0000-000000000000';
  expect(owners).toEqual([nobody, nobody, person?.id].sort());
});
