import { defaultStringifySearch } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { loadMessages, makeI18n } from '#client/lib/i18n.ts';
import {
  describeHome,
  describeMissing,
  describePage,
  describePost,
  describePosts,
  describeSearch,
  describeTutor,
  type PageTags,
  renderTags,
  type SearchFacts,
  toHead,
} from '#client/ssr/page-tags.ts';
import type { BlogPage } from '#shared/contracts/blogs.ts';
import { translatedName } from '#shared/domain/texts.ts';
import { previewPath, toTutorPreview } from '#shared/domain/tutor-preview.ts';
import { aProfileView, aSubjectView, MONDAY_TEN } from '#tests/support/views.ts';

const SITE = { origin: 'https://vidya.test', appName: 'Vidya', i18n: makeI18n('en') };
const HEAD = { title: 'Find Tutors · Vidya', description: 'Compare tutors.' };
const TUTOR_HEAD = { title: 'Dilini Wickramasinghe · Vidya', description: 'Dilini teaches Combined Mathematics.' };
const POST_HEAD = { title: 'How to revise · Vidya', description: 'By Dilini Wickramasinghe' };
const TUTOR_URL = 'https://vidya.test/tutors/tutor-profile-1/dilini-wickramasinghe';

const aPost = (overrides: Partial<BlogPage> = {}): BlogPage => ({
  id: 'post-1',
  title: 'How to revise',
  content: '<p>Begin with <strong>past</strong> papers.</p>',
  tags: ['exams'],
  status: 'published',
  likes: 0,
  isLiked: false,
  isOwn: false,
  featuredImage: '',
  author: {
    id: 'tutor-profile-1',
    name: 'Dilini Wickramasinghe',
    profileImage: '/files/photos/dilini.webp',
    bio: '',
    isVerified: true,
    rating: 4.7,
    totalReviews: 12,
    subjects: [],
  },
  readingTime: 1,
  createdAt: MONDAY_TEN,
  updatedAt: new Date('2026-11-24T04:30:00Z'),
  ...overrides,
});

const parse = (tags: PageTags): Document => new DOMParser().parseFromString(`<head>${renderTags(tags)}</head>`, 'text/html');
const readMeta = (tags: PageTags): Record<string, string | null> =>
  Object.fromEntries(
    [...parse(tags).querySelectorAll('meta')].map((meta) => [
      meta.getAttribute('name') ?? meta.getAttribute('property'),
      meta.getAttribute('content'),
    ]),
  );

type Thing = { '@type': string | string[]; [property: string]: unknown };
function readThings(tags: PageTags): Thing[] {
  const json = parse(tags).querySelector('script[type="application/ld+json"]')?.textContent ?? '{"@graph":[]}';
  const { '@graph': graph }: { '@graph': Thing[] } = JSON.parse(json);
  return graph;
}
const findThing = (tags: PageTags, type: string): Thing | undefined => readThings(tags).find((thing) => [thing['@type']].flat().includes(type));
const listCrumbs = (tags: PageTags): unknown => {
  const { itemListElement } = findThing(tags, 'BreadcrumbList') as unknown as { itemListElement: { name: string; item: string }[] };
  return itemListElement.map(({ name, item }) => [name, item]);
};

