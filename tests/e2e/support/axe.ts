import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** The minified one: the other takes twice as long to parse, in each document anew. */
const SOURCE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Only violations are read: describing what passes took a quarter of the time. */
const OPTIONS: RunOptions = { resultTypes: ['violations'] };

/** The rules of accessibility that the page breaks now, each with the element and how to mend it. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(untilNothingMoves);
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(SOURCE);
  const { violations: results } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(OPTIONS)})`);
  return results.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`));
}

/** Colours on their way to others have contrasts of their own. What moves for ever is left alone. */
async function untilNothingMoves(): Promise<void> {
  const isMoving = ({ playState, effect }: Animation) => playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
  // Not by `finished`: one that ends within a frame may never settle it.
  while (document.getAnimations().some(isMoving)) await new Promise(requestAnimationFrame);
}
