import { BLOGS } from '#shared/vocabulary/limits.ts';
import { pathOfImage } from './image-rules.ts';

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

export const POST_ATTRIBUTES = { a: ['href'], img: ['src', 'alt'] } as const satisfies Partial<Record<PostElement, readonly string[]>>;

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

export const LINK_SCHEMES = ['http', 'https', 'mailto'] as const;

const PHOTO = /^photos\/[\w-]+\.\w+$/;

export function photoPath(address: string, site?: string): string | null {
  const path = pathOfImage(address, site);
  return path !== null && PHOTO.test(path) ? path : null;
}

// Everything below expects sanitised HTML: each `<` starts a tag, and no attribute contains `>`.

const ELEMENT = /<\/?(\w+)[^>]*>/g;
const INLINE_ELEMENTS = new Set<string>(['strong', 'em', 'u', 's', 'code', 'a'] satisfies PostElement[]);
const ENTITIES = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&amp;', '&'],
]);

export function plainText(html: string): string {
  return html
    .replace(ELEMENT, (_, tag: string) => (INLINE_ELEMENTS.has(tag) ? '' : ' '))
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES.get(entity) ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

export function excerpt(html: string, max: number = BLOGS.excerpt): string {
  const words = plainText(html);
  if (words.length <= max) return words;
  const end = words.lastIndexOf(' ', max);
  return `${end > 0 ? words.slice(0, end) : firstCharacters(words, max)}…`;
}

/** By grapheme: one visible character can be several code points, often so in Sinhala and Tamil. */
function firstCharacters(text: string, max: number): string {
  let result = '';
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, 2 * max))) {
    if (result.length + segment.length > max) break;
    result += segment;
  }
  return result;
}

/** In minutes. */
export function readingTime(html: string): number {
  const words = plainText(html)
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return Math.max(1, Math.ceil(words.length / BLOGS.wordsPerMinute));
}

export function hasContent(html: string): boolean {
  return /<img\b/i.test(html) || /[^\s\p{C}]/u.test(plainText(html));
}

export function imagesIn(html: string): string[] {
  return [...new Set([...html.matchAll(/<img src="([^"]*)"/g)].map(([, src = '']) => src))];
}

export function withSite(html: string, site: string): string {
  return html.replace(/(<(?:a href|img src)=")\//g, (_, start: string) => `${start}${site}/`);
}

const LINKING = /<(?:a|img)\b(?:"[^"]*"|'[^']*'|[^'"<>])*/gi;
const ADDRESS = /((?:href|src)\s*=\s*["']?)(https?:\/\/[^\s"'<>]+)/gi;

export function withoutSite(html: string, site: string): string {
  return html.replace(LINKING, (element) =>
    element.replace(ADDRESS, (whole, start: string, address: string) =>
      address.startsWith(`${site}/`) ? start + address.slice(site.length) : whole,
    ),
  );
}
