import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'src/locales';
const ENTRY = /^msgid (".*"(?:\n".*")*)\nmsgstr (".*"(?:\n".*")*)/gm;

const textOf = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('');

/** The sentences of all catalogues of a language, by their English text. */
export function sentencesIn(locale: string): (english: string) => string {
  const found = new Map<string, string>();
  for (const name of readdirSync(FOLDER).filter((folder) => !folder.includes('.'))) {
    const text = readFileSync(`${FOLDER}/${name}/${locale}.po`, 'utf8');
    for (const [, id = '""', translation = '""'] of text.matchAll(ENTRY)) found.set(textOf(id), textOf(translation));
  }
  return (english) => {
    const sentence = found.get(english);
    if (!sentence) throw new Error(`no catalogue of ${locale} has: ${english}`);
    return sentence;
  };
}
