import type { Page } from '@playwright/test';

/** Labels of which a part is hidden, or lies over the one beside it. Names of people may be cut: their whole text is a title. */
export const cutLabels = (page: Page): Promise<string[]> => page.evaluate(findCut);

function findCut(): string[] {
  const found: string[] = [];
  const range = document.createRange();
  for (const label of document.querySelectorAll<HTMLElement>('button, a, th, legend, .mantine-Badge-label, .mantine-Button-label')) {
    const room = label.getBoundingClientRect();
    // What is for screen readers alone has a pixel.
    if (!label.checkVisibility({ visibilityProperty: true }) || room.width <= 1 || label.closest('[title], [aria-hidden="true"]')) continue;
    if (label.closest('[class*="isuallyHidden"]') || label.parentElement?.closest('[class*="_skip_"]') || label.matches('[href="#content"]'))
      continue;
    range.selectNodeContents(label);
    const text = range.getBoundingClientRect();
    if (text.left < room.left - 1 || text.right > room.right + 1) found.push(`${label.tagName.toLowerCase()} ${label.textContent}`);
  }
  return found;
}
