const LONGEST = 100;
/** What shows nothing, turns the line around or ends it; the joiners of Sinhala and other scripts stay. */
const HIDDEN = /[\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{C}/gu;
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A file's name as a sentence may show it: without folders, in visible signs, and cut between two characters. */
export function shownFileName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? '';
  let name = '';
  for (const { segment } of CHARACTERS.segment(last.replace(HIDDEN, '').trim())) {
    if (name.length + segment.length > LONGEST) break;
    name += segment;
  }
  return name.trim();
}
