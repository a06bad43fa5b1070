import type { Page } from '@playwright/test';

/** Labels of controls, badges and columns of which a part is cut off, or lies outside them. Where a whole name is a title too, it may be cut. */
export const cutLabels = (page: Page): Promise<string[]> => page.evaluate(findCut);

function findCut(): string[] {
  const found: string[] = [];
  const range = document.createRange();
  for (const label of document.querySelectorAll<HTMLElement>('button, a, th, legend, .mantine-Badge-label, .mantine-Button-label')) {
    if (!label.checkVisibility({ visibilityProperty: true }) || label.closest('[title], [aria-hidden="true"]')) continue;
    const room = label.getBoundingClientRect();
    const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      range.selectNodeContents(walker.currentNode);
      const { left, right, width } = range.getBoundingClientRect();
      if (width === 0 || (left >= room.left - 1 && right <= room.right + 1) || isForScreenReaders(parent)) continue;
      found.push(`${label.tagName.toLowerCase()} ${textContent}`);
    }
  }
  return found;

  function isForScreenReaders(element: Element | null): boolean {
    for (let one = element; one; one = one.parentElement) if (getComputedStyle(one).clipPath !== 'none' || one.clientWidth === 1) return true;
    return false;
  }
}
