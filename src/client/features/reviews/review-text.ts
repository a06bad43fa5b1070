const MOST_CHARACTERS = 320;
const MOST_LINES = 6;

/** What stands there before somebody wants to read on, or null where it is short enough to stand whole. */
export function shortenedReview(text: string): string | null {
  const lines = text.split('\n');
  const few = lines.length > MOST_LINES ? lines.slice(0, MOST_LINES).join('\n') : text;
  const letters = [...new Intl.Segmenter().segment(few)].map(({ segment }) => segment);
  // To hide a word or two would be no help.
  if (few === text && letters.length <= MOST_CHARACTERS * 1.2) return null;
  const start = letters.slice(0, MOST_CHARACTERS).join('');
  const isCut = letters.length > MOST_CHARACTERS;
  return `${(isCut ? toLastWord(start) : start).trimEnd()}…`;
}

/** Scripts without blanks are cut where they are. */
function toLastWord(text: string): string {
  const end = text.search(/\s\S*$/);
  return end > text.length / 2 ? text.slice(0, end) : text;
}
