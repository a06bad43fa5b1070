import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { VALIDATION } from '#shared/messages.ts';
import { LIMITS, SEARCH } from '#shared/vocabulary/limits.ts';
import type { TutorSearch } from './search-state.ts';

export type PriceRange = Pick<TutorSearch, 'priceFrom' | 'priceTo'>;

type Typed = { from: string; to: string };

export type PriceTexts = Typed & {
  type: (part: Partial<Typed>) => void;
  /** At once, without waiting for more. */
  settle: () => void;
  /** Why what was typed is no range; not said while somebody is typing. */
  problem: string | null;
};

/** What is typed counts after a pause; what the address says wins when it changes by itself. */
export function usePriceRange({ priceFrom, priceTo }: PriceRange, onRange: (range: PriceRange) => void): PriceTexts {
  const [typed, setTyped] = useState(() => textsOf({ priceFrom, priceTo }));
  const [settled, setSettled] = useState(typed);
  const sent = useRef(typed);

  const settle = () => {
    setSettled(typed);
    if (problemOf(typed) || isSame(typed, sent.current)) return;
    sent.current = typed;
    onRange({ priceFrom: rupeesOf(typed.from), priceTo: rupeesOf(typed.to) });
  };
  const settleTyped = useEffectEvent(settle);

  useEffect(() => {
    const told = textsOf({ priceFrom, priceTo });
    if (isSame(told, sent.current)) return;
    sent.current = told;
    setTyped(told);
    setSettled(told);
  }, [priceFrom, priceTo]);

  useEffect(() => {
    if (isSame(typed, settled)) return;
    const timer = setTimeout(settleTyped, SEARCH.debounceMs);
    return () => clearTimeout(timer);
  }, [typed, settled]);

  return {
    ...typed,
    type: (part) => setTyped({ from: digitsOf(part.from ?? typed.from), to: digitsOf(part.to ?? typed.to) }),
    settle,
    problem: isSame(typed, settled) ? problemOf(typed) : null,
  };
}

function problemOf({ from, to }: Typed): string | null {
  if (Math.max(Number(from), Number(to)) > LIMITS.ratePerHour) return VALIDATION.rateTooHigh;
  return from !== '' && to !== '' && Number(from) > Number(to) ? 'The first price is higher than the second' : null;
}

/** `Rs. 1,500.00` is pasted, 1500 is meant. */
function digitsOf(text: string): string {
  return (/\d+(\.\d+)?/.exec(text.replaceAll(',', ''))?.[0] ?? '').replace(/\..*/, '').replace(/^0+/, '').slice(0, 7);
}

function textsOf({ priceFrom, priceTo }: PriceRange): Typed {
  return { from: priceFrom?.toString() ?? '', to: priceTo?.toString() ?? '' };
}

function rupeesOf(text: string): number | undefined {
  return text === '' ? undefined : Number(text);
}

function isSame(one: Typed, other: Typed): boolean {
  return one.from === other.from && one.to === other.to;
}
