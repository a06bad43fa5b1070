import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import { createSharedAnswers, markShared, viewShared, writeShared } from '#server/core/shared-answers.ts';
import { createSigner } from '#server/infra/app-secret.ts';
import { SECRET } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, NOW, uniqueEmail } from '#tests/support/factories.ts';
import { useRest } from './app.ts';

const TTL_MS = 30_000;

describe('an answer that all visitors share', () => {
  function start() {
    const state = { at: 0, reads: 0 };
    const answers = createSharedAnswers({ now: () => new Date(state.at), ttlMs: TTL_MS });
    const get = async (ok = true) => {
      const read = async () => {
        state.reads += 1;
        return { ok, number: state.reads };
      };
      return ((await answers.get('a', read)) as Awaited<ReturnType<typeof read>>).number;
    };
    return { answers, state, get };
  }

  // spec s14-http.30 | S14 2 | What visitors read is read once in thirty seconds for all of them | src/server/core/shared-answers.ts
  test('is read once in thirty seconds', async () => {
    const { state, get } = start();
    expect(await Promise.all([get(), get()])).toEqual([1, 1]);
    state.at = TTL_MS - 1;
    expect(await get()).toBe(1);
    state.at = TTL_MS;
    expect(await get()).toBe(2);
  });

  // spec s14-http.31 | S14 2 | It is read again once something that visitors see has changed | src/server/core/shared-answers.ts
  test('is read again by those who ask after a change, while the read before it goes on', async () => {
    const { answers, get } = start();
    const before = get();
    answers.clear();
    expect(await Promise.all([before, get()])).toEqual([1, 2]);
    expect(await get()).toBe(2);
  });

  test('is not stored when it is a refusal', async () => {
    const { get } = start();
    await get(false);
    expect(await get()).toBe(2);
  });

  test('is made into a view once, which is written once', () => {
    const [answer, own] = [{ name: 'Nimal' }, { name: 'Nimal' }];
    markShared(answer);
    const toView = ({ name }: { name: string }) => ({ called: name });
    expect(viewShared([answer], toView)).toBe(viewShared([answer], toView));
    expect(viewShared([own], toView)).not.toBe(viewShared([own], toView));
    let writes = 0;
    const write = (view: object) => {
      writes += 1;
      return JSON.stringify(view);
    };
    for (const of of [answer, answer, own, own]) writeShared(viewShared([of], toView), 'rest', write);
    expect(writes).toBe(3);
  });

  test('is made into a view with another one once, for each other one', () => {
    const [answer, phone, email] = [{ name: 'Nimal' }, { contact: '0771234567' }, { contact: 'nimal@example.com' }];
    const toView = (of: typeof answer, { contact }: { contact: string }) => ({ ...of, contact });
    for (const shared of [answer, phone]) markShared(shared);
    expect(viewShared([answer, phone], toView)).toBe(viewShared([answer, phone], toView));
    expect(viewShared([answer, email], toView)).not.toBe(viewShared([answer, email], toView));
    markShared(email);
    expect(viewShared([answer, email], toView)).toEqual({ name: 'Nimal', contact: 'nimal@example.com' });
    expect(viewShared([answer, phone], toView)).toEqual({ name: 'Nimal', contact: '0771234567' });
  });

  test('is written once in each way', () => {
    const answer = { name: 'Nimal' };
    const other = { name: 'Nimal' };
    markShared(answer);
    let writes = 0;
    const write = (value: object) => {
      writes += 1;
      return JSON.stringify(value);
    };
    const texts = [writeShared(answer, 'rest', write), writeShared(answer, 'rest', write), writeShared(answer, 'trpc', write)];
    expect([new Set(texts).size, writes]).toEqual([1, 2]);
    writeShared(other, 'rest', write);
    writeShared(other, 'rest', write);
    expect(writes).toBe(4);
  });
});

