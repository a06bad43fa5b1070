import { describe, expect, test } from 'vitest';
import { catalogueTexts } from '#shared/domain/catalogue-texts.ts';
import { ENGLISH, translated } from '#shared/domain/texts.ts';

const WORDS: Record<string, string> = {
  'Not found': 'හමු නොවීය',
  'Please contact {email}.': '{email} අමතන්න.',
  'Up to {0} / hour': 'පැයකට {0} දක්වා',
  '{0} cannot be longer than {1} characters': '{0}: අකුරු {1}ට වඩා දිගු විය නොහැක',
  '{0} on {1}': '{1} හි {0}',
  '{0} to {1}': '{0} සිට {1} දක්වා',
  Notes: 'සටහන්',
  'On {0}': '{0} දිනවල',
  '{0} or {1}': '{0} හෝ {1}',
  Saturday: 'සෙනසුරාදා',
  Sunday: 'ඉරිදා',
  Friday: 'සිකුරාදා',
};
const fill = (text: string, values: Record<string, string | number>) => text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
const i18n = {
  locale: 'si',
  messages: WORDS,
  _: (id: string, values: Record<string, string | number> = {}) => fill(WORDS[id] ?? id, values),
};
const t = catalogueTexts(i18n);

// spec s15-refusals.1 | S15 3 | A sentence of the server is shown in the language of the page, with what the server has put into it |
//   src/shared/domain/catalogue-texts.ts, src/client/lib/rpc/errors.ts, src/client/lib/forms/field-errors.ts, src/client/ui/toast-stack.tsx
test.each([
  ['Not found', {}, 'හමු නොවීය'],
  ['Please contact help@vidya.lk.', { email: 'help@vidya.lk' }, 'help@vidya.lk අමතන්න.'],
  ['Please contact us.', { email: 'help@vidya.lk' }, 'Please contact us.'],
  ['Nobody has translated this', {}, 'Nobody has translated this'],
  ['constructor', {}, 'constructor'],
])('%s', (sentence, params, shown) => {
  expect(t.recognise(sentence, params)).toBe(shown);
});

describe('a sentence that was put together in English', () => {
  // spec s15-refusals.2 | S15 3 | It is recognised by the words around its values, and its values are translated too |
  //   src/shared/domain/catalogue-texts.ts
  test.each([
    ['Up to Rs. 2,000 / hour', 'පැයකට රු. 2,000 දක්වා'],
    ['Notes cannot be longer than 500 characters', 'සටහන්: අකුරු 500ට වඩා දිගු විය නොහැක'],
    ['Up to Rs. 2 (two) / hour', 'පැයකට රු. 2 (two) දක්වා'],
  ])('%s', (sentence, shown) => {
    expect(t.recognise(sentence)).toBe(shown);
  });

  // spec s15-refusals.2
  test.each([
    ['On Saturday', 'සෙනසුරාදා දිනවල'],
    ['On Saturday or Sunday', 'සෙනසුරාදා හෝ ඉරිදා දිනවල'],
    ['On Friday, Saturday or Sunday', 'සිකුරාදා, සෙනසුරාදා හෝ ඉරිදා දිනවල'],
    ['On Saturday or Someday', 'On Saturday or Someday'],
  ])('%s, whose few letters count where all of its values are known', (sentence, shown) => {
    expect(t.recognise(sentence)).toBe(shown);
  });

  // spec s15-refusals.2
  test('that people made of the words of labels is looked through once, whatever its length', () => {
    for (const times of [8, 40, 400]) {
      const text = `${'Saturday or Sunday, Monday and '.repeat(times)}whenever`;
      expect(t.recognise(text)).toBe(text);
    }
  });

  test('stays as it is where only a few letters around the values are known', () => {
    expect(t.recognise('The exam is on Monday')).toBe('The exam is on Monday');
    expect(t.recognise('from 9 to 5')).toBe('from 9 to 5');
  });
});

describe('a sentence with values', () => {
  // spec s15-refusals.3 | S15 3 | What functions of both sides write is in the language that they are given, in English where nothing is given |
  //   src/shared/domain/texts.ts, src/shared/domain/catalogue-texts.ts
  test('is written in the language of the texts', () => {
    const price = 'රු. 500';
    expect(t`Up to ${price} / hour`).toBe('පැයකට රු. 500 දක්වා');
    expect(ENGLISH`Up to ${price} / hour`).toBe('Up to රු. 500 / hour');
    expect(t`Nobody has translated ${price}`).toBe('Nobody has translated රු. 500');
  });

  test('leaves constants in English where the catalogue lacks them', () => {
    expect([translated(i18n, 'Notes'), t.of('Notes'), t.of('Other'), ENGLISH.of('Notes')]).toEqual(['සටහන්', 'සටහන්', 'Other', 'Notes']);
  });
});
