import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { SOCIAL_SITES, type SocialSite } from '#shared/vocabulary/people.ts';

type Place = { label: string; host: string; base: string };

const PLACES: Record<SocialSite, Place> = {
  instagram: { label: 'Instagram', host: 'instagram.com', base: 'https://www.instagram.com/' },
  youtube: { label: 'YouTube', host: 'youtube.com', base: 'https://www.youtube.com/@' },
  facebook: { label: 'Facebook', host: 'facebook.com', base: 'https://www.facebook.com/' },
  linkedin: { label: 'LinkedIn', host: 'linkedin.com', base: 'https://www.linkedin.com/in/' },
};

export type SocialLink = { site: SocialSite; label: string; href: string };

/** A link for each handle, or address on the site itself, that a tutor has given; anything else is left out. */
export function socialLinks(handles: TutorProfileView['socialMedia']): SocialLink[] {
  return SOCIAL_SITES.flatMap((site) => {
    const href = hrefOf(PLACES[site], handles[site] ?? '');
    return href ? [{ site, label: PLACES[site].label, href }] : [];
  });
}

function hrefOf({ host, base }: Place, given: string): string | null {
  const handle = given.trim().replace(/^@/, '');
  if (/^[\p{L}\p{M}\p{N}._-]+$/u.test(handle) && !handle.toLowerCase().endsWith(host)) return base + encodeURIComponent(handle);
  const url = parsed(/^https?:\/\//i.test(handle) ? handle : `https://${handle}`);
  if (!url || !(url.hostname === host || url.hostname.endsWith(`.${host}`))) return null;
  return `https://${url.hostname}${url.pathname}${url.search}`;
}

function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