describe('the head of a page', () => {
  test('is what the innermost route says', () => {
    const meta = [{ title: 'Vidya' }, { name: 'description', content: 'Outer' }, undefined, { title: 'Blog · Vidya' }];
    expect(toHead(meta)).toEqual({ title: 'Blog · Vidya', description: 'Outer' });
    expect(toHead([])).toEqual({ title: '', description: '' });
  });

  // spec s10-pages.11 | S10 2 | Each page has its title, description, canonical address and preview | src/client/ssr/page-tags.ts
  test('has title, description and address, for search engines and link previews', () => {
    const tags = describePage(SITE, { title: 'Terms of Service · Vidya', description: 'What all agree to.', path: '/terms' });
    expect(parse(tags).title).toBe('Terms of Service · Vidya');
    expect(parse(tags).querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('https://vidya.test/terms');
    expect(readMeta(tags)).toEqual({
      description: 'What all agree to.',
      'og:type': 'website',
      'og:site_name': 'Vidya',
      'og:title': 'Terms of Service',
      'og:description': 'What all agree to.',
      'og:url': 'https://vidya.test/terms',
      'og:image': 'https://vidya.test/social-preview.png',
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Find the tutor who fits you, with six drawn portraits of tutors',
      'og:locale': 'en_LK',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Terms of Service',
      'twitter:description': 'What all agree to.',
      'twitter:image': 'https://vidya.test/social-preview.png',
      'twitter:image:alt': 'Find the tutor who fits you, with six drawn portraits of tutors',
    });
    expect(readThings(tags)).toEqual([]);
  });

  test('leaves out a description that nobody has written', () => {
    const names = Object.keys(readMeta(describePage(SITE, { title: 'Vidya', description: '', path: '/terms' })));
    expect(names.filter((name) => name.endsWith('description'))).toEqual([]);
  });

  test('of a page that does not exist is not indexed, and names no address', () => {
    const tags = describeMissing(SITE, { title: 'Tutor Not Found · Vidya', description: '' });
    expect(readMeta(tags)).toMatchObject({ robots: 'noindex, follow', 'og:title': 'Tutor Not Found' });
    expect(renderTags(tags)).not.toMatch(/canonical|og:url|ld\+json/);
  });
});

describe('the home page', () => {
  const tags = describeHome(SITE, { title: 'Vidya', description: 'Find a tutor.' });

  test('is previewed with the sentence it begins with', () => {
    expect(readMeta(tags)).toMatchObject({ 'og:title': 'Vidya: find the tutor who fits you', 'og:url': 'https://vidya.test/' });
    expect(parse(tags).title).toBe('Vidya');
  });

  test('says who publishes it, and how it is searched', () => {
    expect(findThing(tags, 'Organization')).toMatchObject({ name: 'Vidya', url: 'https://vidya.test/', logo: 'https://vidya.test/icon-512.png' });
    expect(findThing(tags, 'WebSite')).toMatchObject({
      publisher: { '@id': 'https://vidya.test/#organization' },
      potentialAction: { target: { urlTemplate: 'https://vidya.test/tutors?category=all&q={search_term_string}' } },
    });
  });
});

describe('the search', () => {
  const categories = [
    { value: 'Maths & Science', name: 'Maths & Science', subjects: [{ name: 'Combined Mathematics' }, { name: 'Physics' }] },
    { value: 'uncategorized', name: 'Other Subjects', subjects: [{ name: 'Chess' }] },
  ];
  const describeListing = (search: SearchFacts['search'], found: number | null = 8) => describeSearch(SITE, HEAD, { search, categories, found });

  test.each<[string, SearchFacts['search'], string]>([
    ['without parameters', {}, '/tutors'],
    ['of all categories', { category: 'ALL' }, '/tutors?category=all'],
    ['of a category that is called All', { category: 'All' }, '/tutors?category=All'],
    ['of a category', { category: 'Maths & Science' }, '/tutors?category=Maths+%26+Science'],
    ['of a category in another spelling', { category: 'maths & science' }, '/tutors?category=Maths+%26+Science'],
    ['of a subject', { subject: 'physics' }, '/tutors?category=Maths+%26+Science&subject=Physics'],
    ['of a subject in all categories', { category: 'all', subject: 'Physics' }, '/tutors?category=Maths+%26+Science&subject=Physics'],
    ['of a subject without a category', { subject: 'Chess' }, '/tutors?category=uncategorized&subject=Chess'],
    ['of a topic', { topic: 'Vectors', subject: 'Physics', category: 'all' }, '/tutors?category=Maths+%26+Science&subject=Physics&topic=Vectors'],
    ['of a topic alone', { category: 'all', topic: 'Vectors' }, '/tutors?topic=Vectors'],
    ['of what the catalogue does not know', { category: 'Sport', subject: 'Golf' }, '/tutors?category=Sport&subject=Golf'],
  ])('%s has one address, and is indexed', (_, search, path) => {
    const tags = describeListing(search);
    expect(tags.canonical).toBe(`https://vidya.test${path}`);
    expect(tags.isIndexed).toBe(true);
    expect(readMeta(tags)).not.toHaveProperty('robots');
  });

  test.each<[string, SearchFacts['search']]>([
    ['a text', { q: 'kandy' }],
    ['an order', { sort: 'price' }],
    ['a direction', { dir: 'asc' }],
    ['a mode', { mode: 'online' }],
    ['a price', { priceFrom: 1000 }],
    ['a town', { location: 'Galle' }],
    ['a day', { freeOn: '2026-11-24' }],
    ['female tutors', { female: true }],
    ['verified tutors', { verified: true }],
  ])('with %s is not indexed, and leads to the page without it', (_, filter) => {
    const tags = describeListing({ subject: 'Physics', category: 'Maths & Science', ...filter });
    expect(tags.canonical).toBe('https://vidya.test/tutors?category=Maths+%26+Science&subject=Physics');
    expect(readMeta(tags).robots).toBe('noindex, follow');
  });

  test('is indexed though a filter is named without a value', () => {
    expect(describeListing({ category: 'all', q: undefined, sort: undefined }).isIndexed).toBe(true);
  });

  test.each([0, null])('that lists nobody (%s) is not indexed, whatever words the address has', (found) => {
    expect(describeListing({ category: 'cheap pills' }, found).isIndexed).toBe(false);
    expect(describeListing({}, found).isIndexed).toBe(true);
  });

  test.each([
    { category: 'Maths & Science', subject: 'සිංහල (O/L)', topic: 'a+b "c"' },
    { category: '2025', subject: 'true', topic: '"quoted"' },
  ])('has the address that the router writes: %j', (search) => {
    expect(describeSearch(SITE, HEAD, { search, categories: [], found: 1 }).canonical).toBe(
      `https://vidya.test/tutors${defaultStringifySearch(search)}`,
    );
  });

  test('says where a category, a subject and a topic stand', () => {
    expect(listCrumbs(describeListing({}))).toEqual([
      ['Home', 'https://vidya.test/'],
      ['Tutors', 'https://vidya.test/tutors'],
    ]);
    expect(listCrumbs(describeListing({ subject: 'Chess', topic: 'Openings' }))).toEqual([
      ['Home', 'https://vidya.test/'],
      ['Tutors', 'https://vidya.test/tutors'],
      ['Other Subjects', 'https://vidya.test/tutors?category=uncategorized'],
      ['Chess', 'https://vidya.test/tutors?category=uncategorized&subject=Chess'],
      ['Openings', 'https://vidya.test/tutors?category=uncategorized&subject=Chess&topic=Openings'],
    ]);
  });
});

describe('a profile', () => {
  const tutor = aProfileView();

  // spec s10-pages.12 | S10 2 | A link to a tutor is previewed with name, photo, subjects, rating and price | src/client/ssr/page-tags.ts
  test('is previewed as the person, with the picture of this version', () => {
    const preview = toTutorPreview(tutor);
    expect(preview).not.toBeNull();
    expect(readMeta(describeTutor(SITE, TUTOR_HEAD, tutor))).toMatchObject({
      'og:type': 'profile',
      'og:title': 'Dilini Wickramasinghe',
      'og:description': 'Dilini teaches Combined Mathematics.',
      'og:url': TUTOR_URL,
      'og:image': `https://vidya.test${preview && previewPath(preview)}`,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Dilini Wickramasinghe, Combined Mathematics',
    });
  });

  test('that cannot be booked is previewed with the picture of the site', () => {
    const tags = describeTutor(SITE, TUTOR_HEAD, aProfileView({ subjects: [] }));
    expect(tags.preview).toMatchObject({ type: 'profile', image: { url: 'https://vidya.test/social-preview.png' } });
    expect(findThing(tags, 'Service')).toMatchObject({ offers: [] });
  });

  // spec s10-pages.13 | S10 2 | A profile has its name in its canonical address, and is found without it | src/client/ssr/page-tags.ts
  test('has one address, with the name in its own script', () => {
    const named = (name: string) => describeTutor(SITE, TUTOR_HEAD, aProfileView({ user: { ...tutor.user, name } })).canonical;
    expect(named('Dilini Wickramasinghe')).toBe(TUTOR_URL);
    expect(named('නිමල්')).toBe(`https://vidya.test/tutors/tutor-profile-1/${encodeURIComponent('නිමල්')}`);
  });

  test('is indexed where search shows it to everyone', () => {
    const isIndexed = (change: Parameters<typeof aProfileView>[0]) => describeTutor(SITE, TUTOR_HEAD, aProfileView(change)).isIndexed;
    expect(isIndexed({ verificationStatus: 'pending' })).toBe(true);
    expect(isIndexed({ verificationStatus: 'rejected' })).toBe(false);
    expect(isIndexed({ status: 'suspended' })).toBe(false);
  });

  test('says who teaches what, where', () => {
    const photographed = aProfileView({ user: { ...tutor.user, profileImage: '/files/photos/dilini.webp' } });
    const tags = describeTutor(SITE, TUTOR_HEAD, photographed);
    expect(findThing(tags, 'Person')).toEqual({
      '@type': 'Person',
      '@id': `${TUTOR_URL}#person`,
      name: 'Dilini Wickramasinghe',
      url: TUTOR_URL,
      image: 'https://vidya.test/files/photos/dilini.webp',
      jobTitle: 'Tutor',
      knowsAbout: ['Combined Mathematics'],
      address: { '@type': 'PostalAddress', addressRegion: 'Nugegoda', addressCountry: 'LK' },
    });
    expect(findThing(tags, 'Service')).toMatchObject({
      serviceType: ['Tutoring', 'Combined Mathematics'],
      provider: { '@id': `${TUTOR_URL}#person` },
      areaServed: { '@type': 'Country', name: 'Sri Lanka' },
    });
    expect(listCrumbs(tags)).toEqual([
      ['Home', 'https://vidya.test/'],
      ['Tutors', 'https://vidya.test/tutors'],
      ['Dilini Wickramasinghe', TUTOR_URL],
    ]);
  });

  test('says nothing of a photo or a town that it does not show', () => {
    const person = findThing(describeTutor(SITE, TUTOR_HEAD, aProfileView({ availableLocations: '' })), 'Person');
    expect(Object.keys(person ?? {})).not.toContain('image');
    expect(Object.keys(person ?? {})).not.toContain('address');
  });

  // spec s10-pages.14 | S10 2 | Structured data says who teaches what, where, how it is rated and what it costs | src/client/ssr/page-tags.ts
  test('has a rating from its first review on, as it is shown', () => {
    const rated = (totalReviews: number, rating: number) =>
      findThing(describeTutor(SITE, TUTOR_HEAD, aProfileView({ totalReviews, rating })), 'Service')?.aggregateRating;
    expect(rated(0, 0)).toBeUndefined();
    expect(rated(1, 14 / 3)).toEqual({ '@type': 'AggregateRating', ratingValue: 4.7, bestRating: 5, reviewCount: 1 });
  });

  test('offers each mode that can be booked, at its lowest rate', () => {
    const [first, second] = [aSubjectView(), aSubjectView({ id: 'subject-physics', name: 'Physics' })];
    const online = (rate: number) => [{ type: 'online' as const, enabled: true, rate }];
    const closed = aSubjectView({ id: 'subject-latin', name: 'Latin', teachingModes: online(100), availability: [] });
    const offersOf = (...subjects: ReturnType<typeof aSubjectView>[]) =>
      findThing(describeTutor(SITE, TUTOR_HEAD, aProfileView({ subjects })), 'Service')?.offers;

    expect(offersOf(first, { ...second, teachingModes: online(1200) }, closed)).toEqual(
      [
        ['Online', 1200],
        ['Home Visit', 2000.5],
      ].map(([name, price]) => ({
        '@type': 'Offer',
        name,
        url: TUTOR_URL,
        price,
        priceCurrency: 'LKR',
        priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency: 'LKR', unitCode: 'HUR', unitText: 'hour' },
      })),
    );
    expect(offersOf({ ...first, teachingModes: online(1500) })).toMatchObject([{ name: 'Online', price: 1500 }]);
    expect(offersOf(closed)).toEqual([]);
  });

  test('says no email and no phone, whoever it was read for', () => {
    const contactEmail = { kind: 'other', address: 'hello@dilini.test' } as const;
    const html = renderTags(describeTutor(SITE, TUTOR_HEAD, aProfileView({ contactEmail, rejectionReason: 'Unreadable' })));
    for (const secret of [tutor.user.email, contactEmail.address, tutor.phone, '@dilini', 'Unreadable', tutor.user.id])
      expect(html).not.toContain(secret);
  });
});

