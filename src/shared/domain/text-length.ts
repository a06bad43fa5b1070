/** How many characters a text has without the blanks around it, as the server counts: an emoji is one, though it is stored as two halves. */
export const lengthOf = (text: string): number => [...text.trim()].length;

/** How many of them can be seen, with single blanks between them: what is too short by this says too little. */
export function visibleLength(text: string): number {
  return lengthOf(text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[\s\p{Cc}\u2800]+/gu, ' '));
}
