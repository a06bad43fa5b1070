import { describe, expect, test } from 'vitest';
import { shownRecoveryCode, typedCode } from '#shared/domain/second-factor.ts';

describe('typedCode', () => {
  test.each([
    ['123456', { kind: 'totp', code: '123456' }],
    [' 123 456 ', { kind: 'totp', code: '123456' }],
    ['12345', null],
    ['1234567', null],
    ['12345a', null],
    ['abcde-fghjk', { kind: 'recovery_code', code: 'abcdefghjk' }],
    ['ABCDE FGHJK', { kind: 'recovery_code', code: 'abcdefghjk' }],
    ['01234-56789', { kind: 'recovery_code', code: '0123456789' }],
    ['OIL00-11111', { kind: 'recovery_code', code: '0110011111' }],
    ['abcde-fghj', null],
    ['abcde-fghju', null],
    ['', null],
  ])('%j', (text, expected) => {
    expect(typedCode(text)).toEqual(expected);
  });

  test('reads back what is shown', () => {
    expect(typedCode(shownRecoveryCode('0123456789'))).toEqual({ kind: 'recovery_code', code: '0123456789' });
  });
});
