import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'src/locales';
const ENTRY = /^(?:msgctxt (".*")\n)?msgid (".*"(?:\n".*")*)\nmsgstr (".*"(?:\n".*")*)/gm;

const keyOf = (english: string, context: string): string => `${context}\n${english}`;

const textOf = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('');

/** The sentences of all catalogues of a language, by their English text and, where the code gives one, their context. */
export function sentencesIn(locale: string): (english: string, context?: string) => string {
  const found = new Map<string, string>();
  for (const { name } of readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const text = readFileSync(`${FOLDER}/${name}/${locale}.po`, 'utf8');
    for (const [, context = '""', id = '""', translation = '""'] of text.matchAll(ENTRY))
      found.set(keyOf(textOf(id), textOf(context)), textOf(translation));
  }
  return (english, context = '') => {
    const sentence = found.get(keyOf(english, context));
    if (!sentence) throw new Error(`no catalogue of ${locale} has: ${english}`);
    return sentence;
  };
}
