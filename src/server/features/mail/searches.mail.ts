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
      `You saved a search on ${appName} that found no tutors. A tutor now matches it:`,
      describeSearch(filters),
      { label: 'See Tutors', url: `${publicUrl}${toSearchAddress(filters)}` },
      'We notify you once for each search. Manage your saved searches on your account page.',
    ],
  });
}
