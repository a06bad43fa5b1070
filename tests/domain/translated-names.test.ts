import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCatalogues } from '#build/catalogues.ts';
import { TRANSLATED_PLACES } from '#shared/vocabulary/places.ts';

const migration = readFileSync('drizzle/0029_places_and_synonyms.sql', 'utf8');
const catalogues = (await readCatalogues()).filter(({ name }) => name === 'shared');

/** As the search knows them. */
function namesOf(place: string): string[] {
  const keys = [...migration.matchAll(/\('([a-z\d-]+)', '[a-z-]+-district', '([^\n]*?)', [\d.]+, [\d.]+\)/g)].flatMap(([, key, name]) =>
    name === place ? [key] : [],
  );
  return keys.flatMap((key) => [...migration.matchAll(new RegExp(`\\('${key}', '([^\\n]*?)'\\)`, 'g'))].map(([, name = '']) => name));
}

// spec s15-names.1 | S15 7 | A place is shown by a name that the search finds it by | src/shared/vocabulary/places.ts
test.each(catalogues)('each place has in $locale a name that the search knows', ({ sentences }) => {
  const translations = new Map(sentences.map(({ id, translation }) => [id, translation]));
  for (const place of TRANSLATED_PLACES) expect(namesOf(place), place).toContain(translations.get(place));
});

test('the 25 districts are among them', () => {
  const districts = [...migration.matchAll(/\('([a-z-]+-district)', '\1', '([^\n]*?)',/g)].map(([, , name]) => name);
  expect(districts).toHaveLength(25);
  expect(districts.filter((name) => !TRANSLATED_PLACES.includes(name ?? ''))).toEqual([]);
});
