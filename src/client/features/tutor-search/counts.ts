import type { Outputs } from '#client/lib/rpc/trpc.ts';

type Counted = Pick<Outputs['tutors']['search'], 'total' | 'totalIsCapped'>;

/** `1,25,000`, and `1,000+` where nobody counted further. */
export function figureOf({ total, totalIsCapped }: Counted): string {
  return `${total.toLocaleString('en-IN')}${totalIsCapped ? '+' : ''}`;
}

export function foundInWords(counted: Counted): string {
  return isOne(counted) ? '1 Tutor Found' : `${figureOf(counted)} Tutors Found`;
}

export function shownInWords(shown: number, counted: Counted): string {
  return `Showing ${shown.toLocaleString('en-IN')} of ${figureOf(counted)} tutors • Scroll to load more`;
}

/** On the button that leads from the filters to the results. */
export function leadInWords(counted: Counted | undefined): string {
  if (!counted) return 'Show tutors';
  if (counted.total === 0) return 'No tutors found';
  return isOne(counted) ? 'Show 1 tutor' : `Show ${figureOf(counted)} tutors`;
}

function isOne({ total, totalIsCapped }: Counted): boolean {
  return total === 1 && !totalIsCapped;
}
