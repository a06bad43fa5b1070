import type { Executor } from '#db/executor.ts';
import type { Ctx } from '#server/core/context.ts';
import type { SuggestInput } from '#shared/contracts/suggestions.ts';
import { splitIntoTokens } from '#shared/domain/search-tokens.ts';
import { correctWord } from '#shared/domain/typos.ts';
import { type ExpandedWord, expandTexts, expandWords, findSimilarWords, OF_CATALOGUE } from './expand.queries.ts';
import { isStorable } from './search-criteria.queries.ts';

/**
 * The active subjects that the words name, by the rules of the tutor search: a name, an alias, a synonym, the sound, or any of these with a typing
 * error. Unlike `suggest` it includes subjects that nobody teaches yet. Some of the words, but not all, may name the category instead.
 */
export async function findNamedSubjects({ db }: Ctx, { text }: SuggestInput): Promise<string[]> {
  if (!isStorable(text)) return [];
  const words = splitIntoTokens(text.normalize('NFC')).map(({ word }) => word);
  const named = await listNamed(db, await expandWords(db, words));
  const subjects = new Map(named.flat().map((entity) => [entity.id, entity]));
  const isNamed = ({ id, parents }: Named) => named.every((entities) => entities.some((entity) => entity.id === id || parents.includes(entity.id)));
  return [...subjects.values()].flatMap((entity) => (entity.kind === 'subject' && entity.scope && isNamed(entity) ? entity.scope : []));
}

type Named = ExpandedWord['matches'][number]['entity'];

async function listNamed(db: Executor, words: readonly ExpandedWord[]): Promise<Named[][]> {
  const known = words.map(onlyNamed);
  const wrong = words.flatMap(({ forms }, index) => (known[index]?.length === 0 ? forms.slice(0, 1) : []).map(({ plain }) => plain));
  if (wrong.length === 0) return known;
  const similar = (await findSimilarWords(db, wrong)).filter(({ tutors }) => tutors >= OF_CATALOGUE);
  const corrections = new Map(wrong.map((plain) => [plain, correctWord(plain, similar)]));
  const expanded = await expandTexts(db, [[...corrections.values()].flat()]);
  const corrected = expanded.flat();
  return words.map(({ forms }, index) => {
    const alternatives = corrections.get(forms[0]?.plain ?? '') ?? [];
    return [...(known[index] ?? []), ...corrected.filter((word) => alternatives.includes(word.forms[0]?.plain ?? '')).flatMap(onlyNamed)];
  });
}

function onlyNamed({ matches }: ExpandedWord): Named[] {
  return matches.map(({ entity }) => entity).filter(({ kind }) => kind === 'subject' || kind === 'category');
}
