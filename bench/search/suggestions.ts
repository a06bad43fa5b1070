import { callerAs } from '#tests/support/callers.ts';
import type { Bulk } from './databases.ts';
import { CLOCK } from './measure.ts';

/** In milliseconds. */
export const MAX_SUGGESTING_MS = 20;

/** What is sent while these are typed: beginnings of names, towns and subjects, common, rare and unknown, in three scripts. */
const TYPED = ['mathematics', 'perera', 'nimal per', 'colombo', 'mannar', 'qzqzq', 'maths kan', 'ගණිතය', 'ගාල්ල', 'கணிதம்', 'யாழ்', 'o/l science'];
const ROUNDS = 20;

export async function measureSuggestions(bulk: Bulk): Promise<{ p95: number; texts: number }> {
  const caller = callerAs(bulk, null, CLOCK);
  const texts = TYPED.flatMap((text) => [...text].map((_, index) => text.slice(0, index + 1))).filter((text) => text.length > 1);
  const times: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const text of texts) {
      const start = performance.now();
      await caller.tutors.suggest({ text });
      if (round >= 0) times.push(performance.now() - start);
    }
  }
  return { p95: times.sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN, texts: texts.length };
}
