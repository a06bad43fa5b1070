/** Low enough for 32 hex digits or two UUIDs; a random secret of the required length has more than twice as many bits. */
const MIN_BITS = 96;
/** The bits of one word from a list of 2,048. */
const BITS_OF_A_WORD = 11;
/** Shorter keyboard runs occur by chance. */
const MIN_RUN_LENGTH = 4;

const ROWS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const STEPS = new Set(ROWS.flatMap((row) => [...row].slice(1).flatMap((key, at) => [`${row[at]}${key}`, `${key}${row[at]}`])));

const COMMON = [
  ...['changeme', 'change', 'replace', 'please', 'insecure', 'secret', 'password', 'passw0rd', 'default', 'example', 'sample', 'placeholder'],
  ...['development', 'production', 'staging', 'testing', 'tests', 'test', 'local', 'admin', 'root', 'user', 'vidya', 'tutor', 'student', 'lanka'],
  ...['server', 'session', 'token', 'random', 'string', 'value', 'this', 'that', 'very', 'long', 'super', 'your', 'here', 'must', 'least', 'with'],
  ...['bytes', 'characters', 'thirty', 'only', 'letmein', 'welcome', 'dragon', 'monkey', 'iloveyou', 'the', 'app', 'key', 'for'],
];
const WORDS = new RegExp([...COMMON].sort((one, other) => other.length - one.length).join('|'), 'gi');

/** An upper bound of the entropy in bits, which gives little for repeats, keyboard runs and common words. */
export function isGuessable(secret: string): boolean {
  const bits = Math.min(bitsOf(withoutRows(withoutRepeats(secret.replaceAll(WORDS, '')))), bitsOfWords(secret));
  return bits < MIN_BITS;
}

function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const length = [...text].length;
  return [...counts.values()].reduce((bits, count) => bits + count * Math.log2(length / count), 0);
}

function bitsOfWords(text: string): number {
  const words = text.trim().split(/[\s._-]+/);
  const isPhrase = words.length >= 3 && words.every((word) => /^(\p{Lu}?\p{Ll}+|\d{1,4})$/u.test(word));
  return isPhrase ? words.length * BITS_OF_A_WORD : Number.POSITIVE_INFINITY;
}

const withoutRepeats = (text: string): string => text.replaceAll(/(.{1,32}?)\1{2,}/gsu, '$1').replace(/^(.{8,})\1$/su, '$1');

function withoutRows(text: string): string {
  let reduced = '';
  for (let from = 0; from < text.length; ) {
    let to = from + 1;
    while (to < text.length && STEPS.has(text.slice(to - 1, to + 1).toLowerCase())) to += 1;
    reduced += to - from >= MIN_RUN_LENGTH ? text[from] : text.slice(from, to);
    from = to;
  }
  return reduced;
}
