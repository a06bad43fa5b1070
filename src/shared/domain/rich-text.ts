import { BLOGS } from '#shared/vocabulary/limits.ts';
import { pathOfImage } from './image-rules.ts';

/** What a post may contain. */
export const POST_ELEMENTS = [
  'h2',
  'h3',
  'p',
  'br',
  'hr',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'u',
  's',
  'code',
  'a',
  'img',
] as const;
export type PostElement = (typeof POST_ELEMENTS)[number];

/** What else may be said of one of them. */
export const POST_ATTRIBUTES = { a: ['href'], img: ['src', 'alt'] } as const satisfies Partial<Record<PostElement, readonly string[]>>;

/** Other names of the same, and of what is nearest to it. */
export const POST_ALIASES = {
  div: 'p',
  h1: 'h2',
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
} as const satisfies Record<string, PostElement>;

/** Where a link may lead, beside our own pages. */
export const LINK_SCHEMES = ['http', 'https', 'mailto'] as const;

const PHOTO = /^photos\/[\w-]+\.\w+$/;

/** Where a photo lies in our store, told by its address; null for any other address. */
export function photoPath(address: string, site?: string): string | null {
  const path = pathOfImage(address, site);
  return path !== null && PHOTO.test(path) ? path : null;
}

// All below reads HTML that was cleaned: a `<` begins an element, and no attribute holds a `>`.

const ELEMENT = /<\/?(\w+)[^>]*>/g;
const WITHIN_WORDS = new Set<string>(['strong', 'em', 'u', 's', 'code', 'a'] satisfies PostElement[]);
const ENTITIES = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&amp;', '&'],
]);

/** The words of a post, in one line. */
export function wordsOf(html: string): string {
  return html
    .replace(ELEMENT, (_, tag: string) => (WITHIN_WORDS.has(tag) ? '' : ' '))
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES.get(entity) ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The beginning of its words, none of them cut unless it is longer than all of this. */
export function excerpt(html: string, most: number = BLOGS.excerpt): string {
  const words = wordsOf(html);
  if (words.length <= most) return words;
  const end = words.lastIndexOf(' ', most);
  return `${end > 0 ? words.slice(0, end) : firstCharacters(words, most)}…`;
}

/** What a reader takes for one character may be several, in Sinhala and Tamil more often than not. */
function firstCharacters(text: string, most: number): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, 2 * most))) {
    if (kept.length + segment.length > most) break;
    kept += segment;
  }
  return kept;
}

/** In minutes. */
export function readingTime(html: string): number {
  const words = wordsOf(html)
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return Math.max(1, Math.ceil(words.length / BLOGS.wordsPerMinute));
}

/** Whether anybody would see anything: paragraphs alone are nothing. */
export function hasContent(html: string): boolean {
  return /<img\b/i.test(html) || /[^\s\p{C}]/u.test(wordsOf(html));
}

/** The addresses of its images, each once. */
export function imagesIn(html: string): string[] {
  return [...new Set([...html.matchAll(/<img src="([^"]*)"/g)].map(([, src = '']) => src))];
}

/** For readers elsewhere: our own addresses as seen from there. */
export function withSite(html: string, site: string): string {
  return html.replace(/(<(?:a href|img src)=")\//g, (_, start: string) => `${start}${site}/`);
}

const LINKING = /<(?:a|img)\b(?:"[^"]*"|'[^']*'|[^'"<>])*/gi;
const ADDRESS = /((?:href|src)\s*=\s*["']?)(https?:\/\/[^\s"'<>]+)/gi;

/** The reverse, of HTML that need not be clean yet. */
export function withoutSite(html: string, site: string): string {
  return html.replace(LINKING, (element) =>
    element.replace(ADDRESS, (whole, start: string, address: string) =>
      address.startsWith(`${site}/`) ? start + address.slice(site.length) : whole,
    ),
  );
}
