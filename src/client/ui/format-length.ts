import { lengthOf, visibleLength } from '#shared/domain/text-length.ts';

const NUMBERS = new Intl.NumberFormat('en-IN');

/** As the server counts: without the blanks around it. */
export function formatLength(text: string, { min, max }: { min: number; max: number }): string {
  const missing = min - visibleLength(text);
  if (missing === 1) return '1 more character needed';
  return missing > 0 ? `${missing} more characters needed` : `${NUMBERS.format(lengthOf(text))} of ${NUMBERS.format(max)} characters`;
}
