import { readFileSync } from 'node:fs';
import { act, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { handleNavigations } from '#client/app/navigation.ts';
import { withPageConfig } from '#shared/page-config.ts';
import { PAGE_CONFIG } from '#tests/support/render.tsx';
import { visit } from '#tests/support/visit.ts';

const contentOf = (page: Document, key: string) =>
  [...page.getElementsByTagName('meta')].find((meta) => [meta.name, meta.getAttribute('property')].includes(key))?.content;
const description = () => contentOf(document, 'description');

// spec titles.1 | S2 | Every page has a title and a description of its own | src/client/app/navigation.ts
describe('a page that arrives', () => {
  beforeEach(() => {
    const meta = document.createElement('meta');
    Object.assign(meta, { name: 'description', content: 'What the product is.' });
    document.head.append(meta);
    return () => meta.remove();
  });

  async function arrivals() {
    const { router } = await visit('/register', null);
    const stop = handleNavigations(router);
    const go = (to: string) => act(async () => router.navigate({ href: to }));
    return { go, stop };
  }

  it.each([
    ['/', 'Vidya', /^Find a tutor in Sri Lanka/],
    ['/tutors?category=all', 'Find Tutors · Vidya', /^Compare tutors in Sri Lanka/],
    ['/tutors?category=Science', 'Science tutors · Vidya', /^Tutors of Science in Sri Lanka/],
    ['/tutors?category=Science&subject=Physics', 'Physics tutors · Vidya', /^Tutors of Physics in Sri Lanka/],
    ['/terms', 'Terms of Service · Vidya', /^What students and tutors agree to/],
    ['/privacy', 'Privacy Policy · Vidya', /^What we store about you/],
    ['/notifications', 'Notifications · Vidya', /^News about your bookings/],
    ['/nowhere', 'Page not found · Vidya', /^What the product is\.$/],
  ])('%s has the title %s, and a description', async (path, title, words) => {
    const { go, stop } = await arrivals();
    await go(path);
    await waitFor(() => expect(document.title).toBe(title));
    expect(description()).toMatch(words);
    stop();
  });

  it('without a description of its own has that of the product, whatever came before', async () => {
    const { go, stop } = await arrivals();
    await go('/terms');
    await waitFor(() => expect(description()).toMatch(/^What students/));
    await go('/nowhere');
    await waitFor(() => expect(description()).toBe('What the product is.'));
    stop();
  });
});

describe('what the server says about the page that it rendered', () => {
  const listTags = () => [...document.head.querySelectorAll('[rel=canonical], [name=robots], [property="og:url"], [type="application/ld+json"]')];
  const TAGS =
    '<link rel="canonical" href="https://vidya.example/terms"><meta name="robots" content="noindex"><meta property="og:url" content="/terms"><script type="application/ld+json">{}</script>';

  it.each(['/privacy', '/terms?x=1'])('is gone once the address is another one: %s', async (next) => {
    const { router } = await visit('/terms', null);
    const stop = handleNavigations(router);
    document.head.insertAdjacentHTML('beforeend', TAGS);
    await act(async () => router.navigate({ href: '/terms#payment' }));
    expect(listTags()).toHaveLength(4);
    await act(async () => router.navigate({ href: next }));
    await waitFor(() => expect(listTags()).toEqual([]));
    stop();
  });
});

describe('the page as it is served', () => {
  const html = readFileSync('index.html', 'utf8');
  const served = (more: Partial<typeof PAGE_CONFIG> = {}) =>
    new DOMParser().parseFromString(withPageConfig(html, { ...PAGE_CONFIG, publicUrl: 'https://vidya.example', ...more }), 'text/html');

  // spec titles.3 | S2 | A social preview with a whole address | src/shared/page-config.ts
  it('has a social preview with the whole address of an image of 1200 by 630', () => {
    const page = served();
    expect(contentOf(page, 'og:image')).toBe('https://vidya.example/social-preview.png');
    expect(contentOf(page, 'twitter:card')).toBe('summary_large_image');
    expect(contentOf(page, 'og:type')).toBe('website');
    expect(contentOf(page, 'og:description')).toBeTruthy();
    const image = readFileSync('public/social-preview.png');
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([
      Number(contentOf(page, 'og:image:width')),
      Number(contentOf(page, 'og:image:height')),
    ]);
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  // spec titles.3
  it('bears the product’s name as configured, and nothing that it could break out with', () => {
    const page = served({ appName: 'Guru "& <b>$1' });
    expect(page.title).toBe('Guru "& <b>$1');
    expect(contentOf(page, 'og:site_name')).toBe('Guru "& <b>$1');
    expect(contentOf(page, 'og:title')).toBe('Guru "& <b>$1: find the tutor who fits you');
  });

  // spec titles.2 | S2 | Favicon and icons, in the sizes they say | index.html
  it('names icons that exist, in the sizes it says', () => {
    const icons = [...served().getElementsByTagName('link')].filter(({ rel }) => ['icon', 'apple-touch-icon'].includes(rel));
    expect(icons.map((link) => link.getAttribute('href'))).toEqual(['/favicon-32.png', '/favicon.svg', '/apple-touch-icon.png']);
    const widthOf = (name: string) => readFileSync(`public/${name}`).readUInt32BE(16);
    expect([widthOf('favicon-32.png'), widthOf('apple-touch-icon.png'), widthOf('icon-192.png'), widthOf('icon-512.png')]).toEqual([
      32, 180, 192, 512,
    ]);
    expect(readFileSync('public/favicon.svg', 'utf8')).toContain('<svg');
    const { icons: listed }: { icons: { src: string }[] } = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'));
    for (const { src } of listed) expect(readFileSync(`public${src}`).length).toBeGreaterThan(0);
  });
});
