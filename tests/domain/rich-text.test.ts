import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRichText } from '#server/infra/rich-text.ts';
import {
  excerpt,
  hasContent,
  imagesIn,
  type PostNode,
  parsePost,
  photoPath,
  plainText,
  readingTime,
  withoutSite,
  withSite,
} from '#shared/domain/rich-text.ts';
import { expectBelow } from '#tests/support/measured.ts';

const SITE = 'https://vidya.example';
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('the words of a post', () => {
  test.each([
    ['<p>One</p><p>two</p>', 'One two'],
    ['<h2>One</h2><ul><li>two</li><li><p>three</p></li></ul>', 'One two three'],
    ['<p>b<strong>o</strong>ld <em>and</em><u> </u>underlined</p>', 'bold and underlined'],
    ['<p>one<br />two</p>', 'one two'],
    ['<p>a &lt; b &amp;&amp; c &gt; d, &quot;e&quot;</p>', 'a < b && c > d, "e"'],
    ['<p>&amp;lt;</p>', '&lt;'],
    ['<p>one\u00a0two\n\n three</p>', 'one two three'],
    ['<p><img src="/files/photos/a.webp" alt="a picture" /></p>', ''],
    ['<p>විභාගයට තව <strong>මාස</strong>යයි.</p>', 'විභාගයට තව මාසයයි.'],
  ])('of %s are %j', (html, expected) => {
    expect(plainText(html)).toBe(expected);
  });
});

describe('the elements of a post', () => {
  const toText = (nodes: readonly PostNode[]): string =>
    nodes.map((node) => (typeof node === 'string' ? node : `<${node.element}>${toText(node.children)}</${node.element}>`)).join('');

  test.each([
    ['<p>One <strong>two</strong><br />three</p><hr />', '<p>One <strong>two</strong><br></br>three</p><hr></hr>'],
    ['<ul><li>one<ul><li>two</li></ul></li><li>three</li></ul>', '<ul><li>one<ul><li>two</li></ul></li><li>three</li></ul>'],
    ['<p>a &lt;b&gt; &amp;lt; &#39;c&#x27; &#0;&#x110000;&unknown;</p>', "<p>a <b> &lt; 'c' \ufffd\ufffd&unknown;</p>"],
    ['<section>One <custom-element>two</custom-element></section>', 'One two'],
    ['</p>One<p>two<strong>three</p>four</strong>', 'One<p>two<strong>three</strong></p>four'],
    ['<P>One<H2>two<H3>three', '<p>One</p><h2>two</h2><h3>three</h3>'],
    ['<ul><li>one<li><p>two<li>three</ul>', '<ul><li>one</li><li><p>two</p></li><li>three</li></ul>'],
    ['<a>one<a>two</a>', '<a>one</a><a>two</a>'],
    ['<pre>\n\none</pre>', '<pre>\none</pre>'],
  ])('of %j are those that a browser finds', (html, expected) => {
    expect(toText(parsePost(html))).toBe(expected);
  });

  test('have their attributes', () => {
    expect(parsePost('<a href="/x?a=1&amp;b=2" target="_blank">one</a><img src="/files/photos/a.webp" alt="a &gt; &quot;b&quot;" />')).toEqual([
      { element: 'a', attributes: { href: '/x?a=1&b=2', target: '_blank' }, children: ['one'] },
      { element: 'img', attributes: { src: '/files/photos/a.webp', alt: 'a > "b"' }, children: [] },
    ]);
  });

  test('contain all its words, whatever was written', async () => {
    const { clean } = createRichText();
    const tags = fc.constantFrom(
      'p',
      'div',
      'h2',
      'h4',
      'ul',
      'li',
      'pre',
      'blockquote',
      'strong',
      'i',
      'a href="/x"',
      'section',
      'script',
      'br',
      'hr',
    );
    const tag = fc.tuple(fc.constantFrom('<', '</'), tags).map(([start, name]) => `${start}${name}>`);
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('one', ' two ', '&amp;lt;', '&#39;', '<', '&'));
    const wordsOf = (words: string) => words.replace(/\s/g, '');
    const textOf = (nodes: readonly PostNode[]): string => nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(tag, text), { maxLength: 30 }), async (pieces) => {
        const html = await clean(pieces.join(''));
        expect(wordsOf(textOf(parsePost(html)))).toBe(wordsOf(plainText(html)));
      }),
    );
  });
});

