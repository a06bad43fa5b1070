import { describe, expect, test } from 'vitest';
import { createTopicInput } from '#shared/contracts/catalogue.ts';
import { cleanAliases, splitAliases } from '#shared/domain/aliases.ts';

// spec s11-search.10 | S11 2 | Aliases are stored in NFC with single spaces, without empty ones, those that differ only in case, and the name itself |
//   src/shared/domain/aliases.ts
describe('aliases', () => {
  test.each([
    ['with blanks around and inside', [' Maths  for\tall '], ['Maths for all']],
    ['that are empty', ['', '  ', 'Maths'], ['Maths']],
    ['that differ only in case', ['Maths', 'MATHS', 'maths', 'Sums'], ['Maths', 'Sums']],
    ['that are the name', ['mathematics', ' Mathematics '], []],
    ['in parts', ['cafe\u0301', 'caf\u00e9'], ['caf\u00e9']],
    ['in Sinhala and Tamil', ['ගණිතය', 'கணிதம்'], ['ගණිතය', 'கணிதம்']],
  ])('%s', (_, sent, stored) => {
    expect(cleanAliases(sent, 'Mathematics')).toEqual(stored);
    expect(cleanAliases(stored, 'Mathematics')).toEqual(stored);
  });

  test('are typed with commas between them', () => {
    expect(splitAliases(' Maths, ,ගණිතය,')).toEqual(['Maths', 'ගණිතය']);
    expect(splitAliases('')).toEqual([]);
  });
});

// spec s11-search.11 | S11 Bad input | An entry has at most 20 aliases of at most 150 characters, each with a letter; what is wrong stands beside the
//   field | src/shared/contracts/catalogue.ts, src/db/schema/catalogue.ts
describe('the limits of aliases', () => {
  const listMessages = (aliases: unknown) =>
    createTopicInput.safeParse({ name: 'Waves', subject: 'physics', aliases }).error?.issues.map(({ message }) => message) ?? [];
  const names = (count: number) => Array.from({ length: count }, (_, index) => `Name ${index}`);

  test.each([
    ['20 of them', names(20), []],
    ['21 of them', names(21), ['Other names cannot have more than 20 entries']],
    ['150 characters', ['x'.repeat(150)], []],
    ['150 characters in twice as many parts', ['e\u0301'.repeat(150)], []],
    ['151 characters', ['x'.repeat(151)], ['Other name cannot be longer than 150 characters']],
    ['numbers and a letter', ['11b'], []],
    ['no letter', ['11'], ['Each other name needs at least one letter']],
    ['marks only', ['+ - /'], ['Each other name needs at least one letter']],
    ['a letter that cannot be seen', ['\u3164'], ['Each other name needs at least one letter']],
    ['an empty one, which is left out', [''], []],
    ['no text', [5], ['Invalid input']],
    ['no list', 'Maths', ['Invalid input']],
  ])('%s', (_, aliases, messages) => {
    expect(listMessages(aliases)).toEqual(messages);
  });
});
