import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The rules of accessibility that the page breaks now, each with the element and how to mend it. */
export async function violations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  // No page has frames, and only violations are read: without looking for the ones and describing what passes, axe takes a quarter of the time.
  const { violations: results } = await axe
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return results.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`));
}
