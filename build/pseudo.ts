import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = [...'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ'];
/** With vowels doubled, a sentence is about 40% longer. */
const DOUBLED = 'aeinorAEIO';
/** Marks the beginning and the end of a sentence, so that concatenated and truncated sentences are visible. */
export const [BEGIN, END] = ['⟦', '⟧'];
const ELEMENT = /(<\/?\w+\/?>)/;

/** Accented, longer English in place of translations: plain text on a page is missing in the catalogues. Keeps parameters, elements and ICU syntax. */
export const pseudoMessage = ({ english }: { english: string }) => [BEGIN, ...compileMessageOrThrow(english, accented), END];

export const accented = (text: string): string =>
  text
    .split(ELEMENT)
    .map((part, index) => (index % 2 === 1 ? part : [...part].map(accentedLetter).join('')))
    .join('');

function accentedLetter(letter: string): string {
  const found = ACCENTED[PLAIN.indexOf(letter)] ?? letter;
  return DOUBLED.includes(letter) ? found + found : found;
}