describe('with answers that visitors share', () => {
  const database = useDatabase();
  const rest = useRest(database, { isCaching: true, env: { RATE_LIMITS: 'tutorContactByAccount=2/3600' } });
  const setBio = (id: string, bio: string) => database.db.update(tutorProfiles).set({ bio }).where(eq(tutorProfiles.id, id));
  const read = async (id: string, as?: string) => {
    const input = encodeURIComponent(JSON.stringify({ json: { id } }));
    const { body } = await rest.get<{ result: { data: { json: { bio: string } } } }>(`/trpc/tutors.byId?input=${input}`, as);
    return body.result.data.json.bio;
  };

  // spec s14-http.32 | S14 2 | Tutors and admins always read the database; students share profiles and the catalogue with visitors, but no
  //   search, which has the times that they book | src/server/core/trpc.ts, src/server/features/tutors/tutors.router.ts
  test('visitors and students get what another got; tutors and admins, what is true', async () => {
    const { id, user } = await aTutor(database.db, { bio: 'Before' });
    const [student, admin] = [await aStudent(database.db), await anAdmin(database.db)];
    expect(await read(id)).toBe('Before');
    await setBio(id, 'After');
    expect([await read(id), await read(id, await rest.tokenOf(student))]).toEqual(['Before', 'Before']);
    expect([await read(id, await rest.tokenOf(user)), await read(id, await rest.tokenOf(admin))]).toEqual(['After', 'After']);
  });

  // spec s14-http.32
  test('a student finds in a search what is true', async () => {
    const { user } = await aTutor(database.db, { user: { name: 'Zubaida Before' } });
    const as = await rest.tokenOf(await aStudent(database.db));
    const find = async (caller?: string) =>
      (await rest.get<{ tutors: { user: { name: string } }[] }>('/api/tutors?search=Zubaida', caller)).body.tutors.map((tutor) => tutor.user.name);
    expect([await find(), await find(as)]).toEqual([['Zubaida Before'], ['Zubaida Before']]);
    await database.db.update(users).set({ name: 'Zubaida After' }).where(eq(users.id, user.id));
    expect([await find(), await find(as)]).toEqual([['Zubaida Before'], ['Zubaida After']]);
  });

  // spec s14-http.34 | S14 2 | Contact details are shared too, and an address that a tutor changes is gone at once
  //   | src/server/core/trpc.ts, src/server/features/pages/pages.projector.ts
  test('visitors and students get the changed address of a tutor at once', async () => {
    const pendingEmail = uniqueEmail();
    const { id, user } = await aTutor(database.db);
    await database.db.update(users).set({ pendingEmail }).where(eq(users.id, user.id));
    const as = await rest.tokenOf(await aStudent(database.db));
    const email = async (token?: string) => (await rest.get<{ user: { email: string } }>(`/api/tutors/${id}`, token)).body.user.email;
    expect([await email(), await email(as)]).toEqual([user.email, user.email]);
    const ctx = { db: database.db, now: () => NOW, signer: createSigner(SECRET) };
    const token = await createMailedLink(ctx, { userId: user.id, email: pendingEmail, purpose: 'email_change' });
    expect((await rest.call('POST', '/api/auth/verify-email', { as: await rest.tokenOf(user), body: { token } })).status).toBe(200);
    expect([await email(), await email(as)]).toEqual([pendingEmail, pendingEmail]);
  });

  // spec s14-http.34
  test('shared contact details count against the limit of each caller', async () => {
    const { id } = await aTutor(database.db, { phone: '0771234567' });
    const as = await rest.tokenOf(await aStudent(database.db));
    const phones: string[] = [];
    for (const caller of [undefined, as, as, as, undefined]) phones.push((await rest.get<{ phone: string }>(`/api/tutors/${id}`, caller)).body.phone);
    expect(phones).toEqual(['0771234567', '0771234567', '0771234567', '', '0771234567']);
  });

  // spec s14-http.33 | S14 2 | After a change a visitor never gets what was before, over tRPC and REST | src/server/core/unit-of-work.ts
  test('a visitor sees a change at once', async () => {
    const { id, user } = await aTutor(database.db, { bio: 'Before' });
    const name = async () => (await rest.get<{ user: { name: string } }>(`/api/tutors/${id}`)).body.user.name;
    expect([await read(id), await name()]).toEqual(['Before', user.name]);
    const as = await rest.tokenOf(user);
    expect((await rest.call('PUT', '/api/auth/profile', { as, body: { name: 'Nimali Perera' } })).status).toBe(200);
    expect(await name()).toBe('Nimali Perera');
  });

  // spec s14-http.31
  test('a visitor sees what another process has changed', async () => {
    const { id } = await aTutor(database.db, { bio: 'Before' });
    expect(await read(id)).toBe('Before');
    await setBio(id, 'After');
    await database.sql`select pg_notify('news', 'pages')`;
    await expect.poll(() => read(id)).toBe('After');
  });
});
