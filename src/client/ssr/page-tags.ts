import { msg } from '@lingui/core/macro';
import { ALL_CATEGORIES, isAllCategories } from '#client/features/tutor-search/search-state.ts';
import type { I18n } from '#client/lib/i18n.ts';
import type { BlogPage } from '#shared/contracts/blogs.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { postPath, tutorPath, withSearch } from '#shared/domain/addresses.ts';
import { withLocale } from '#shared/domain/locale-paths.ts';
import { excerpt, imagesIn } from '#shared/domain/rich-text.ts';
import { translatedName } from '#shared/domain/texts.ts';
import { PREVIEW_SIZE, previewPath, toTutorPreview } from '#shared/domain/tutor-preview.ts';
import { isPublic } from '#shared/domain/tutor-visibility.ts';
import { escapeXml } from '#shared/domain/xml.ts';
import { DEFAULT_LOCALE, type Locale, OFFERED_LOCALES } from '#shared/vocabulary/locales.ts';
import {
  type Crumb,
  type Site,
  toAbsolute,
  toBlogPosting,
  toBreadcrumbs,
  toOrganization,
  toTutorObjects,
  toUrl,
  toWebSite,
} from './page-structured.ts';

/** What the option `head` of the matched route says. */
export type Head = { title: string; description: string };

/** The size is absent where nobody has measured it. */
export type PreviewImage = { url: string; type: string; width?: number; height?: number; alt: string };

export type PageTags = Head & {
  /** Absolute; null for a page that does not exist. */
  canonical: string | null;
  /** The same page in each language; none where it exists in one only. */
  alternates: readonly { locale: Locale; url: string }[];
  locale: Locale;
  isIndexed: boolean;
  preview: { siteName: string; type: 'website' | 'profile' | 'article'; title: string; image: PreviewImage };
  structured: readonly object[];
};

type RouteMeta = { title?: string; name?: string; content?: string } | undefined;

/** From the `meta` of all matches, the innermost last. */
export function toHead(meta: readonly RouteMeta[]): Head {
  return {
    title: meta.findLast((tag) => tag?.title)?.title ?? '',
    description: meta.findLast((tag) => tag?.name === 'description')?.content ?? '',
  };
}

export function describeHome(site: Site, head: Head): PageTags {
  const { appName, i18n } = site;
  const title = i18n._(msg`${appName}: find the tutor who fits you`);
  return toTags(site, head, { path: '/', preview: { title }, structured: [toWebSite(site), toOrganization(site)] });
}

type ListedSubject = { name: string };
type ListedCategory = { value: string; name: string; subjects: readonly ListedSubject[] };
type Listing = { category?: string; subject?: string; topic?: string };

export type SearchFacts = {
  search: Listing & { [filter: string]: unknown };
  categories: readonly ListedCategory[];
  /** How many tutors the page lists; null where it could not look. */
  found: number | null;
};

const SEARCH_PATH = '/tutors';
const toTutorsCrumb = ({ i18n }: Site): Crumb => ({ name: i18n._(msg`Tutors`), path: SEARCH_PATH });

/** A list without tutors is not indexed, so that nobody puts words of their own under our name. */
export function describeSearch(site: Site, head: Head, { search, categories, found }: SearchFacts): PageTags {
  const { category, subject, topic, ...filters } = search;
  const listing = toListing({ category, subject, topic }, categories);
  const path = withSearch(SEARCH_PATH, listing);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return toTags(site, head, {
    path,
    isIndexed: !isFiltered && (path === SEARCH_PATH || Boolean(found)),
    structured: [toBreadcrumbs(site, [toTutorsCrumb(site), ...toListingCrumbs(site.i18n, listing, categories)])],
  });
}

