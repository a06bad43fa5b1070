import { randomBytes } from 'node:crypto';
import { describe, expect, it, test, vi } from 'vitest';
import { ConfigError, givenBackupKey, readConfig } from '#server/config.ts';
import { isGuessable } from '#server/config-secret.ts';
import { expectBelow } from '#tests/support/measured.ts';

const RANDOM = 'b9f04d1e7ac35286e1d90b74f3a8652cd7140fe96b3a82c5';
const OTHER = '5c28a3b69ef0417dc2568a3f47b09d1e68253ca7e1d40f9b';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env, 'development');
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('APP_SECRET', () => {
  // spec s8-development.7 | S8 H | An `APP_SECRET` that repeats, runs in a row or is made of words is refused with how to make one; 32 random bytes
  //   in hex or base64 always pass | src/server/config-secret.ts
  test.each([
    ['one character', 'a'.repeat(64)],
    ['two characters', 'ab'.repeat(32)],
    ['a word again and again', 'changeme'.repeat(6)],
    ['the same twice', '4f9a1c7e4f9a1c7e'.repeat(4)],
    ['digits in a row', '12345678901234567890123456789012'],
    ['letters in a row', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['letters in a row backwards', 'zyxwvutsrqponmlkjihgfedcba9876543210'],
    ['keys in a row', 'qwertyuiopasdfghjklzxcvbnm1234567890'],
    ['hex in a row', '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
    ['a sentence', 'please change this secret before production'],
    ['a sentence without spaces', 'this-is-a-very-long-secret-key-for-vidya'],
    ['a placeholder', 'replace_me_with_at_least_32_random_bytes'],
    ['a word and padding', 'for-tests-only-xxxxxxxxxxxxxxxxxxxxxxxxx'],
    ['a password with a year', 'Password2026!Password2026!Password2026!'],
    ['zeros of a UUID', '00000000-0000-0000-0000-000000000000'],
  ])('is refused: %s', (_, secret) => {
    expect(problemsOf({ APP_SECRET: secret })).toEqual([
      'APP_SECRET is too easy to guess: it must be at least 32 random bytes, such as the output of: openssl rand -hex 32',
    ]);
  });

  // spec s8-development.7
  it.each(['hex', 'base64', 'base64url'] as const)('is always taken when it is 32 random bytes in %s', (encoding) => {
    const refused = Array.from({ length: 5_000 }, () => randomBytes(32).toString(encoding)).filter(isGuessable);
    expect(refused).toEqual([]);
  });

  it('is taken when it is nine words that somebody has drawn', () => {
    expect(isGuessable('kettle orbit mango violin harbour pepper lantern cobalt thimble')).toBe(false);
  });

  it('is judged at once, however long it is', () => {
    const began = performance.now();
    expect(isGuessable('ab1'.repeat(3_000))).toBe(true);
    expect(isGuessable(randomBytes(3_000).toString('hex'))).toBe(false);
    expectBelow(performance.now() - began, 1_000);
  });
});

describe('APP_SECRET_PREVIOUS', () => {
  it('is none where nothing is configured', () => {
    expect(readConfig({ APP_SECRET: RANDOM }, 'development').previousSecret).toBeNull();
  });

  it('is read, even one that would be refused today: it may be why there is another', () => {
    expect(readConfig({ APP_SECRET: RANDOM, APP_SECRET_PREVIOUS: OTHER }, 'development').previousSecret).toBe(OTHER);
    expect(readConfig({ APP_SECRET: RANDOM, APP_SECRET_PREVIOUS: 'a'.repeat(32) }, 'development').previousSecret).toBe('a'.repeat(32));
  });

  // spec s8-development.9 | S8 H | It must be long enough, another one, and come with its successor | src/server/config.ts
  it('must be long enough, and another one', () => {
    expect(problemsOf({ APP_SECRET: RANDOM, APP_SECRET_PREVIOUS: 'short' })).toEqual(['APP_SECRET_PREVIOUS must be at least 32 bytes long']);
    expect(problemsOf({ APP_SECRET: RANDOM, APP_SECRET_PREVIOUS: RANDOM })).toEqual([
      'APP_SECRET_PREVIOUS must be another secret than APP_SECRET: the one that it replaces',
    ]);
  });

  it('needs the secret that replaces it', () => {
    expect(problemsOf({ APP_SECRET_PREVIOUS: OTHER })).toEqual(['APP_SECRET_PREVIOUS needs APP_SECRET, the secret that replaces it']);
  });
});

describe('BACKUP_KEY', () => {
  const problemOf = (key: string | undefined): string => {
    vi.stubEnv('BACKUP_KEY', key);
    try {
      return givenBackupKey(readConfig({ APP_SECRET: RANDOM }, 'development'));
    } catch (error) {
      return String(error);
    } finally {
      vi.unstubAllEnvs();
    }
  };

  // spec s13-backup.7 | S13 3 | Backups are encrypted with a key of their own, which nobody can guess | src/server/config.ts
  it('is required, random, and not APP_SECRET', () => {
    expect(problemOf(OTHER)).toBe(OTHER);
    expect(problemOf(undefined)).toContain('BACKUP_KEY is required');
    expect(problemOf('short')).toContain('BACKUP_KEY is too easy to guess: it must be at least 32 random bytes');
    expect(problemOf('changeme'.repeat(6))).toContain('BACKUP_KEY is too easy to guess');
    expect(problemOf(RANDOM)).toContain('BACKUP_KEY must be a key of its own, not APP_SECRET');
  });
});