describe('the list of posts', () => {
  const listPosts = (search: { tag?: string; q?: string }, found: number | null = 3) =>
    describePosts(SITE, { title: 'Blog · Vidya', description: 'Advice.' }, { search, found });

  test('has an address for all and for each tag', () => {
    expect(listPosts({})).toMatchObject({ canonical: 'https://vidya.test/blogs', isIndexed: true });
    expect(listPosts({ tag: 'past papers' })).toMatchObject({ canonical: 'https://vidya.test/blogs?tag=past+papers', isIndexed: true });
    expect(listCrumbs(listPosts({ tag: 'past papers' }))).toEqual([
      ['Home', 'https://vidya.test/'],
      ['Blog', 'https://vidya.test/blogs'],
      ['past papers', 'https://vidya.test/blogs?tag=past+papers'],
    ]);
  });

  test('is not indexed for a text, nor for a tag that no post has', () => {
    expect(listPosts({ q: 'exams', tag: 'exams' })).toMatchObject({ canonical: 'https://vidya.test/blogs?tag=exams', isIndexed: false });
    expect(listPosts({ tag: 'cheap pills' }, 0).isIndexed).toBe(false);
    expect(listPosts({ tag: 'exams' }, null).isIndexed).toBe(false);
    expect(listPosts({}, 0).isIndexed).toBe(true);
  });
});

