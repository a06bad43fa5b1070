import type { Mail } from '#server/core/ports.ts';
import { describeSearch, toSearchAddress } from '#shared/domain/saved-search.ts';
import type { SavedFilters } from '#shared/vocabulary/search.ts';
import { type Addressee, composeEmail, type Letter } from './email-layout.mail.ts';

export function searchFoundMail(letter: Letter, { filters, ...addressee }: Addressee & { filters: SavedFilters }): Mail {
  const { t, appName, pagesUrl } = letter;
  return composeEmail(letter, {
    ...addressee,
    subject: t`A tutor matches your search`,
    parts: [
      t`You saved a search on ${appName} that found no tutors. A tutor now matches it:`,
      describeSearch(filters, t),
      { label: t`See Tutors`, url: `${pagesUrl}${toSearchAddress(filters)}` },
      t`We notify you once for each search. Manage your saved searches on your account page.`,
    ],
  });
}