// spec blogs.28
describe('the beginning of a post', () => {
  test('a short one is unchanged', () => {
    expect(excerpt('<p>All of it</p>', 9)).toBe('All of it');
  });

  test('of a longer one only whole words are shown', () => {
    expect(excerpt('<p>One two three</p>', 12)).toBe('One two…');
    expect(excerpt('<p>One two three</p>', 7)).toBe('One two…');
    expect(excerpt('<p>One two three</p>', 6)).toBe('One…');
  });

  test('unless the first is longer than all of it; then no letter is cut through', () => {
    expect(excerpt('<p>Donaudampfschiff fährt</p>', 5)).toBe('Donau…');
    // Three letters, the second of two characters.
    expect(excerpt('<p>கணிதம்</p>', 2)).toBe('க…');
    expect(excerpt('<p>ශ්‍රීලංකා</p>', 4)).not.toContain('\ufffd');
    expect(excerpt(`<p>${'👩‍🏫'.repeat(3)}</p>`, 6)).toBe('👩‍🏫…');
  });

  test('in Sinhala and in Tamil it ends between words', () => {
    const sinhala = 'විභාගයට තව මාසයයි. දැන් අලුත් දේවල් උගන්වන්න කාලය නෙවෙයි';
    const tamil = 'விடைத்தாள் திருத்தும் ஒவ்வொரு வருடமும் இதே தவறுகளையே காண்கிறேன்';
    for (const text of [sinhala, tamil]) {
      const shown = excerpt(`<p>${text}</p>`, 30);
      expect(shown.length).toBeLessThanOrEqual(31);
      expect(text.split(' ')).toContain(shown.slice(0, -1).split(' ').at(-1));
    }
  });

  test('it is 180 characters long at most', () => {
    expect(excerpt(`<p>${words(100)}</p>`).length).toBeLessThanOrEqual(181);
  });
});

// spec blogs.28 | R §3 | Reading time, words of every script | src/shared/domain/rich-text.ts
describe('the time that reading takes', () => {
  test.each([
    [0, 1],
    [1, 1],
    [200, 1],
    [201, 2],
    [400, 2],
    [401, 3],
  ])('%i words take %i minutes', (count, minutes) => {
    expect(readingTime(`<p>${words(count)}</p>`)).toBe(minutes);
  });

  // spec blogs.28
  test('words of every script count, signs alone do not', () => {
    expect(readingTime(`<p>${'ගණිතය '.repeat(201)}</p>`)).toBe(2);
    expect(readingTime(`<p>${'கணிதம் '.repeat(201)}</p>`)).toBe(2);
    expect(readingTime(`<p>${'– '.repeat(300)}</p>`)).toBe(1);
  });
});

describe('whether there is anything to read', () => {
  test.each(['<p></p>', '<p> </p><p><br /></p>', '<h2></h2>', '<ul><li><p></p></li></ul>', '<p>\u00a0\u200b</p>', '<hr />', ''])(
    'not in %j',
    (html) => {
      expect(hasContent(html)).toBe(false);
    },
  );

  test.each(['<p>a</p>', '<p>?</p>', '<p>අ</p>', '<p>👍</p>', '<p><img src="/files/photos/a.webp" alt="" /></p>', 'words alone'])('in %j', (html) => {
    expect(hasContent(html)).toBe(true);
  });
});

describe('the images of a post', () => {
  test('each is named once', () => {
    const [a, b] = ['<img src="/files/photos/a.webp" alt="" />', '<img src="/files/photos/b.webp" alt="" />'];
    expect(imagesIn(`<p>${a}${b}</p>${a}`)).toEqual(['/files/photos/a.webp', '/files/photos/b.webp']);
  });

  test.each([
    ['/files/photos/a-1.webp', undefined, 'photos/a-1.webp'],
    [`${SITE}/files/photos/a.webp?x=1`, SITE, 'photos/a.webp'],
    [`${SITE}/files/photos/a.webp`, undefined, null],
    ['/files/documents/a.png', undefined, null],
    ['/files/photos/../documents/a.png', undefined, null],
    ['/files/photos/%2e%2e/documents/a.png', undefined, null],
    ['/files/photos/', undefined, null],
    ['//evil.test/files/photos/a.webp', undefined, null],
    ['data:image/png;base64,AAAA', undefined, null],
    ['', undefined, null],
  ])('%s is a photo of our store or none', (address, site, path) => {
    expect(photoPath(address, site)).toBe(path);
  });
});

describe('addresses of our own', () => {
  const INSIDE = '<p><img src="/files/photos/a.webp" alt="x" /> <a href="/tutors/1">one</a> src="/none"</p>';
  const OUTSIDE = `<p><img src="${SITE}/files/photos/a.webp" alt="x" /> <a href="${SITE}/tutors/1">one</a> src="/none"</p>`;

  test('are absolute elsewhere, and root-relative with us', () => {
    expect(withSite(INSIDE, SITE)).toBe(OUTSIDE);
    expect(withoutSite(OUTSIDE, SITE)).toBe(INSIDE);
  });

  test.each([
    [`<IMG alt='a > b' SRC = '${SITE}/files/a'>`, `<IMG alt='a > b' SRC = '/files/a'>`],
    [`<img src=${SITE}/files/a>`, '<img src=/files/a>'],
    [`<img src="https://vidya.example.evil.test/files/a">`, null],
    [`<p>${SITE}/files/a is an address</p>`, null],
    [`<pre>&lt;img src="${SITE}/files/a"&gt;</pre>`, null],
    ['<a href="https://other.example/">there</a>', null],
  ])('%s', (html, expected) => {
    expect(withoutSite(html, SITE)).toBe(expected ?? html);
  });

  test.each([`<img src="`, `<img '`, '<a "\'', '<img src=', '<img src   ', `<img src="${SITE}/`])(
    'however often %j is repeated, reading it takes no time',
    (piece) => {
      const began = performance.now();
      const html = piece.repeat(100_000 / piece.length);
      const result = withoutSite(html, SITE);
      expectBelow(performance.now() - began, 500);
      expect(result.length).toBeGreaterThan(0);
      expect(withoutSite(result, SITE)).toBe(result);
    },
  );
});