describe('a post', () => {
  test('is previewed as an article, with its author and its beginning', () => {
    expect(readMeta(describePost(SITE, POST_HEAD, aPost()))).toMatchObject({
      'og:type': 'article',
      'og:title': 'How to revise',
      'og:description': 'By Dilini Wickramasinghe: Begin with past papers.',
      'og:url': 'https://vidya.test/blogs/post-1',
      'og:image': 'https://vidya.test/social-preview.png',
    });
  });

  test.each<[string, Partial<BlogPage>, string]>([
    ['its own', { featuredImage: '/files/photos/a.webp', content: '<img src="/files/photos/b.webp" alt="" />' }, 'a.webp'],
    ['the first of its text', { content: '<p>One</p><img src="/files/photos/b.webp" alt="" /><img src="/files/photos/c.webp" alt="" />' }, 'b.webp'],
  ])('is previewed with %s picture, whose size nobody knows', (_, post, name) => {
    const url = `https://vidya.test/files/photos/${name}`;
    const tags = describePost(SITE, POST_HEAD, aPost(post));
    expect(readMeta(tags)).toMatchObject({ 'og:image': url, 'og:image:type': 'image/webp', 'og:image:alt': 'How to revise' });
    expect(readMeta(tags)).not.toHaveProperty('og:image:width');
    expect(findThing(tags, 'BlogPosting')?.image).toBe(url);
  });

  test('is described by its author alone where it has no words', () => {
    const content = '<img src="/files/photos/b.webp" alt="" />';
    expect(describePost(SITE, POST_HEAD, aPost({ content })).description).toBe('By Dilini Wickramasinghe');
  });

  test('is indexed once it is published', () => {
    expect(describePost(SITE, POST_HEAD, aPost()).isIndexed).toBe(true);
    expect(describePost(SITE, POST_HEAD, aPost({ status: 'draft' })).isIndexed).toBe(false);
  });

  test('says who wrote it, and when', () => {
    const tags = describePost(SITE, POST_HEAD, aPost());
    expect(findThing(tags, 'BlogPosting')).toMatchObject({
      mainEntityOfPage: 'https://vidya.test/blogs/post-1',
      headline: 'How to revise',
      datePublished: '2026-11-23T04:30:00.000Z',
      dateModified: '2026-11-24T04:30:00.000Z',
      author: { name: 'Dilini Wickramasinghe', url: TUTOR_URL, '@id': `${TUTOR_URL}#person`, image: 'https://vidya.test/files/photos/dilini.webp' },
      publisher: { name: 'Vidya' },
    });
    expect(listCrumbs(tags)).toEqual([
      ['Home', 'https://vidya.test/'],
      ['Blog', 'https://vidya.test/blogs'],
      ['How to revise', 'https://vidya.test/blogs/post-1'],
    ]);
  });
});

