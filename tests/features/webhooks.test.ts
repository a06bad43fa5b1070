import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#db/schema/people.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { createSealer } from '#server/infra/app-secret.ts';
import { WEBHOOK_EVENTS } from '#shared/vocabulary/integrations.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, aUser, NOW, signedIn } from '#tests/support/factories.ts';
import { listErrorMessages } from '#tests/support/races.ts';
import { useWebhooks } from '#tests/support/webhooks.ts';

const database = useDatabase();
const { apiAs, createUrl, createWebhook, createConfirmed, listDeliveries, findEndpoint, runDueJobs, listPlannedSends } = useWebhooks(database);
const EVENTS = [...WEBHOOK_EVENTS];
const NO_WEBHOOK = 'Webhook not found';

describe('adding a webhook', () => {
  // spec webhooks.4 | D Webhooks | The secret is shown once, and stored encrypted; renewed, everything is signed with the new one |
  //   src/server/infra/app-secret.ts
  test('the secret is shown once, and the webhook is listed for its owner alone', async () => {
    const [student, other] = [await signedIn(database.db, await aStudent(database.db)), await signedIn(database.db, await aStudent(database.db))];
    const first = await createWebhook(student, { events: ['booking.confirmed'] });
    const second = await createWebhook(student);
    const { secret, ...shown } = first;
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(second.secret).not.toBe(secret);
    expect(shown).toEqual({
      id: expect.any(String),
      url: first.url,
      events: ['booking.confirmed'],
      failingSince: null,
      offAt: null,
      isOffByFailures: false,
      createdAt: NOW,
    });
    const list = await apiAs(student).webhooks.list();
    expect(list).toHaveLength(2);
    expect(list).toContainEqual(shown);
    expect(JSON.stringify(list)).not.toContain('whsec_');
    expect(await apiAs(other).webhooks.list()).toEqual([]);
  });

  // spec webhooks.4
  test('the secret is never stored unencrypted', async () => {
    const { hook } = await createConfirmed();
    await runDueJobs();
    const texts: string[] = [];
    const tables = await database.sql<{ name: string }[]>`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`;
    for (const { name } of tables) texts.push(JSON.stringify(await database.sql.unsafe(`select row.*::text as row from ${name} row`)));
    expect(texts.join()).toContain(hook.id);
    for (const part of [hook.secret, hook.secret.slice('whsec_'.length)]) {
      expect(texts.join()).not.toContain(part);
      for (const encoding of ['hex', 'base64', 'base64url'] as const) expect(texts.join()).not.toContain(Buffer.from(part).toString(encoding));
    }
    const { sealedSecret } = await findEndpoint(hook);
    expect(contextAs(database, null).sealer.open('webhook', sealedSecret)).toBe(hook.secret);
    expect(createSealer('another secret of thirty-two bytes').open('webhook', sealedSecret)).toBeNull();
  });

  // spec webhooks.2 | D Webhooks | https only, an address of the public internet without name, password or #; OUTGOING_ALLOW exempts a host, without
  //   TLS too | src/server/features/webhooks/webhooks.commands.ts
  test.each([
    ['no address', 'not an address', 'Please enter an address that begins with https://'],
    ['one without TLS', 'http://hooks.example.com/', 'Please enter an address that begins with https://'],
    ['one without TLS in the own network', 'http://10.0.0.7/', 'Please enter an address that begins with https://'],
    ['another protocol', 'ftp://hooks.example.com/', 'Please enter an address that begins with https://'],
    ['a script', 'javascript:alert(1)', 'Please enter an address that begins with https://'],
    ['one that names somebody', 'https://me@hooks.example.com/', 'Please enter an address without a name, a password or a #'],
    ['one with a password', 'https://me:secret@hooks.example.com/', 'Please enter an address without a name, a password or a #'],
    ['one with a part after #', 'https://hooks.example.com/#here', 'Please enter an address without a name, a password or a #'],
    ['one in the own network', 'https://192.168.1.10/', 'This address is not on the public internet, so it cannot be called.'],
    ['the own machine', 'https://127.0.0.1/', 'This address is not on the public internet, so it cannot be called.'],
    ['the own machine as one number', 'https://2130706433/', 'This address is not on the public internet, so it cannot be called.'],
    ['the own machine of IPv6', 'https://[::1]/', 'This address is not on the public internet, so it cannot be called.'],
    ['data of a cloud', 'https://169.254.169.254/latest', 'This address is not on the public internet, so it cannot be called.'],
    ['one too long once it is written out', `https://hooks.example.com/${'ආ'.repeat(400)}`, 'Address cannot be longer than 2000 characters'],
  ])('%s is refused with the name of the field', async (_, url, message) => {
    const tutor = await aTutor(database.db);
    await signedIn(database.db, tutor.user);
    const refused = { message, cause: { refusal: { field: 'url' } } };
    await expect(apiAs(tutor.user).webhooks.add({ url, events: EVENTS })).rejects.toMatchObject(refused);
    const { id } = await createWebhook(tutor.user);
    await expect(apiAs(tutor.user).webhooks.change({ id, url, events: EVENTS })).rejects.toMatchObject(refused);
    expect(await apiAs(tutor.user).webhooks.list()).toHaveLength(1);
  });

  // spec webhooks.2
  test('a private address without TLS is accepted where the site allows that host', async () => {
    expect((await createWebhook(await signedIn(database.db, await aStudent(database.db)))).url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    const student = await signedIn(database.db, await aStudent(database.db));
    await expect(callerAs(database, student).webhooks.add({ url: createUrl(), events: EVENTS })).rejects.toThrow('begins with https://');
  });

  // spec webhooks.3 | S7 | An address once for each owner, however it is spelt; at least one event, each once |
  //   src/server/features/webhooks/webhooks.commands.ts
  test('an address the user already has is refused, however it is spelt; other users may have the same', async () => {
    const [student, other] = [await signedIn(database.db, await aStudent(database.db)), await signedIn(database.db, await aStudent(database.db))];
    await apiAs(student).webhooks.add({ url: 'https://hooks.example.com/ආදරය', events: EVENTS });
    const equivalent = { url: 'HTTPS://Hooks.Example.com:443/%E0%B6%86%E0%B6%AF%E0%B6%BB%E0%B6%BA', events: EVENTS };
    const refused = { message: 'You already have a webhook with this address', cause: { refusal: { field: 'url' } } };
    await expect(apiAs(student).webhooks.add(equivalent)).rejects.toMatchObject(refused);
    expect(await apiAs(other).webhooks.add(equivalent)).toMatchObject({ url: 'https://hooks.example.com/%E0%B6%86%E0%B6%AF%E0%B6%BB%E0%B6%BA' });
  });

  // spec webhooks.1 | D Webhooks | At most five for each student or tutor, none for others; five at once too |
  //   src/server/features/webhooks/webhooks.commands.ts
  test('five webhooks are the limit, however many are added simultaneously', async () => {
    const student = await signedIn(database.db, await aStudent(database.db));
    const added = await Promise.allSettled(Array.from({ length: WEBHOOKS.perUser + 3 }, () => createWebhook(student)));
    expect(listErrorMessages(added)).toEqual(Array(3).fill('You can have at most 5 webhooks'));
    expect(await apiAs(student).webhooks.list()).toHaveLength(WEBHOOKS.perUser);
  });

  // spec webhooks.1
  test('a double click adds one', async () => {
    const student = await signedIn(database.db, await aStudent(database.db));
    const url = createUrl();
    const added = await Promise.allSettled([1, 2].map(() => apiAs(student).webhooks.add({ url, events: EVENTS })));
    expect(added.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await apiAs(student).webhooks.list()).toHaveLength(1);
  });

  // spec webhooks.3
  test('at least one event is required, and each is stored once, in a fixed order', async () => {
    const student = await signedIn(database.db, await aStudent(database.db));
    await expect(apiAs(student).webhooks.add({ url: createUrl(), events: [] })).rejects.toThrow('Please choose at least one event');
    const { events } = await apiAs(student).webhooks.add({ url: createUrl(), events: ['booking.completed', 'booking.created', 'booking.completed'] });
    expect(events).toEqual(['booking.created', 'booking.completed']);
  });

  // spec webhooks.1
  test('only students and tutors can have webhooks, and not with an API key', async () => {
    for (const person of [await anAdmin(database.db), await aUser(database.db, { role: null })]) {
      await expect(apiAs(person).webhooks.list()).rejects.toThrow('Only students and tutors can have webhooks');
      await expect(createWebhook(person)).rejects.toThrow('Only students and tutors can have webhooks');
    }
    const student = await signedIn(database.db, await aStudent(database.db));
    const actor = { id: student.id, role: student.role, name: student.name, email: student.email };
    const apiByKey = callerAs(database, student, {
      session: { state: 'actor', actor: { ...actor, via: { by: 'key', keyId: 'a key', scope: 'write' } } },
    });
    await expect(apiByKey.webhooks.list()).rejects.toThrow('This cannot be done with an API key');
    await expect(apiByKey.webhooks.add({ url: createUrl(), events: EVENTS })).rejects.toThrow('This cannot be done with an API key');
  });
});

describe('changing a webhook', () => {
  // spec webhooks.15
  test('a new address or other events are stored, and failures of the old address are forgotten', async () => {
    const student = await signedIn(database.db, await aStudent(database.db));
    const [{ id, url }, other] = [await createWebhook(student), await createWebhook(student)];
    const fail = () => database.db.update(webhookEndpoints).set({ failingSince: NOW }).where(eq(webhookEndpoints.id, id));
    await fail();
    expect(await apiAs(student).webhooks.change({ id, url, events: ['booking.cancelled'] })).toMatchObject({ url, failingSince: NOW });
    const moved = await apiAs(student).webhooks.change({ id, url: createUrl(), events: ['booking.cancelled'] });
    expect(moved).toMatchObject({ id, events: ['booking.cancelled'], failingSince: null });
    await expect(apiAs(student).webhooks.change({ id, url: other.url, events: EVENTS })).rejects.toThrow(
      'You already have a webhook with this address',
    );
  });

  // spec webhooks.16 | S7 | Switched off and on by its owner; what waited is not sent later | src/server/features/webhooks/webhooks.steps.ts
  test('a webhook can be switched off and on any number of times, and on forgets its failures', async () => {
    const student = await signedIn(database.db, await aStudent(database.db));
    const { id } = await createWebhook(student);
    const own = apiAs(student).webhooks;
    for (let times = 0; times < 2; times += 1) expect(await own.switch({ id, isOn: false })).toMatchObject({ offAt: NOW, isOffByFailures: false });
    const failed = { failingSince: NOW, offAt: NOW, isOffByFailures: true };
    await database.db.update(webhookEndpoints).set(failed).where(eq(webhookEndpoints.id, id));
    expect(await own.switch({ id, isOn: false })).toMatchObject(failed);
    for (let times = 0; times < 2; times += 1)
      expect(await own.switch({ id, isOn: true })).toMatchObject({ offAt: null, failingSince: null, isOffByFailures: false });
  });

  // spec webhooks.16
  test('switching a webhook off gives up its waiting deliveries for good', async () => {
    const { hook, tutor, delivery } = await createConfirmed();
    await apiAs(tutor.user).webhooks.switch({ id: hook.id, isOn: false });
    expect(await listDeliveries(hook)).toMatchObject([{ id: delivery.id, state: 'failed', nextTryAt: null, tries: 0 }]);
    await apiAs(tutor.user).webhooks.switch({ id: hook.id, isOn: true });
    await runDueJobs();
    expect(await listDeliveries(hook)).toMatchObject([{ state: 'failed', tries: 0 }]);
  });

  // spec webhooks.16
  test('removing a webhook removes its log and waiting deliveries', async () => {
    const { hook, tutor } = await createConfirmed();
    await apiAs(tutor.user).webhooks.remove({ id: hook.id });
    expect(await apiAs(tutor.user).webhooks.list()).toEqual([]);
    expect(await listDeliveries(hook)).toEqual([]);
    await runDueJobs();
    expect(await listPlannedSends()).toEqual([]);
    await expect(apiAs(tutor.user).webhooks.remove({ id: hook.id })).rejects.toThrow(NO_WEBHOOK);
  });

  // spec webhooks.17 | S7 | It is its owner’s alone; who was suspended or has left changes nothing | src/server/features/webhooks/webhooks.queries.ts
  test('a webhook does not exist for others, or under a malformed id', async () => {
    const { hook, student, delivery } = await createConfirmed();
    const other = apiAs(await signedIn(database.db, student)).webhooks;
    for (const id of [hook.id, 'not-an-id', '']) {
      await expect(other.change({ id, url: createUrl(), events: EVENTS })).rejects.toThrow(NO_WEBHOOK);
      await expect(other.switch({ id, isOn: false })).rejects.toThrow(NO_WEBHOOK);
      await expect(other.renewSecret({ id })).rejects.toThrow(NO_WEBHOOK);
      await expect(other.remove({ id })).rejects.toThrow(NO_WEBHOOK);
      await expect(other.deliveries({ id })).rejects.toThrow(NO_WEBHOOK);
    }
    for (const id of [delivery.id, 'not-an-id']) await expect(other.replay({ id })).rejects.toThrow('This delivery is no longer in the log');
    expect(await findEndpoint(hook)).toMatchObject({ url: hook.url, offAt: null });
  });

  // spec webhooks.17
  test('nothing changes for a user who was suspended or deleted meanwhile', async () => {
    const student = await signedIn(database.db, await aStudent(database.db));
    const { id, url } = await createWebhook(student);
    const { webhooks } = apiAs(student);
    const calls = [
      () => webhooks.add({ url: createUrl(), events: EVENTS }),
      () => webhooks.change({ id, url, events: EVENTS }),
      () => webhooks.switch({ id, isOn: false }),
      () => webhooks.renewSecret({ id }),
      () => webhooks.remove({ id }),
      () => webhooks.replay({ id }),
    ];
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, student.id));
    for (const call of calls) await expect(call()).rejects.toThrow('Session expired. Please login again.');
    await database.db.delete(users).where(eq(users.id, student.id));
    for (const call of calls) await expect(call()).rejects.toThrow('Session expired. Please login again.');
    expect(await database.db.$count(webhookEndpoints, eq(webhookEndpoints.id, id))).toBe(0);
  });
});
