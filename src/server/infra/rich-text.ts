import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html';
import type { RichText } from '#server/core/ports.ts';
import { LINK_SCHEMES, POST_ALIASES, POST_ATTRIBUTES, POST_ELEMENTS, photoPath } from '#shared/domain/rich-text.ts';

const ANY_SITE = 'http://site.invalid';
const SCHEME = new RegExp(`^(?:${LINK_SCHEMES.join('|')}):`, 'i');
const WITH_HOST = /^https?:\/\/[^/\\?#]/i;
const FOREIGN = { rel: 'noopener noreferrer nofollow', target: '_blank' };
const DEEPEST = 32;

const OPTIONS: IOptions = {
  allowedTags: [...POST_ELEMENTS],
  allowedAttributes: { img: [...POST_ATTRIBUTES.img], a: [...POST_ATTRIBUTES.a, ...Object.keys(FOREIGN)] },
  allowedSchemes: [...LINK_SCHEMES],
  allowProtocolRelative: false,
  nestingLimit: DEEPEST,
  // The library hands on what is in textarea and xmp as it is, tags and all.
  nonTextTags: ['script', 'style', 'textarea', 'xmp', 'option'],
  transformTags: {
    ...POST_ALIASES,
    a: (tagName, { href = '' }) => ({ tagName, attribs: linkTo(href.trim()) }),
    img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: showing(src.trim(), alt) }),
  },
  // What leads nowhere is only its words, and what shows nothing is nothing.
  exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && !attribs.href ? 'excludeTag' : tag === 'img' && !attribs.src),
};

/** The second time takes apart what only the first has put side by side; a third would change nothing. */
export function createRichText(): RichText {
  return { clean: (html) => sanitizeHtml(sanitizeHtml(html, OPTIONS), OPTIONS).trim() };
}

function linkTo(href: string): Attributes {
  if (!URL.canParse(href, ANY_SITE)) return {};
  const url = new URL(href, ANY_SITE);
  if (url.protocol === 'mailto:') return { href: url.href };
  // `http:there` has no host: it would lead to the page it stands on, or to our placeholder.
  if (SCHEME.test(href)) return WITH_HOST.test(href) ? { href: url.href, ...FOREIGN } : {};
  const path = `${url.pathname}${url.search}${url.hash}`;
  // A browser takes `//there` for another site, and `/.//there` becomes it.
  return href.startsWith('/') && url.origin === ANY_SITE && !path.startsWith('//') ? { href: path } : {};
}

function showing(src: string, alt: string): Attributes {
  const path = photoPath(src);
  return path === null ? {} : { src: `/files/${path}`, alt };
}
