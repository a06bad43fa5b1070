import { msg } from '@lingui/core/macro';
import type { I18n } from '#client/lib/i18n.ts';
import type { BlogPage } from '#shared/contracts/blogs.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { tutorPath } from '#shared/domain/addresses.ts';
import { withLocale } from '#shared/domain/locale-paths.ts';
import { toRupees } from '#shared/domain/money.ts';
import { canBeBooked } from '#shared/domain/on-offer.ts';
import { hourlyRate, METHOD_LABELS } from '#shared/domain/rates.ts';
import { translated, translatedName } from '#shared/domain/texts.ts';
import { BOOKABLE_METHODS } from '#shared/vocabulary/bookings.ts';

/** `origin` without a slash at the end. */
export type Site = { origin: string; appName: string; i18n: I18n };

/** The address of a page in the language of the one that names it. */
export const toUrl = ({ origin, i18n }: Site, path: string): string => `${origin}${withLocale(path, i18n.locale)}`;

// Objects of schema.org. A property that is undefined is left out of the JSON.

export type Crumb = { name: string; path: string };

/** Its first entry, the home page, is added. */
export function toBreadcrumbs(site: Site, crumbs: readonly Crumb[]): object {
  const itemListElement = [{ name: site.i18n._(msg`Home`), path: '/' }, ...crumbs].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: toUrl(site, path),
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}

const organizationId = (origin: string): string => `${origin}/#organization`;

export function toOrganization({ origin, appName }: Site): object {
  return { '@type': 'Organization', '@id': organizationId(origin), name: appName, url: `${origin}/`, logo: `${origin}/icon-512.png` };
}

export function toWebSite(site: Site): object {
  const { origin, appName, i18n } = site;
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: appName,
    url: toUrl(site, '/'),
    inLanguage: i18n.locale,
    publisher: { '@id': organizationId(origin) },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: toUrl(site, '/tutors?category=all&q={search_term_string}') },
      'query-input': 'required name=search_term_string',
    },
  };
}

/** Only what a profile shows to everyone: no email, no phone. */
export function toTutorObjects(site: Site, tutor: TutorProfileView): object[] {
  const { origin, i18n } = site;
  const { user, availableLocations, rating, totalReviews } = tutor;
  const path = tutorPath({ id: tutor.id, name: user.name });
  // One person, in whatever language the page is.
  const id = `${origin}${path}`;
  const url = toUrl(site, path);
  const { name } = user;
  const image = toAbsolute(origin, user.profileImage);
  const subjects = tutor.subjects.filter(({ subject }) => subject.isActive).map(({ subject }) => translatedName(i18n, subject.name));
  const person = {
    '@type': 'Person',
    '@id': `${id}#person`,
    name,
    url,
    image,
    jobTitle: i18n._(msg`Tutor`),
    knowsAbout: subjects,
    address: availableLocations ? { '@type': 'PostalAddress', addressRegion: availableLocations, addressCountry: 'LK' } : undefined,
  };
  const service = {
    // Google refuses the rating of a Service alone; schema.org defines Product as "any offered product or service".
    '@type': ['Service', 'Product'],
    '@id': `${id}#service`,
    name: i18n._(msg`Lessons with ${name}`),
    url,
    image,
    serviceType: [i18n._(msg`Tutoring`), ...subjects],
    provider: { '@id': person['@id'] },
    areaServed: { '@type': 'Country', name: i18n._(msg`Sri Lanka`) },
    // Google refuses a rating of no reviews.
    aggregateRating:
      totalReviews > 0 ? { '@type': 'AggregateRating', ratingValue: Number(rating.toFixed(1)), bestRating: 5, reviewCount: totalReviews } : undefined,
    offers: toOffers(i18n, tutor, url),
  };
  return [person, service];
}

/** One for each mode that can be booked, at its lowest rate per hour. */
function toOffers(i18n: I18n, { subjects }: TutorProfileView, url: string): object[] {
  const bookable = subjects.filter(canBeBooked);
  return BOOKABLE_METHODS.flatMap((method) => {
    const rates = bookable.map(({ teachingModes }) => hourlyRate(teachingModes, method)).filter((rate) => rate !== null);
    if (rates.length === 0) return [];
    const price = { price: toRupees(Math.min(...rates)), priceCurrency: 'LKR' };
    // HUR is the hour among the unit codes of UN/CEFACT.
    const perHour = { '@type': 'UnitPriceSpecification', ...price, unitCode: 'HUR', unitText: i18n._(msg`hour`) };
    return [{ '@type': 'Offer', name: translated(i18n, METHOD_LABELS[method]), url, ...price, priceSpecification: perHour }];
  });
}

export type Post = { blog: BlogPage; url: string; description: string; imageUrl: string };

export function toBlogPosting(site: Site, { blog, url, description, imageUrl }: Post): object {
  const { title, author, tags, createdAt, updatedAt } = blog;
  const authorPath = tutorPath(author);
  return {
    '@type': 'BlogPosting',
    '@id': `${url}#post`,
    mainEntityOfPage: url,
    headline: title,
    description,
    image: imageUrl,
    keywords: tags,
    datePublished: createdAt.toISOString(),
    dateModified: updatedAt.toISOString(),
    author: {
      '@type': 'Person',
      '@id': `${site.origin}${authorPath}#person`,
      name: author.name,
      url: toUrl(site, authorPath),
      image: toAbsolute(site.origin, author.profileImage),
    },
    publisher: toOrganization(site),
  };
}

export function toAbsolute(origin: string, address: string): string | undefined {
  return address && URL.canParse(address, origin) ? new URL(address, origin).href : undefined;
}
