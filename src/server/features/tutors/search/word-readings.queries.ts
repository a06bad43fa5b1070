import type { Executor } from '#db/executor.ts';
import { allowedTypos, correctWord, editDistance } from '#shared/domain/typos.ts';
import { type ExpandedWord, expandTexts, findSimilarWords, OF_CATALOGUE } from './expand.queries.ts';
import { plainOf, type Word } from './segments.queries.ts';

/** Adjusts the meanings of words by the other words of the text and by the names of tutors. */
export async function readWords(db: Executor, texts: readonly (readonly Word[])[]): Promise<Word[][]> {
  return readSimilarNames(db, await readMusicGrades(db, texts));
}

/** Music exams have eight grades, which are not school grades. */
const isMusicGrade = ({ word }: Word): boolean => /^grade[1-8]$/.test(word);

async function readMusicGrades(db: Executor, texts: readonly (readonly Word[])[]): Promise<Word[][]> {
  const haveGrade = texts.some((words) => words.length > 1 && words.some(isMusicGrade));
  if (!haveGrade) return texts.map((words) => [...words]);
  const [named = []] = await expandTexts(db, [['music', 'dance']]);
  const music = new Set(named.flatMap(({ matches }) => matches.filter(({ match }) => match === 'word').map(({ entity }) => entity.id)));
  const isMusic = ({ entity }: ExpandedWord['matches'][number]) => music.has(entity.id) || entity.parents.some((id) => music.has(id));
  return texts.map((words) => {
    const hasMusic = words.some((word) => !isMusicGrade(word) && word.expanded.matches.some((one) => one.match !== 'prefix' && isMusic(one)));
    if (!hasMusic) return [...words];
    return words.map((word) => (isMusicGrade(word) ? { ...word, expanded: { ...word.expanded, matches: [] } } : word));
  });
}

/** "Pereta" sounds like the beginning of Bharatanatyam and is one letter from Perera, so it means either. */
async function readSimilarNames(db: Executor, texts: readonly (readonly Word[])[]): Promise<Word[][]> {
  const soundOnly = new Set(texts.flat().filter(isOnlySound).map(plainOf));
  if (soundOnly.size === 0) return texts.map((words) => [...words]);
  const similar = await findSimilarWords(db, [...soundOnly]);
  const names = similar.filter(({ tutors }) => tutors < OF_CATALOGUE);
  return texts.map((words) =>
    words.map((word) => {
      const [plain, { expanded }] = [plainOf(word), word];
      const near = soundOnly.has(plain) ? correctWord(plain, names).filter((name) => editDistance(plain, name, 1) === 1) : [];
      const forms = near.map((name) => ({ plain: name, key: '', isLatin: true }));
      return near.length > 0 ? { ...word, expanded: { ...expanded, forms: [...expanded.forms, ...forms] } } : word;
    }),
  );
}

/** The word matches by sound only: its spelling differs by two letters or by the script. */
function isOnlySound(word: Word): boolean {
  const [plain, { matches, forms }] = [plainOf(word), word.expanded];
  const met = matches.filter(({ match }) => match !== 'prefix');
  const isOther = (known: string) => editDistance(plain, known, 1) > 1;
  return forms[0]?.isLatin === true && allowedTypos(plain) > 0 && met.length > 0 && met.every((one) => one.match === 'sound' && isOther(one.word));
}
