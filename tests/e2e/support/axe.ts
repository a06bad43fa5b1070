import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** The minified one: the other takes twice as long to parse, in each document anew. */
const SOURCE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Only violations are read: describing what passes took a quarter of the time. */
const OPTIONS: RunOptions = { resultTypes: ['violations'] };

/** The rules of accessibility that the page breaks now, each with the element and how to mend it. */
export async function violations(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(SOURCE);
  const { violations: results } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(OPTIONS)})`);
  return results.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`));
}
