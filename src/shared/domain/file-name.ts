const MAX_LENGTH = 100;
/** Invisible characters, direction marks and line breaks; the joiners of Sinhala and other scripts stay. */
const HIDDEN = /[\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{C}/gu;
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function shownFileName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? '';
  let name = '';
  for (const { segment } of CHARACTERS.segment(last.replace(HIDDEN, '').trim())) {
    if (name.length + segment.length > MAX_LENGTH) break;
    name += segment;
  }
  return name.trim();
}
