import { relative } from 'node:path';
import { getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = [...'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ'];
/** Doubled, a sentence is about 40% longer. */
const DOUBLED = 'aeinorAEIO';
/** Where a sentence begins and ends: one that was put together of others, or is cut, is seen. */
export const [BEGIN, END] = ['⟦', '⟧'];
const ELEMENT = /(<\/?\w+\/?>)/;

/** Every `*.po` becomes a catalogue of accented, longer English: what stays plain on a page stands in none. */
export const pseudoCatalogues = (): Plugin => ({
  name: 'vidya:pseudo-catalogues',
  enforce: 'pre',
  transform: {
    filter: { id: /\.po$/ },
    async handler(_, id) {
      const config = getConfig();
      const found = getCatalogForFile(relative(config.rootDir ?? '', id), await getCatalogs(config));
      if (!found) throw new Error(`${id} is in no catalogue of lingui.config.ts`);
      const stored = (await found.catalog.read(found.locale)) ?? {};
      const messages = Object.fromEntries(Object.entries(stored).map(([key, { message }]) => [key, pseudoMessage(message ?? key)]));
      return { code: `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))});`, map: null, moduleType: 'js' };
    },
  },
});

/** Parameters, elements and the syntax of ICU stay. */
const pseudoMessage = (english: string) => [BEGIN, ...compileMessageOrThrow(english, accented), END];

export const accented = (text: string): string =>
  text
    .split(ELEMENT)
    .map((part, index) => (index % 2 === 1 ? part : [...part].map(accentedLetter).join('')))
    .join('');

function accentedLetter(letter: string): string {
  const found = ACCENTED[PLAIN.indexOf(letter)] ?? letter;
  return DOUBLED.includes(letter) ? found + found : found;
}
