import type { Platform } from '#server/core/context.ts';
import type { Mail } from '#server/core/ports.ts';
import { describeSearch, toSearchAddress } from '#shared/domain/saved-search.ts';
import type { SavedFilters } from '#shared/vocabulary/search.ts';
import { type Addressee, composeEmail } from './email-layout.mail.ts';

export function searchFoundMail(platform: Platform, { filters, ...addressee }: Addressee & { filters: SavedFilters }): Mail {
  const { appName, publicUrl } = platform;
  return composeEmail(platform, {
    ...addressee,
    subject: 'A tutor matches your search',
    parts: [
      `You have saved a search on ${appName} that found nobody. A tutor now matches it:`,
      describeSearch(filters),
      { label: 'See Tutors', url: `${publicUrl}${toSearchAddress(filters)}` },
      'We write once for each search. Your saved searches are on your account page.',
    ],
  });
}