/** In the catalogue's spelling; a subject always with its category, because both addresses list the same tutors. */
function toListing({ category, subject, topic }: Listing, categories: readonly ListedCategory[]): Listing {
  const isAny = isAllCategories({ category });
  const listed = categories.find(({ value, subjects }) =>
    isAny ? subjects.some(({ name }) => isSameName(name, subject)) : isSameName(value, category),
  );
  const typed = isAny && category ? (subject || topic ? undefined : ALL_CATEGORIES) : category;
  return {
    category: listed?.value ?? typed,
    subject: listed?.subjects.find(({ name }) => isSameName(name, subject))?.name ?? subject,
    topic,
  };
}

function toListingCrumbs(i18n: I18n, { category, subject, topic }: Listing, categories: readonly ListedCategory[]): Crumb[] {
  const categoryName = categories.find(({ value }) => value === category)?.name;
  return [
    { name: categoryName, path: withSearch(SEARCH_PATH, { category }) },
    { name: subject, path: withSearch(SEARCH_PATH, { category, subject }) },
    { name: topic, path: withSearch(SEARCH_PATH, { category, subject, topic }) },
  ].flatMap(({ name, path }) => (name ? [{ name: translatedName(i18n, name), path }] : []));
}

const isSameName = (name: string, other: string | undefined): boolean => name.toLowerCase() === other?.toLowerCase();

export function describeTutor(site: Site, head: Head, tutor: TutorProfileView): PageTags {
  const { id, user, status, verificationStatus } = tutor;
  const path = tutorPath({ id, name: user.name });
  return toTags(site, head, {
    path,
    isIndexed: isPublic({ accountStatus: status, verificationStatus }),
    preview: { type: 'profile', image: toTutorImage(site, tutor) },
    structured: [toBreadcrumbs(site, [toTutorsCrumb(site), { name: user.name, path }]), ...toTutorObjects(site, tutor)],
  });
}

function toTutorImage(site: Site, tutor: TutorProfileView): PreviewImage {
  const preview = toTutorPreview(tutor, (name) => translatedName(site.i18n, name));
  if (!preview) return toSiteImage(site);
  const alt = [preview.name, ...preview.subjects].join(', ');
  return { url: `${site.origin}${previewPath(preview, site.i18n.locale)}`, type: 'image/png', ...PREVIEW_SIZE, alt };
}

/** `found` as in `SearchFacts`. */
export type PostsFacts = { search: { tag?: string; q?: string }; found: number | null };

const POSTS_PATH = '/blogs';
const toPostsCrumb = ({ i18n }: Site): Crumb => ({ name: i18n._(msg`Blog`), path: POSTS_PATH });

export function describePosts(site: Site, head: Head, { search: { tag, q }, found }: PostsFacts): PageTags {
  const path = withSearch(POSTS_PATH, { tag });
  const posts = toPostsCrumb(site);
  const crumbs = tag ? [posts, { name: tag, path }] : [posts];
  return toTags(site, head, { path, isIndexed: !q && (!tag || Boolean(found)), structured: [toBreadcrumbs(site, crumbs)] });
}

export function describePost(site: Site, head: Head, blog: BlogPage): PageTags {
  const path = postPath(blog);
  const [picture] = [blog.featuredImage, ...imagesIn(blog.content)].flatMap((address) => toAbsolute(site.origin, address) ?? []);
  const image = picture ? { url: picture, type: toImageType(picture), alt: blog.title } : toSiteImage(site);
  // The route says who wrote it; the beginning says what it is about.
  const description = [head.description, excerpt(blog.content)].filter(Boolean).join(': ');
  return toTags(
    site,
    { ...head, description },
    {
      path,
      isIndexed: blog.status === 'published',
      preview: { type: 'article', image },
      structured: [
        toBreadcrumbs(site, [toPostsCrumb(site), { name: blog.title, path }]),
        toBlogPosting(site, { blog, url: toUrl(site, path), description, imageUrl: image.url }),
      ],
    },
  );
}

/** For pages that say the same to everyone. `path` without parameters. */
export function describePage(site: Site, { path, ...head }: Head & { path: string }): PageTags {
  return toTags(site, head, { path });
}

