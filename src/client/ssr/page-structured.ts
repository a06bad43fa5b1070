import type { BlogPage } from '#shared/contracts/blogs.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { tutorPath } from '#shared/domain/addresses.ts';
import { toRupees } from '#shared/domain/money.ts';
import { canBeBooked } from '#shared/domain/on-offer.ts';
import { hourlyRate, METHOD_LABELS } from '#shared/domain/rates.ts';
import { BOOKABLE_METHODS } from '#shared/vocabulary/bookings.ts';
import type { Locale } from '#shared/vocabulary/locales.ts';

/** `origin` without a slash at the end. */
export type Site = { origin: string; appName: string; locale: Locale };

// Objects of schema.org. A property that is undefined is left out of the JSON.

export type Crumb = { name: string; path: string };

/** Its first entry, the home page, is added. */
export function toBreadcrumbs({ origin }: Site, crumbs: readonly Crumb[]): object {
  const itemListElement = [{ name: 'Home', path: '/' }, ...crumbs].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${origin}${path}`,
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}

const organizationId = (origin: string): string => `${origin}/#organization`;

export function toOrganization({ origin, appName }: Site): object {
  return { '@type': 'Organization', '@id': organizationId(origin), name: appName, url: `${origin}/`, logo: `${origin}/icon-512.png` };
}

export function toWebSite({ origin, appName, locale }: Site): object {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: appName,
    url: `${origin}/`,
    inLanguage: locale,
    publisher: { '@id': organizationId(origin) },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/tutors?category=all&q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

/** Only what a profile shows to everyone: no email, no phone. */
export function toTutorObjects({ origin }: Site, tutor: TutorProfileView): object[] {
  const { user, availableLocations, rating, totalReviews } = tutor;
  const url = `${origin}${tutorPath({ id: tutor.id, name: user.name })}`;
  const image = toAbsolute(origin, user.profileImage);
  const subjects = tutor.subjects.filter(({ subject }) => subject.isActive).map(({ subject }) => subject.name);
  const person = {
    '@type': 'Person',
    '@id': `${url}#person`,
    name: user.name,
    url,
    image,
    jobTitle: 'Tutor',
    knowsAbout: subjects,
    address: availableLocations ? { '@type': 'PostalAddress', addressRegion: availableLocations, addressCountry: 'LK' } : undefined,
  };
  const service = {
    // Google refuses the rating of a Service alone; schema.org defines Product as "any offered product or service".
    '@type': ['Service', 'Product'],
    '@id': `${url}#service`,
    name: `Lessons with ${user.name}`,
    url,
    image,
    serviceType: ['Tutoring', ...subjects],
    provider: { '@id': person['@id'] },
    areaServed: { '@type': 'Country', name: 'Sri Lanka' },
    // Google refuses a rating of no reviews.
    aggregateRating:
      totalReviews > 0 ? { '@type': 'AggregateRating', ratingValue: Number(rating.toFixed(1)), bestRating: 5, reviewCount: totalReviews } : undefined,
    offers: toOffers(tutor, url),
  };
  return [person, service];
}

/** One for each mode that can be booked, at its lowest rate per hour. */
function toOffers({ subjects }: TutorProfileView, url: string): object[] {
  const bookable = subjects.filter(canBeBooked);
  return BOOKABLE_METHODS.flatMap((method) => {
    const rates = bookable.map(({ teachingModes }) => hourlyRate(teachingModes, method)).filter((rate) => rate !== null);
    if (rates.length === 0) return [];
    const price = { price: toRupees(Math.min(...rates)), priceCurrency: 'LKR' };
    // HUR is the hour among the unit codes of UN/CEFACT.
    const perHour = { '@type': 'UnitPriceSpecification', ...price, unitCode: 'HUR', unitText: 'hour' };
    return [{ '@type': 'Offer', name: METHOD_LABELS[method], url, ...price, priceSpecification: perHour }];
  });
}

export type Post = { blog: BlogPage; url: string; description: string; imageUrl: string };

export function toBlogPosting(site: Site, { blog, url, description, imageUrl }: Post): object {
  const { title, author, tags, createdAt, updatedAt } = blog;
  const authorUrl = `${site.origin}${tutorPath(author)}`;
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
      '@id': `${authorUrl}#person`,
      name: author.name,
      url: authorUrl,
      image: toAbsolute(site.origin, author.profileImage),
    },
    publisher: toOrganization(site),
  };
}

export function toAbsolute(origin: string, address: string): string | undefined {
  return address && URL.canParse(address, origin) ? new URL(address, origin).href : undefined;
}
