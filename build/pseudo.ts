import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = [...'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ'];
/** Doubled, a sentence is about 40% longer. */
const DOUBLED = 'aeinorAEIO';
/** Where a sentence begins and ends: one that was put together of others, or is cut, is seen. */
export const [BEGIN, END] = ['⟦', '⟧'];
const ELEMENT = /(<\/?\w+\/?>)/;

/** Accented, longer English in place of translations: what stays plain on a page stands in no catalogue. Parameters, elements and the syntax of ICU stay. */
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
