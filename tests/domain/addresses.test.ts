import { describe, expect, test } from 'vitest';
import { addressesOf } from '#db/addresses.ts';
import { readConfig } from '#server/config.ts';
import { toTRPCError } from '#server/core/errors.ts';

// spec s13-faults.55 | S13 6 | DATABASE_URL may name several servers, separated by commas; each has its own port | src/db/addresses.ts
describe('an address of PostgreSQL', () => {
  test.each([
    ['postgres://a:b@one/vidya', ['postgres://a:b@one/vidya']],
    ['postgres://a:b@one:1,two:2/vidya', ['postgres://a:b@one:1/vidya', 'postgres://a:b@two:2/vidya']],
    [
      'postgres://a:b@one,[::1]:2/vidya?sslmode=require',
      ['postgres://a:b@one/vidya?sslmode=require', 'postgres://a:b@[::1]:2/vidya?sslmode=require'],
    ],
    [
      'postgresql://one,two/vidya?target_session_attrs=read-write&sslmode=require',
      ['postgresql://one/vidya?sslmode=require', 'postgresql://two/vidya?sslmode=require'],
    ],
    ['postgres:///vidya?host=/run/postgresql', ['postgres:///vidya?host=/run/postgresql']],
  ])('%s leads to %j', (url, addresses) => {
    expect(addressesOf(url)).toEqual(addresses);
  });

  test('is accepted with several servers, and refused when one of them is none', () => {
    const read = (url: string) => readConfig({ DATABASE_URL: url }, 'development').databaseUrl;
    expect(read('postgres://a:b@one:1,two:2/vidya')).toBe('postgres://a:b@one:1,two:2/vidya');
    expect(() => read('postgres://a:b@one:1,/vidya')).toThrow('DATABASE_URL must be a PostgreSQL address');
    expect(() => read('postgres://a:b@one:1,two:x/vidya')).toThrow('DATABASE_URL must be a PostgreSQL address');
  });
});

// spec s13-faults.52
test('a server that takes no writes is unavailable for now, and no failure of ours', () => {
  const error = toTRPCError(Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }), 'Failed to save');
  expect([error.code, error.message]).toEqual(['SERVICE_UNAVAILABLE', 'Failed to save']);
});
