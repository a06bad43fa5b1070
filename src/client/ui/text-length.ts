/** Trimmed length in code points, as the server counts: an emoji is one, not two. */
export const lengthOf = (text: string): number => [...text.trim()].length;

export function visibleLength(text: string): number {
  return lengthOf(text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[\s\p{Cc}\u2800]+/gu, ' '));
}
