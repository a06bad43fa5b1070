const NUMBERS = new Intl.NumberFormat('en-IN');

export function formatLength(text: string, { min, max }: { min: number; max: number }): string {
  const missing = min - visibleLength(text);
  if (missing === 1) return '1 more character needed';
  return missing > 0 ? `${missing} more characters needed` : `${NUMBERS.format(lengthOf(text))} of ${NUMBERS.format(max)} characters`;
}

/** Trimmed length in code points, as the server counts: an emoji is one, not two. */
export const lengthOf = (text: string): number => [...text.trim()].length;

export function visibleLength(text: string): number {
  return lengthOf(text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[\s\p{Cc}\u2800]+/gu, ' '));
}
