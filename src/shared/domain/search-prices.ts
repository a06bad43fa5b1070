import { LIMITS } from '#shared/vocabulary/limits.ts';
import { lengthOf, type Token } from './search-tokens.ts';

const BEFORE = [
  ...['under', 'below', 'less than', 'up to', 'upto', 'max', 'maximum', 'within', 'cheaper than'],
  ...['no more than', 'not more than', 'not over', 'not above'],
];
const AFTER = ['අඩු', 'අඩුවෙන්', 'දක්වා', 'வரை', 'குறைவு', 'குறைவான', 'கீழ்', 'or less', 'or below', 'max', 'maximum'];
const LOWEST = {
  before: [
    ...['above', 'over', 'more than', 'min', 'minimum', 'at least', 'from', 'starting from'],
    ...['not under', 'not below', 'not less than', 'no less than'],
  ],
  after: ['or more', 'or above', 'and above', 'and up', 'upwards', 'plus', 'min', 'minimum', 'වැඩි', 'மேல்', 'அதிகம்'],
};
const BETWEEN = ['between'];
const TO = ['to', 'and'];
const CURRENCIES = ['rs', 'lkr', 'rupees', 'රු', 'රුපියල්', 'ரூ', 'ரூபா', 'ரூபாய்', 'ரூபாவுக்கு'];
const ENDINGS = ['ට', 'க்கு'];
const PER_HOUR = ['per hour', 'an hour', 'hour', 'per hr', 'hr', 'hourly', 'per lesson', 'per class', 'per session'];
const PER_MONTH = ['per month', 'a month', 'month', 'monthly'];
const OTHER_UNITS = new Set([
  ...['km', 'kms', 'm', 'metres', 'meters', 'students', 'people', 'min', 'mins', 'minutes', 'hours', 'days', 'years'],
  ...['words', 'marks'],
]);
/** A smaller number without a currency is not taken for a price. */
const MIN_BARE_PRICE = 100;
/** Two numbers without a currency are a price range only if both are multiples of this; otherwise they are years or the like. */
const ROUND = 50;

/** `maxPrice` is null for a lower bound and for a price per month, for which there are no filters. */
export type FoundPrice = { maxPrice: number | null; length: number };

export function readPrice(tokens: readonly Token[], at: number): FoundPrice | null {
  const lowest = lengthOf(tokens, at, LOWEST.before);
  const before = lengthOf(tokens, at, BEFORE);
  const range = readRange(tokens, at + Math.max(lowest, before, lengthOf(tokens, at, BETWEEN)));
  const amount = range ?? readAmount(tokens, at + Math.max(lowest, before));
  if (!amount) return null;

  const perHour = lengthOf(tokens, amount.end, PER_HOUR);
  const perMonth = lengthOf(tokens, amount.end, PER_MONTH);
  const ending = ENDINGS.includes(tokens[amount.end]?.word ?? '') ? 1 : 0;
  const end = amount.end + Math.max(perHour, perMonth);
  const after = lengthOf(tokens, end + ending, AFTER);
  const lowestAfter = lengthOf(tokens, end + ending, LOWEST.after);
  const hasWord = lowest + before + perHour + after > 0;
  const isOther = amount.value < MIN_BARE_PRICE || OTHER_UNITS.has(tokens[amount.end]?.word ?? '');
  if (!amount.hasCurrency && (isOther || !hasWord)) return null;
  const isLowest = !range && (lowest > before || lowestAfter > after || amount.isLowest);
  const words = Math.max(after, lowestAfter);
  return {
    maxPrice: isLowest || perMonth > 0 ? null : Math.min(amount.value, LIMITS.ratePerHour),
    length: end + (words > 0 ? ending + words : 0) - at,
  };
}

/** `end` is the index of the token after the amount. */
type Amount = { value: number; hasCurrency: boolean; isLowest: boolean; end: number };

function readAmount(tokens: readonly Token[], at: number): Amount | null {
  const currency = lengthOf(tokens, at, CURRENCIES);
  const number = tokens[at + currency];
  const parts = /^((?!0\d)\d+(?:\.\d+)?)(k?)$/.exec(number?.word ?? '');
  if (!number || !parts) return null;
  // In "Rs. 2,000 - Rs. 3,000" the second currency does not belong to the first number.
  const unit = tokens[at + currency + 1]?.before.trim() === '' ? lengthOf(tokens, at + currency + 1, CURRENCIES) : 0;
  return {
    value: Number(parts[1]) * (parts[2] ? 1000 : 1),
    hasCurrency: currency + unit > 0 || /\/[=-]/.test(number.text),
    isLowest: number.text.endsWith('+'),
    end: at + currency + 1 + unit,
  };
}

/** The upper end of "2000-3000", because the filter has no lower bound. */
function readRange(tokens: readonly Token[], at: number): Amount | null {
  const low = readAmount(tokens, at);
  if (!low) return null;
  const word = lengthOf(tokens, low.end, TO);
  const isJoined = word > 0 || /^\s*[-–—]\s*$/.test(tokens[low.end]?.before ?? '');
  const high = isJoined ? readAmount(tokens, low.end + word) : null;
  if (!high || low.value >= high.value) return null;
  const isRound = low.value >= MIN_BARE_PRICE && low.value % ROUND === 0 && high.value % ROUND === 0;
  return low.hasCurrency || high.hasCurrency || isRound ? { ...high, hasCurrency: true } : null;
}