describe('a name or title that is written to do harm', () => {
  const EVIL = `"></title></script><script>alert('1')</script><!--<script> & &lt;`;
  const head = { title: `${EVIL} · Vidya`, description: EVIL };

  test.each<[string, PageTags]>([
    ['of a tutor', describeTutor(SITE, head, aProfileView({ user: { id: '1', name: EVIL, email: '', profileImage: '' }, availableLocations: EVIL }))],
    ['of a subject', describeTutor(SITE, head, aProfileView({ subjects: [aSubjectView({ name: EVIL })] }))],
    ['of a post', describePost(SITE, head, aPost({ title: EVIL, tags: [EVIL], featuredImage: `/files/photos/${EVIL}` }))],
    ['in the address of a search', describeSearch(SITE, head, { search: { category: EVIL, topic: EVIL }, categories: [], found: 1 })],
    ['of a tag', describePosts(SITE, head, { search: { tag: EVIL }, found: 1 })],
    ['of the site', describeHome({ ...SITE, appName: EVIL }, head)],
  ])('%s stays a text', (_, tags) => {
    const page = parse(tags);
    expect(page.title).toBe(head.title);
    expect(readMeta(tags).description?.startsWith(EVIL)).toBe(true);
    expect([...page.querySelectorAll('script')].map((script) => script.getAttribute('type'))).toEqual(['application/ld+json']);
    expect(page.body.childNodes).toHaveLength(0);
    expect(readThings(tags).length).toBeGreaterThan(0);
    expect(JSON.parse(JSON.stringify(tags.structured))).toEqual(readThings(tags));
  });
});

