import { describe, expect, it } from 'vitest';
import { CategoryIcon } from '#client/features/tutor-search/category-icon.tsx';
import { field, render, tick, until } from '#tests/support/render.tsx';
import { visit } from '#tests/support/visit.ts';

async function search(path = '/tutors?category=all') {
  const visited = await visit(path, null);
  await until(() => field('Any'));
  const asked = () => Object(visited.api.calls.findLast(({ path }) => path === 'tutors.search')?.input);
  return { ...visited, asked };
}

describe('the filters of the search', () => {
  it('offer Any, Online and Home Visit, and begin with Any', async () => {
    const { router, asked } = await search();
    const choice = [...document.querySelectorAll('fieldset')].find((group) => group.textContent?.startsWith('Teaching mode'));
    expect(choice?.textContent).toBe('Teaching modeAnyOnlineHome Visit');
    expect(field('Any').checked).toBe(true);
    expect(asked().teachingMode).toBeUndefined();

    await tick('Home Visit');
    await until(() => expect(router.state.location.search).toEqual({ category: 'all', mode: 'home-visit' }));
    await until(() => expect(asked()).toMatchObject({ teachingMode: 'home-visit' }));

    await tick('Online');
    await until(() => expect(asked()).toMatchObject({ teachingMode: 'online' }));

    await tick('Any');
    await until(() => expect(router.state.location.search).toEqual({ category: 'all' }));
  });

  it('ask for verified tutors only when that is switched on', async () => {
    const { router, asked } = await search();
    expect(field('Verified tutors only').checked).toBe(false);
    expect(asked().verified).toBeUndefined();

    await tick('Verified tutors only');
    await until(() => expect(router.state.location.search).toEqual({ category: 'all', verified: true }));
    await until(() => expect(asked()).toMatchObject({ verified: true }));
    expect(field('Verified tutors only').checked).toBe(true);
  });
});

describe('the icon of a category', () => {
  it.each([
    ['Atom', 'lucide-atom'],
    ['NoSuchIcon', 'lucide-book-open'],
    ['', 'lucide-book-open'],
    ['constructor', 'lucide-book-open'],
  ])('named "%s" is %s', async (name, icon) => {
    await render(<CategoryIcon name={name} />);
    expect(document.querySelector('svg')?.classList).toContain(icon);
  });
});
