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
const ENTITIES = { lt: '<', gt: '>', quot: '"', amp: '&' };

export function plainText(html: string): string {
  return decodeEntities(html.replace(ELEMENT, (_, tag: string) => (INLINE_ELEMENTS.has(tag) ? '' : ' ')))
    .replace(/\s+/g, ' ')
    .trim();
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:(lt|gt|quot|amp)|#(\d+)|#[xX]([\da-fA-F]+));/g, (_, name: keyof typeof ENTITIES, decimal = '', hex = '') => {
    if (name) return ENTITIES[name];
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}

type PostElementNode = { element: PostElement; attributes: Readonly<Record<string, string>>; children: PostNode[] };
export type PostNode = string | PostElementNode;

const TAG = /<(\/?)(\w+)([^<>]*)>/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;
const VOID_ELEMENTS: readonly PostElement[] = ['br', 'hr', 'img'];

/** Which open elements a new element closes, as in HTML. Otherwise the browser would parse other elements from the page than React has rendered. */
const ENDED_BY: Partial<Record<PostElement, readonly PostElement[]>> = {
  h2: ['p', 'h2', 'h3'],
  h3: ['p', 'h2', 'h3'],
  p: ['p'],
  hr: ['p'],
  blockquote: ['p'],
  pre: ['p'],
  ul: ['p'],
  ol: ['p'],
  li: ['p', 'li'],
  a: ['a'],
};

/** Drops elements that a post cannot contain, and keeps their children. */
export function parsePost(html: string): PostNode[] {
  const nodes: PostNode[] = [];
  const open: PostElementNode[] = [];
  const getSiblings = () => open.at(-1)?.children ?? nodes;
  const addText = (text: string) => {
    const siblings = getSiblings();
    const isFirstInPre = open.at(-1)?.element === 'pre' && siblings.length === 0;
    const last = siblings.at(-1);
    const decoded = decodeEntities(isFirstInPre ? text.replace(/^\n/, '') : text);
    if (typeof last === 'string') siblings.splice(-1, 1, last + decoded);
    else if (decoded !== '') siblings.push(decoded);
  };
  const closeFrom = (index: number) => void (index >= 0 && open.splice(index));

  let end = 0;
  for (const { 0: tag, 1: slash, 2: name = '', 3: rest = '', index } of html.matchAll(TAG)) {
    addText(html.slice(end, index));
    end = index + tag.length;
    const element = POST_ELEMENTS.find((known) => known === name.toLowerCase());
    if (!element) continue;
    if (slash) {
      closeFrom(open.findLastIndex((node) => node.element === element));
      continue;
    }
    const list = open.findLastIndex((node) => node.element === 'ul' || node.element === 'ol');
    closeFrom(open.findIndex((node, depth) => ENDED_BY[element]?.includes(node.element) && (node.element !== 'li' || depth > list)));
    const attributes = Object.fromEntries([...rest.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, decodeEntities(value)]));
    const node: PostElementNode = { element, attributes, children: [] };
    getSiblings().push(node);
    if (!VOID_ELEMENTS.includes(element)) open.push(node);
  }
  addText(html.slice(end));
  return nodes;
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