describe('a page in another language', () => {
  const tutor = aProfileView({ totalReviews: 2, isVerified: true });
  const siteIn = async (locale: 'si' | 'ta') => {
    const i18n = makeI18n(locale);
    await loadMessages({ i18n }, 'public');
    return { ...SITE, i18n };
  };
  const NO_LATIN = /^[^a-z]*$/i;

  // spec s15-tags.1 | S15 2 | Titles, previews and structured data of a page are in its language | src/client/ssr/page-tags.ts,
  //   src/client/ssr/page-structured.ts
  test.each(['si', 'ta'] as const)('in %s is previewed and described in that language', async (locale) => {
    const site = await siteIn(locale);
    const home = describeHome(site, { title: 'Vidya', description: '' });
    expect(home.preview.title.replace('Vidya', '')).toMatch(NO_LATIN);
    expect(home.preview.image.alt).toMatch(NO_LATIN);
    expect(findThing(home, 'WebSite')).toMatchObject({ url: `https://vidya.test/${locale}`, inLanguage: locale });

    const profile = describeTutor(site, TUTOR_HEAD, tutor);
    expect(findThing(profile, 'Person')).toMatchObject({
      '@id': `${TUTOR_URL}#person`,
      url: profile.canonical,
      jobTitle: expect.stringMatching(NO_LATIN),
      knowsAbout: [expect.stringMatching(NO_LATIN)],
    });
    expect(findThing(profile, 'Service')).toMatchObject({
      name: expect.stringMatching(/^[^a-z]*Dilini Wickramasinghe[^a-z]*$/),
      serviceType: [expect.stringMatching(NO_LATIN), expect.stringMatching(NO_LATIN)],
      areaServed: { name: expect.stringMatching(NO_LATIN) },
      offers: [
        { name: expect.stringMatching(NO_LATIN), priceSpecification: { unitText: expect.stringMatching(NO_LATIN) } },
        { name: expect.stringMatching(NO_LATIN) },
      ],
    });
    const search = { category: 'Music, Dance & Art', subject: 'Violin' };
    const categories = [{ value: 'Music, Dance & Art', name: 'Music, Dance & Art', subjects: [{ name: 'Violin' }] }];
    const crumbs = listCrumbs(describeSearch(site, HEAD, { search, categories, found: 1 })) as [string, string][];
    expect(crumbs.map(([name]) => name).join()).toMatch(NO_LATIN);
    expect(crumbs.map(([, url]) => url)).toEqual([
      `https://vidya.test/${locale}`,
      `https://vidya.test/${locale}/tutors`,
      `https://vidya.test/${locale}/tutors?category=Music%2C+Dance+%26+Art`,
      `https://vidya.test/${locale}/tutors?category=Music%2C+Dance+%26+Art&subject=Violin`,
    ]);
  });

  // spec s15-tags.2 | S15 2 | A page names the preview picture of its language | src/client/ssr/page-tags.ts, src/shared/domain/tutor-preview.ts
  test.each(['si', 'ta'] as const)('in %s names the picture in that language', async (locale) => {
    const site = await siteIn(locale);
    const preview = toTutorPreview(tutor, (name) => translatedName(site.i18n, name)) ?? expect.fail('the tutor is listed');
    const { image } = describeTutor(site, TUTOR_HEAD, tutor).preview;
    expect(image.url).toBe(`https://vidya.test${previewPath(preview).replace('/previews/', `/previews/${locale}/`)}`);
    expect(image.alt.replace(preview.name, '')).toMatch(NO_LATIN);
  });
});