export function describeMissing(site: Site, head: Head): PageTags {
  return toTags(site, head, { path: null, isIndexed: false });
}

type PageFacts = { path: string | null; isIndexed?: boolean; preview?: Partial<PageTags['preview']>; structured?: readonly object[] };

function toTags(site: Site, head: Head, { path, isIndexed = true, preview, structured = [] }: PageFacts): PageTags {
  const { origin, appName, i18n } = site;
  // It was made for one of ours.
  const locale = i18n.locale as Locale;
  const isOffered = OFFERED_LOCALES.includes(locale);
  const urlIn = (other: Locale) => `${origin}${withLocale(path ?? '/', other)}`;
  return {
    ...head,
    locale,
    canonical: path === null ? null : urlIn(locale),
    alternates:
      path === null || !isOffered || OFFERED_LOCALES.length === 1 ? [] : OFFERED_LOCALES.map((other) => ({ locale: other, url: urlIn(other) })),
    isIndexed: isIndexed && isOffered,
    preview: { siteName: appName, type: 'website', title: withoutAppName(head.title, appName), image: toSiteImage(site), ...preview },
    structured,
  };
}

/** Previews name the site beside the title. */
function withoutAppName(title: string, appName: string): string {
  const end = ` · ${appName}`;
  return title.endsWith(end) ? title.slice(0, -end.length) : title;
}

function toSiteImage({ origin, i18n }: Site): PreviewImage {
  const alt = i18n._(msg`Find the tutor who fits you, with six drawn portraits of tutors`);
  return { url: `${origin}/social-preview.png`, type: 'image/png', width: 1200, height: 630, alt };
}

function toImageType(url: string): string {
  const extension = url.slice(url.lastIndexOf('.') + 1);
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
}

type Tags = Record<string, string | number | undefined>;

/** HTML for `<head>`. */
export function renderTags({ title, description, canonical, alternates, locale, isIndexed, preview, structured }: PageTags): string {
  const { siteName, type, image } = preview;
  const names: Tags = { description, robots: isIndexed ? undefined : 'noindex, follow' };
  const openGraph: Tags = {
    'og:type': type,
    'og:site_name': siteName,
    'og:title': preview.title,
    'og:description': description,
    'og:url': canonical ?? undefined,
    'og:image': image.url,
    'og:image:type': image.type,
    'og:image:width': image.width,
    'og:image:height': image.height,
    'og:image:alt': image.alt,
    'og:locale': `${locale}_LK`,
  };
  const twitter: Tags = {
    'twitter:card': 'summary_large_image',
    'twitter:title': preview.title,
    'twitter:description': description,
    'twitter:image': image.url,
    'twitter:image:alt': image.alt,
  };
  return [
    `<title>${escapeXml(title)}</title>`,
    ...toMeta('name', names),
    ...(canonical ? [`<link rel="canonical" href="${escapeXml(canonical)}" />`] : []),
    ...toAlternates(alternates),
    ...toMeta('property', openGraph),
    ...toMeta('name', twitter),
    ...(structured.length > 0 ? [toScript(structured)] : []),
  ].join('\n');
}

function toAlternates(alternates: PageTags['alternates']): string[] {
  const toLink = (name: string, url: string) => `<link rel="alternate" hreflang="${name}" href="${escapeXml(url)}" />`;
  return alternates.flatMap(({ locale, url }) => [toLink(locale, url), ...(locale === DEFAULT_LOCALE ? [toLink('x-default', url)] : [])]);
}

function toMeta(attribute: 'name' | 'property', tags: Tags): string[] {
  return Object.entries(tags).flatMap(([key, content]) =>
    content === undefined || content === '' ? [] : [`<meta ${attribute}="${key}" content="${escapeXml(String(content))}" />`],
  );
}

function toScript(structured: readonly object[]): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': structured });
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`;
}
