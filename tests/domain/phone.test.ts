import { describe, expect, test } from 'vitest';
import { phoneOrNone } from '#shared/contracts/auth.ts';
import { VALIDATION } from '#shared/messages.ts';
import { isPhone, toTenDigits } from '#shared/vocabulary/phone.ts';

// spec s12-ways.3 | S12 A | +94, 0094, 94, spaces, dashes and brackets make the same ten digits, which alone are stored |
//   src/shared/vocabulary/phone.ts, src/shared/contracts/auth.ts
describe('a phone number', () => {
  test.each([
    '0771234567',
    '077 123 4567',
    '077-123-4567',
    '(077) 123 4567',
    '+94771234567',
    '+94 77 123 4567',
    '+94 (0)77 123 4567',
    '0094771234567',
    '94771234567',
    '\u202A+94\u00A077\u2011123\u20114567\u202C',
  ])('%s is 0771234567', (typed) => {
    expect([toTenDigits(typed), isPhone(typed), phoneOrNone.parse(` ${typed} `)]).toEqual(['0771234567', true, '0771234567']);
  });

  test('that begins with 94 and has ten digits stays as it is', () => {
    expect(toTenDigits('9412345678')).toBe('9412345678');
  });

  // spec validation.3
  test.each(['077123456', '07712345678', '+9477123456', '+44 20 7946 0958', '077 call me', '+', '077/1234567'])(
    '%s is refused, as typed',
    (typed) => {
      expect([toTenDigits(typed), isPhone(typed)]).toEqual([typed, false]);
      expect(phoneOrNone.safeParse(typed).error?.issues[0]?.message).toBe(VALIDATION.phone);
    },
  );

  test('may be left empty, which is no number', () => {
    expect([phoneOrNone.parse(' '), isPhone('')]).toEqual(['', false]);
  });
});
