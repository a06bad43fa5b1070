import { describe, expect, test } from 'vitest';
import { newPasswordProblem, type PasswordOwner } from '#shared/domain/new-password.ts';

const common = new Set(['password', 'sunshine']);
const problem = (password: string, owner: Partial<PasswordOwner> = {}) =>
  newPasswordProblem(password, { name: 'Kamal Perera', email: 'k.fernando77@example.lk', ...owner }, (lowerCase) => common.has(lowerCase));

describe('newPasswordProblem', () => {
  test.each([
    ['a common password is refused', 'password', 'auth.password_common'],
    ['in whatever case', 'PassWord', 'auth.password_common'],
    ['one that only holds a common password is not', 'sunshine-and-rain', null],
    ['the first name is refused', 'kamal2026!', 'auth.password_personal'],
    ['the last name inside a word is refused', 'xxPERERAxx', 'auth.password_personal'],
    ['a word of the address is refused', 'fernando-1990', 'auth.password_personal'],
    ['the part before the @ as a whole is refused', '12k.fernando77', 'auth.password_personal'],
    ['the domain is everybody’s', 'example-of-rain', null],
    ['anything else is fine', 'monsoon-2026', null],
  ])('%s', (_, password, expected) => {
    expect(problem(password)).toBe(expected);
  });

  test('words of fewer than three letters do not count, words of three do', () => {
    expect(problem('old-rain', { name: 'Al De', email: 'ol@example.lk' })).toBeNull();
    expect(problem('annex-rain', { name: 'Ann De' })).toBe('auth.password_personal');
  });

  // spec s8-passwords.2 | S8 E | So is one that holds a word of the own name or address of three letters or more, whatever the script |
  //   src/shared/domain/new-password.ts
  test('letters of every script count, however they are composed', () => {
    expect(problem('xx-නිමල්-99', { name: 'නිමල් සිල්වා' })).toBe('auth.password_personal');
    expect(problem('JOSE\u0301phine', { name: 'Jos\u00e9' })).toBe('auth.password_personal');
    expect(problem('ＫＡＭＡＬ-99')).toBe('auth.password_personal');
  });

  test('nothing known of the owner refuses nothing', () => {
    expect(problem('monsoon', { name: '', email: '' })).toBeNull();
  });

  test('admins need twelve characters', () => {
    expect(problem('rainy-days1', { role: 'admin' })).toBe('auth.password_admin');
    expect(problem('rainy-days12', { role: 'admin' })).toBeNull();
    expect(problem('rainy', { role: 'tutor' })).toBeNull();
  });
});
