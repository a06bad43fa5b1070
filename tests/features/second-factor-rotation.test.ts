import { expect, test } from 'vitest';
import { createCaller } from '#server/api/router.ts';
import { createSealer, createSigner } from '#server/infra/app-secret.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW, signedIn } from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';
import { codeAt } from '#tests/support/second-factors.ts';

const database = useDatabase();
const [OLD, NEW] = ['7a4e0c91b85d2f63e10a9c47d8b2356f', 'd25b8f60e3a7194c06e91d7f3ab84c52'];
const LATER = new Date(NOW.getTime() + 60_000);
test.each([['app'], ['recovery code']])('after a rotation of secrets an earlier login can be completed: %s', async (kind) => {
  const person = await signedIn(database.db, await aStudent(database.db, { passwordHash: PASSWORD_HASH }));
  const api = (secrets: [string, string?], user: typeof person | null, at: Date) =>
    createCaller({ ...contextAs(database, user, { now: () => at }), signer: createSigner(...secrets), sealer: createSealer(...secrets) }).auth;
  const { secret, enrolment } = await api([OLD], person, NOW).beginApp();
  const { recoveryCodes } = await api([OLD], person, NOW).enableApp({ enrolment, code: codeAt(secret, NOW) });
  // Challenge made under NEW alone, so that only the factor itself can refuse.
  const fresh = await api([NEW], null, LATER).beginLogin({ email: person.email, password: PASSWORD, rememberMe: true });
  if (!('secondStep' in fresh)) throw new Error('no step');
  const guess = kind === 'app' ? codeAt(secret, LATER) : (recoveryCodes?.[0] ?? '');
  await expect(api([NEW], null, LATER).completeLogin({ challenge: fresh.secondStep.challenge, code: guess })).rejects.toThrow('This code is wrong');
  const step = await api([OLD], null, LATER).beginLogin({ email: person.email, password: PASSWORD, rememberMe: true });
  if (!('secondStep' in step)) throw new Error('no step');
  const { challenge } = step.secondStep;
  const code = kind === 'app' ? codeAt(secret, LATER) : (recoveryCodes?.[0] ?? '');
  await expect(api([NEW], null, LATER).completeLogin({ challenge, code })).rejects.toThrow();
  expect(await api([NEW, OLD], null, LATER).completeLogin({ challenge, code })).toMatchObject({ user: { id: person.id } });
});
