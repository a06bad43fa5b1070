import type { Attributes, IOptions } from 'sanitize-html';
import type { RichText } from '#server/core/ports.ts';
import { LINK_SCHEMES, POST_ALIASES, POST_ATTRIBUTES, POST_ELEMENTS, photoPath } from '#shared/domain/rich-text.ts';

const ANY_SITE = 'http://site.invalid';
const SCHEME = new RegExp(`^(?:${LINK_SCHEMES.join('|')}):`, 'i');
const ABSOLUTE_URL = /^https?:\/\/[^/\\?#]/i;
const EXTERNAL_LINK = { rel: 'noopener noreferrer nofollow', target: '_blank' };
const MAX_DEPTH = 32;

const OPTIONS: IOptions = {
  allowedTags: [...POST_ELEMENTS],
  allowedAttributes: { img: [...POST_ATTRIBUTES.img], a: [...POST_ATTRIBUTES.a, ...Object.keys(EXTERNAL_LINK)] },
  allowedSchemes: [...LINK_SCHEMES],
  allowProtocolRelative: false,
  nestingLimit: MAX_DEPTH,
  // The library returns the content of textarea and xmp as it is, tags included.
  nonTextTags: ['script', 'style', 'textarea', 'xmp', 'option'],
  transformTags: {
    ...POST_ALIASES,
    a: (tagName, { href = '' }) => ({ tagName, attribs: toLinkAttributes(href.trim()) }),
    img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: toImageAttributes(src.trim(), alt) }),
  },
  exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && !attribs.href ? 'excludeTag' : tag === 'img' && !attribs.src),
};

export function createRichText(): RichText {
  return {
    async clean(html) {
      // Loaded with the first post, because the library takes 10 MB of memory.
      const { default: sanitizeHtml } = await import('sanitize-html');
      // The second run removes tags that emerged from the first one; a third run would change nothing.
      return sanitizeHtml(sanitizeHtml(html, OPTIONS), OPTIONS).trim();
    },
  };
}

function toLinkAttributes(href: string): Attributes {
  if (!URL.canParse(href, ANY_SITE)) return {};
  const url = new URL(href, ANY_SITE);
  if (url.protocol === 'mailto:') return { href: url.href };
  // `http:there` has no host and would lead to the present page.
  if (SCHEME.test(href)) return ABSOLUTE_URL.test(href) ? { href: url.href, ...EXTERNAL_LINK } : {};
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Browsers treat `//there` as another site, and `/.//there` resolves to it.
  return href.startsWith('/') && url.origin === ANY_SITE && !path.startsWith('//') ? { href: path } : {};
}

function toImageAttributes(src: string, alt: string): Attributes {
  const path = photoPath(src);
  return path === null ? {} : { src: `/files/${path}`, alt };
}
