import type { Page } from '@playwright/test';

const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="tab"], [role="menuitem"], [role="option"]';
/** Seven days of a calendar share the width of a phone; the border of a field, a pixel each, counts as met. */
const LEAST = { width: 38, height: 44, field: 42 };

/** What can be pressed in less than 44 pixels, as a finger meets it: measured where a press arrives. Links within a sentence may be smaller. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  if (await page.locator('.mantine-Notification-root').count()) await page.evaluate(waitForMotion);
  return page.evaluate(measure, { controls: CONTROLS, least: LEAST });
}

/** A toast that slides in moves on between two measurements. A second at most, because some motion has no end, or is paused. */
async function waitForMotion(): Promise<void> {
  const moving = document.getAnimations().filter(({ playState }) => playState === 'running');
  const longest = new Promise((resolve) => setTimeout(resolve, 1000));
  await Promise.race([longest, Promise.allSettled(moving.map(({ finished }) => finished))]);
}

function measure({ controls, least }: { controls: string; least: typeof LEAST }): string[] {
  const small: string[] = [];
  const [left, top] = [window.scrollX, window.scrollY];
  for (const control of document.querySelectorAll<HTMLElement>(controls)) {
    if (control.matches(':disabled, [type="hidden"]') || control.closest('[inert], [aria-hidden="true"]')) continue;
    if (!control.checkVisibility({ visibilityProperty: true }) || isInSentence(control)) continue;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const area = findArea(control);
    const middle = { x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2 };
    const meets = (x: number, y: number) => {
      const met = document.elementFromPoint(x, y);
      return met !== null && (control.contains(met) || met.closest('label')?.control === control);
    };
    // Behind something else, or clipped: for a screen reader only.
    if (!meets(middle.x, middle.y)) continue;
    const reach = (dx: number, dy: number) => {
      let distance = 0;
      while (distance < least.height && meets(middle.x + dx * (distance + 1), middle.y + dy * (distance + 1))) distance += 1;
      return distance;
    };
    const [width, height] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
    // Edges between two pixels take one of each side.
    if (width < least.width - 1 || height < (control.matches('input') ? least.field : least.height) - 1)
      small.push(`${control.tagName.toLowerCase()} ${nameOf(control)}: ${width} x ${height}`);
  }
  window.scrollTo({ left, top, behavior: 'instant' });
  return small;

  function findArea(control: HTMLElement): DOMRect {
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
    return label?.contains(control) ? label.getBoundingClientRect() : control.getBoundingClientRect();
  }

  function isInSentence(control: HTMLElement): boolean {
    if (getComputedStyle(control).display !== 'inline') return false;
    return [...(control.parentElement?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  }

  function nameOf(control: HTMLElement): string {
    const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : null;
    return (control.getAttribute('aria-label') ?? label ?? control.textContent ?? '').trim().slice(0, 40);
  }
}
