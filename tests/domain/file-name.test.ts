import { describe, expect, it } from 'vitest';
import { shownFileName } from '#shared/domain/file-name.ts';

// spec rest-uploads.9
describe('the name of a file in a sentence', () => {
  it.each([
    ['degree.jpg', 'degree.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\Nimal\\degree.jpg', 'degree.jpg'],
    ['folder/', ''],
    ['  ', ''],
    ['a\r\nSet-Cookie: b\t\u0000.jpg', 'aSet-Cookie: b.jpg'],
    ['cv\u202Egpj.exe\u2066\u200F\uFEFF', 'cvgpj.exe'],
    ['one\u2028two\u2029', 'onetwo'],
    ['half \uD83D', 'half'],
    ['ශ්\u200Dරී ලංකා සහතිකය.jpg', 'ශ්\u200Dරී ලංකා සහතිකය.jpg'],
  ])('of %j is %j', (sent, shown) => {
    expect(shownFileName(sent)).toBe(shown);
  });

  it('is cut after a hundred signs at most, and never within a character', () => {
    expect(shownFileName('a'.repeat(300))).toBe('a'.repeat(100));
    expect(shownFileName(`${'a'.repeat(99)}🙂.jpg`)).toBe('a'.repeat(99));
    expect(shownFileName(`${'a'.repeat(98)}🙂.jpg`)).toBe(`${'a'.repeat(98)}🙂`);
    expect(shownFileName(`${'a'.repeat(99)}කි.jpg`)).toBe('a'.repeat(99));
    expect(shownFileName(`${'folder'.repeat(60)}/degree.jpg`)).toBe('degree.jpg');
  });
});
