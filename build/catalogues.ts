import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { parse, type Token } from '@messageformat/parser';

/** A sentence of the code with its translation in a catalogue. */
export type Sentence = { id: string; english: string; translation: string; hasContext: boolean; isReviewed: boolean };
export type LocaleCatalogue = { name: string; locale: string; sentences: Sentence[]; unused: string[] };

const NEEDS_REVIEW = 'needs review';

/** Reads the sentences of the code again, together with the translations in the `.po` files. */
export async function readCatalogues(): Promise<LocaleCatalogue[]> {
  const config = getConfig();
  const found: LocaleCatalogue[] = [];
  for (const catalogue of await getCatalogs(config)) {
    const inCode = (await catalogue.collect()) ?? {};
    for (const locale of config.locales) {
      const stored = (await catalogue.read(locale)) ?? {};
      const sentences = Object.entries(inCode).map(([id, { message = id, context }]): Sentence => {
        const { translation = '', extra } = stored[id] ?? {};
        return { id, english: message, translation, hasContext: Boolean(context), isReviewed: !commentsIn(extra).includes(NEEDS_REVIEW) };
      });
      const unused = Object.entries(stored).flatMap(([id, { message = id }]) => (id in inCode ? [] : [message]));
      found.push({ name: catalogue.path.split('/').at(-2) ?? '', locale, sentences, unused });
    }
  }
  return found;
}

/** Lines that begin with `# ` in the file. */
function commentsIn(extra: unknown): readonly unknown[] {
  const { translatorComments } = Object(extra);
  return Array.isArray(translatorComments) ? translatorComments : [];
}

/** What a translation has to contain too: parameters, and the numbers of elements. Throws for an invalid ICU message. */
export function partsOf(message: string): string[] {
  const parts = new Set<string>();
  const collect = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === 'content') for (const [tag] of token.value.matchAll(/<\/?\d+\/?>/g)) parts.add(tag);
      if ('arg' in token) parts.add(`{${token.arg}}`);
      if ('cases' in token) for (const { tokens: inner } of token.cases) collect(inner);
    }
  };
  collect(parse(message));
  return [...parts].sort();
}
