import type { SocialSite } from '#shared/vocabulary/people.ts';

type Site = { name: string; host: string; base: string };

export const SITES: Readonly<Record<SocialSite, Site>> = {
  instagram: { name: 'Instagram', host: 'instagram.com', base: 'https://www.instagram.com/' },
  youtube: { name: 'YouTube', host: 'youtube.com', base: 'https://www.youtube.com/@' },
  facebook: { name: 'Facebook', host: 'facebook.com', base: 'https://www.facebook.com/' },
  linkedin: { name: 'LinkedIn', host: 'linkedin.com', base: 'https://www.linkedin.com/in/' },
};

/** Of a username or an address of the site, with its scheme or without; null for anything else, which no profile shows. */
export function toSocialHref(site: SocialSite, typed: string): string | null {
  const { host, base } = SITES[site];
  const handle = typed.trim().replace(/^@/, '');
  if (/^[\p{L}\p{M}\p{N}._-]+$/u.test(handle) && !handle.toLowerCase().endsWith(host)) return base + encodeURIComponent(handle);
  const address = /^https?:\/\//i.test(handle) ? handle : `https://${handle}`;
  if (!URL.canParse(address)) return null;
  const { hostname, pathname, search } = new URL(address);
  return hostname === host || hostname.endsWith(`.${host}`) ? `https://${hostname}${pathname}${search}` : null;
}
