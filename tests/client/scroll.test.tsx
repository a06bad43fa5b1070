import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { manageScroll } from '#client/app/scroll.ts';
import { render } from '#tests/support/render.tsx';

let stop = () => {};
let scrolls: ScrollToOptions[] = [];

beforeEach(() => {
  scrolls = [];
  vi.stubGlobal('scrollTo', (options: ScrollToOptions) => {
    scrolls.push(options);
    Object.assign(window, { scrollY: options.top ?? 0 });
  });
  Object.assign(window, { scrollY: 0 });
});
afterEach(() => stop());

async function page({ isCalm = false } = {}) {
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: isCalm && query.includes('reduce') }));
  const { router } = await render(<p>here</p>, { path: '/here' });
  stop = manageScroll(router);
  const go = (to: string) => act(async () => router.navigate({ href: to }));
  const scrollBy = (top: number) => Object.assign(window, { scrollY: top });
  return { router, go, scrollBy };
}

// spec guards.7 | P §2 Route guards, D Routes | After a link the page scrolls to the top smoothly after 100 ms, at once with reduced motion; Back and
//   Forward restore the position; search parameters alone never scroll | src/client/app/scroll.ts
describe('a link', () => {
  // spec constants.9 | C §9 | A route change scrolls after 100 ms | src/shared/vocabulary/limits.ts
  it('scrolls to the top smoothly after 100 ms', async () => {
    const { go, scrollBy } = await page();
    scrollBy(700);
    await go('/elsewhere');
    expect(scrolls).toEqual([]);
    await waitFor(() => expect(scrolls).toEqual([{ top: 0, behavior: 'smooth' }]));
  });

  it('scrolls at once for those who want no motion', async () => {
    const { go, scrollBy } = await page({ isCalm: true });
    scrollBy(700);
    await go('/elsewhere');
    expect(scrolls).toEqual([{ top: 0, behavior: 'instant' }]);
  });

  it('that changes search parameters alone never scrolls', async () => {
    const { go, scrollBy } = await page({ isCalm: true });
    scrollBy(700);
    await go('/here?q=physics');
    expect(scrolls).toEqual([]);
  });
});

// spec s10-pages.27
describe('the first page of a visit', () => {
  it('has ended with the first link to another page', async () => {
    delete document.documentElement.dataset.moved;
    const { go } = await page({ isCalm: true });
    await go('/here?q=physics');
    expect(document.documentElement.dataset.moved).toBeUndefined();
    await go('/elsewhere');
    expect(document.documentElement.dataset.moved).toBe('');
  });

  it('has ended once somebody scrolls, so that the way back leads to where one was', async () => {
    delete document.documentElement.dataset.moved;
    await page({ isCalm: true });
    expect(document.documentElement.dataset.moved).toBeUndefined();
    window.dispatchEvent(new Event('scroll'));
    expect(document.documentElement.dataset.moved).toBe('');
  });
});

describe('a link to a section', () => {
  let grow = () => {};
  let sections: string[] = [];

  async function arriving() {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(onGrowth: () => void) {
          grow = onGrowth;
        }
        observe() {}
        disconnect() {
          grow = () => {};
        }
      },
    );
    sections = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      sections.push(this.id);
    });
    const { go } = await page({ isCalm: true });
    await go('/elsewhere#late');
  }
  const come = () => {
    const section = document.body.appendChild(document.createElement('section'));
    section.id = 'late';
    onTestFinished(() => section.remove());
    grow();
  };

  it('that comes after its page shows the beginning, then the section, and keeps it in place while the page grows', async () => {
    await arriving();
    expect([scrolls, sections]).toEqual([[{ top: 0, behavior: 'instant' }], []]);
    come();
    grow();
    expect(sections).toEqual(['late', 'late']);
  });

  it.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('leaves the reader alone after the first %s', async (type) => {
    await arriving();
    window.dispatchEvent(new Event(type));
    come();
    expect(sections).toEqual([]);
  });
});

describe('Back and Forward', () => {
  it('restore the position at once', async () => {
    const { router, go, scrollBy } = await page({ isCalm: true });
    scrollBy(700);
    await go('/elsewhere');
    scrollBy(300);
    scrolls = [];
    await act(async () => router.history.back());
    await waitFor(() => expect(scrolls).toEqual([{ top: 700, behavior: 'instant' }]));
    await act(async () => router.history.forward());
    await waitFor(() => expect(scrolls.at(-1)).toEqual({ top: 300, behavior: 'instant' }));
  });
});
