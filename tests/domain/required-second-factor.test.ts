import { expect, test } from 'vitest';
import { isSecondFactorDue, needsSecondFactor } from '#shared/domain/second-factor.ts';

test.each([
  ['admin', true, true],
  ['admin', false, false],
  ['tutor', true, false],
  ['student', true, false],
  [null, true, false],
] as const)('the role %s, where admins need a second factor: %s, needs one: %s', (role, adminsNeedSecondFactor, needs) => {
  const policy = { adminsNeedSecondFactor };
  expect(needsSecondFactor(role, policy)).toBe(needs);
  expect(isSecondFactorDue({ role, hasSecondFactor: false }, policy)).toBe(needs);
  expect(isSecondFactorDue({ role, hasSecondFactor: true }, policy)).toBe(false);
});
