import { expect, test } from 'vitest';
import { translated } from '#shared/domain/translated.ts';

const WORDS: Record<string, string> = { 'Not found': 'හමු නොවීය', 'Please contact {email}.': '{email} අමතන්න.', Ab3dEf: 'Find' };
const i18n = {
  locale: 'si',
  messages: WORDS,
  _: (id: string, values: Record<string, string | number> = {}) => (WORDS[id] ?? id).replace('{email}', String(values.email)),
};

// spec s15-refusals.1 | S15 3 | A sentence of the server is shown in the language of the page, with what the server has put into it |
//   src/shared/domain/translated.ts, src/client/lib/rpc/errors.ts, src/client/lib/forms/field-errors.ts, src/client/ui/toast-stack.tsx
test.each([
  ['Not found', {}, 'හමු නොවීය'],
  ['Please contact help@vidya.lk.', { email: 'help@vidya.lk' }, 'help@vidya.lk අමතන්න.'],
  ['Please contact us.', { email: 'help@vidya.lk' }, 'Please contact us.'],
  ['Nobody has translated this', {}, 'Nobody has translated this'],
  ['constructor', {}, 'constructor'],
])('%s', (sentence, params, shown) => {
  expect(translated(i18n, sentence, params)).toBe(shown);
});
