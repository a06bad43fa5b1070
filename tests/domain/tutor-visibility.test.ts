import { describe, expect, test } from 'vitest';
import { canViewPrivateFields, isPublic } from '#shared/domain/tutor-visibility.ts';
import { VERIFICATION_STATUSES } from '#shared/vocabulary/people.ts';

describe('isPublic', () => {
  test.each(VERIFICATION_STATUSES)('an active tutor unless rejected: %s', (verificationStatus) => {
    expect(isPublic({ accountStatus: 'active', verificationStatus })).toBe(verificationStatus !== 'rejected');
  });

  test.each(VERIFICATION_STATUSES)('a suspended tutor never: %s', (verificationStatus) => {
    expect(isPublic({ accountStatus: 'suspended', verificationStatus })).toBe(false);
  });
});

describe('canViewPrivateFields', () => {
  test.each([
    ['nobody', null, false],
    ['the tutor', { id: 'the tutor', role: 'tutor' }, true],
    ['an admin', { id: 'somebody', role: 'admin' }, true],
    ['another tutor', { id: 'somebody', role: 'tutor' }, false],
    ['a student', { id: 'somebody', role: 'student' }, false],
  ] as const)('%s', (_, viewer, expected) => {
    expect(canViewPrivateFields(viewer, 'the tutor')).toBe(expected);
  });
});
