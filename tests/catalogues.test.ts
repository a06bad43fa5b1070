import { expect, test } from 'vitest';
import { partsOf, readCatalogues } from '#build/catalogues.ts';

const catalogues = await readCatalogues();
/** Of the other language. */
const OTHER_SCRIPTS: Record<string, RegExp> = { si: /\p{Script=Tamil}/u, ta: /\p{Script=Sinhala}/u };

// spec s15-catalogues.1 | S15 1 | Each catalogue has all sentences of the code that it covers, and no others; `npm run i18n:extract` writes them |
//   lingui.config.ts, build/catalogues.ts
test.each(catalogues)('$name in $locale has all sentences, and no others', ({ sentences, unused }) => {
  expect(sentences.length).toBeGreaterThan(0);
  expect(sentences.filter(({ translation }) => translation === '').map(({ english }) => english)).toEqual([]);
  expect(unused).toEqual([]);
});

// spec s15-catalogues.2 | S15 1 | A translation is a valid message with the parameters and elements of the English one | build/catalogues.ts
test.each(catalogues)('each sentence of $name in $locale has the parameters and elements of the English one', ({ sentences }) => {
  for (const { english, translation } of sentences) expect(partsOf(translation), english).toEqual(partsOf(english));
});

test('a parameter or an element that is lost is found, and so is a message that cannot be read', () => {
  expect(partsOf('Hello {name}, see <0>this</0>')).toEqual(['</0>', '<0>', '{name}']);
  expect(partsOf('{count, plural, one {# of {total}} other {# of {total}}}')).toEqual(['{count}', '{total}']);
  expect(() => partsOf('{count, plural, one {#}')).toThrow();
});

// spec s15-catalogues.3 | S15 6 | Sinhala stands in the Sinhala catalogue and Tamil in the Tamil one: a line pasted into the wrong file is found |
//   build/catalogues.ts
test.each(catalogues)('$name in $locale has nothing of the other script', ({ locale, sentences }) => {
  for (const { translation } of sentences) expect(translation).not.toMatch(OTHER_SCRIPTS[locale] ?? /^/);
});
