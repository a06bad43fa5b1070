import { relative } from 'node:path';
import { getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { type CatalogType, getConfig } from '@lingui/conf';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { sentenceKey } from '#shared/domain/sentence-key.ts';

type Compiled = ReturnType<typeof compileMessageOrThrow>;
type Translate = (entry: { english: string; translation: string }) => Compiled | undefined;

/** A message without parameters and plurals, whose text is its id in the code. */
export const isPlain = (sentence: string): boolean => {
  const [text, ...others] = compileMessageOrThrow(sentence);
  return text === sentence && others.length === 0;
};

const fromTranslators: Translate = ({ translation }) => (translation === '' ? undefined : compileMessageOrThrow(translation));

/** Compiles `*.po`. Replaces Lingui's plugin, which supports only Lingui's own ids. */
export const catalogueFiles = (translate = fromTranslators): Plugin => ({
  name: 'vidya:catalogue-files',
  enforce: 'pre',
  // The macros are no modules that could be bundled beforehand.
  config: () => ({ optimizeDeps: { exclude: ['@lingui/core/macro', '@lingui/react/macro'] } }),
  transform: {
    filter: { id: /\.po$/ },
    async handler(_, id) {
      const config = getConfig();
      const found = getCatalogForFile(relative(config.rootDir ?? '', id), await getCatalogs(config));
      if (!found) throw new Error(`${id} is in no catalogue of lingui.config.ts`);
      const messages = compileCatalogue((await found.catalog.read(found.locale)) ?? {}, translate);
      return { code: `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))});`, map: null, moduleType: 'js' };
    },
  },
});

/** Keyed by the id that `i18n._` is called with (`sentenceKey`). */
function compileCatalogue(stored: CatalogType, translate: Translate): Record<string, Compiled> {
  const compiled = new Map<string, Compiled>();
  for (const [id, { message, context, translation = '' }] of Object.entries(stored)) {
    const text = translate({ english: message ?? id, translation });
    if (!text) continue;
    // Sentences of `src/shared` and `src/server` have no id but their text, by which they are recognised.
    const key = message !== undefined && !context && isPlain(message) ? sentenceKey(message) : id;
    if (compiled.has(key)) throw new Error(`“${message}” has the key of another sentence: reword it`);
    compiled.set(key, text);
  }
  return Object.fromEntries(compiled);
}
