import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { knownDevices } from '#db/schema/devices.ts';
import { NO_CLIENT } from '#server/core/context.ts';
import { createMailedLink, openMailedLink } from '#server/core/mailed-links.ts';
import { createReset, createResetRequest, findResetByLink, tryResetCode } from '#server/core/password-resets.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { rememberDevice } from '#server/features/auth/sessions.commands.ts';
import { createSealer, createSigner } from '#server/infra/app-secret.ts';
import { createFileLinks } from '#server/infra/file-links.ts';
import { CODES } from '#shared/vocabulary/account-limits.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW } from '#tests/support/factories.ts';

const OLD = '7a4e0c91b85d2f63e10a9c47d8b2356f';
const NEW = 'd25b8f60e3a7194c06e91d7f3ab84c52';

const before = createSigner(OLD);
const during = createSigner(NEW, OLD);
const after = createSigner(NEW);

const database = useDatabase();

describe('while APP_SECRET_PREVIOUS is set', () => {
  // spec s8-development.8 | S8 H | `APP_SECRET_PREVIOUS` is accepted for reading: signatures, links of files, sealed secrets, mailed links and
  //   devices | src/server/infra/app-secret.ts, src/server/infra/app-secret.ts
  it('earlier signatures are still accepted, and new ones use the new secret', () => {
    const signed = before.mac('unsubscribe', 'somebody');
    expect([during, after].map((signer) => signer.verifyMac(signed, 'unsubscribe', 'somebody'))).toEqual([true, false]);
    expect(during.verifyMac(signed, 'export', 'somebody')).toBe(false);
    expect(during.mac('unsubscribe', 'somebody')).toBe(after.mac('unsubscribe', 'somebody'));
    expect(during.listMacs('unsubscribe', 'somebody')).toEqual([after.mac('unsubscribe', 'somebody'), signed]);
  });

  it('earlier sealed values can be opened, and new ones are opened without the old secret', () => {
    const sealed = createSealer(OLD).seal('webhook', 'whsec_1');
    expect([createSealer(NEW, OLD), createSealer(NEW)].map((sealer) => sealer.open('webhook', sealed))).toEqual(['whsec_1', null]);
    expect(createSealer(NEW).open('webhook', createSealer(NEW, OLD).seal('webhook', 'whsec_2'))).toBe('whsec_2');
  });

  it('an earlier link of a file still works', () => {
    const link = new URL(createFileLinks({ secret: OLD }).url('documents/a.pdf', NOW), 'https://vidya.example');
    const query = Object.fromEntries(link.searchParams);
    const canRead = (links: ReturnType<typeof createFileLinks>) => links.canRead('documents/a.pdf', query, NOW);
    expect(canRead(createFileLinks({ secret: NEW, previousSecret: OLD }))).toBe(true);
    expect(canRead(createFileLinks({ secret: NEW }))).toBe(false);
  });

  // spec s8-development.8
  it('an earlier mailed link confirms the address, although only its hash is stored', async () => {
    const { id: userId, email } = await aStudent(database.db);
    const ctx = contextAs(database, null);
    const token = await createMailedLink({ ...ctx, signer: before }, { userId, email, purpose: 'email_confirmation' });
    expect(await openMailedLink({ ...ctx, signer: after }, token)).toBeNull();
    expect(await openMailedLink({ ...ctx, signer: during }, token)).toMatchObject({ userId, isFirst: true });
  });

  it('an earlier reset is completed by the browser that started it, and by its link', async () => {
    const { id: userId, email } = await aStudent(database.db);
    const ctx = contextAs(database, null);
    const { requestId, asker } = createResetRequest({ ...ctx, signer: before });
    const reset = await createReset({ ...ctx, signer: before }, { userId, email, askedAt: ctx.now(), asker });
    const { code, token } = reset ?? { code: '', token: '' };
    expect(await findResetByLink({ ...ctx, signer: after }, token)).toBeNull();
    expect(await findResetByLink({ ...ctx, signer: during }, token)).toMatchObject({ userId });
    expect(await tryResetCode({ ...ctx, signer: after }, { email, requestId, code })).toBeNull();
    expect(await tryResetCode({ ...ctx, signer: during }, { email, requestId, code })).toMatchObject({ userId });
  });

  // spec s8-limits.16 | S8 D, H | With another APP_SECRET and the old one as APP_SECRET_PREVIOUS devices stay known, and resets that were begun can
  //   be finished | src/server/core/devices.ts, src/server/core/password-resets.ts
  it('a known device is recognized, and is stored under the new secret from then on', async () => {
    const { id: userId } = await aStudent(database.db);
    const client = { ...NO_CLIENT, address: '192.0.2.7', userAgent: 'A browser', device: 'a-device-of-somebody', hasDeviceCookie: true };
    const signIn = (signer: typeof before) => inUnitOfWork({ ...contextAs(database, null), client, signer }, (unit) => rememberDevice(unit, userId));
    expect([await signIn(before), await signIn(during), await signIn(after)]).toEqual([true, false, false]);
    expect(await database.db.select().from(knownDevices).where(eq(knownDevices.userId, userId))).toHaveLength(2);
  });

  // spec s8-limits.16
  it('a program without cookies, and a browser without the id of its request, complete an earlier reset', async () => {
    const { id: userId, email } = await aStudent(database.db);
    const program = { ...NO_CLIENT, address: '192.0.2.8', userAgent: 'A program' };
    const browser = { ...NO_CLIENT, address: '192.0.2.9', userAgent: 'A browser', device: 'a-device-of-somebody', hasDeviceCookie: true };
    for (const client of [program, browser]) {
      const ctx = { ...contextAs(database, null), client };
      const { asker } = createResetRequest({ ...ctx, signer: before });
      const reset = await createReset({ ...ctx, signer: before }, { userId, email, askedAt: ctx.now(), asker });
      expect(await tryResetCode({ ...ctx, signer: during }, { email, code: reset?.code ?? '' })).toMatchObject({ userId });
    }
  });

  // spec s8-limits.16
  it('mails requested by strangers do not delay the one to a device that was known before', async () => {
    const { id: userId, email } = await aStudent(database.db);
    const client = { ...NO_CLIENT, address: '192.0.2.7', userAgent: 'A browser', device: 'a-device-of-somebody', hasDeviceCookie: true };
    const ctx = { ...contextAs(database, null), client };
    await inUnitOfWork({ ...ctx, signer: before }, (unit) => rememberDevice(unit, userId));
    const orderBy = (from: typeof client) => {
      const now = { ...ctx, signer: during, client: from };
      return createReset(now, { userId, email, askedAt: now.now(), asker: createResetRequest(now).asker });
    };
    for (let index = 0; index < CODES.resetsOfStrangers; index += 1) await orderBy({ ...client, device: `stranger ${index}` });
    expect(await orderBy({ ...client, device: 'another stranger' })).toBeNull();
    expect(await orderBy(client)).not.toBeNull();
  });
});
