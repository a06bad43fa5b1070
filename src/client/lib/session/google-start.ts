import { newId } from '#client/lib/new-id.ts';
import { tabStorage } from '#client/lib/storage.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import { isContinuedAfterSignUp, toReturnPath } from './session.ts';

const GOOGLE_PATH = '/api/auth/google';
const STORED = 'google-started';
/** As long as the server waits for Google's answer. */
const VALID_MS = 10 * 60_000;

/** To Google and back to a page in the language of this one, as Lingui's `i18n` has it. */
export function googleUrl(locale: string, purpose?: 'leave' | 'confirm'): string {
  const search = new URLSearchParams({ ...(purpose && { purpose }), ...(locale !== DEFAULT_LOCALE && { locale }) }).toString();
  return search === '' ? GOOGLE_PATH : `${GOOGLE_PATH}?${search}`;
}

/** `returnTo` is where whoever signs in comes back to. */
export function storeGoogleStart(link?: HTMLAnchorElement, returnTo?: string): string {
  const trip = newId();
  tabStorage.writeJson(STORED, { at: Date.now(), trip, returnTo });
  if (link) {
    const url = new URL(link.href);
    url.searchParams.set('trip', trip);
    link.href = `${url.pathname}${url.search}`;
  }
  return trip;
}

/** `isExpected`: this arrival ends the round trip that this tab began. It counts once. */
export type GoogleStart = { isExpected: boolean; returnTo?: string | undefined };

export function takeGoogleStart(trip: string | undefined): GoogleStart {
  const { at, trip: startedTrip, returnTo } = tabStorage.readRecord(STORED);
  tabStorage.remove(STORED);
  const age = typeof at === 'number' ? Date.now() - at : Number.POSITIVE_INFINITY;
  const isExpected = typeof startedTrip === 'string' && startedTrip === trip && age >= 0 && age < VALID_MS;
  const path = toReturnPath(returnTo);
  // Everybody else goes home by their role (`product.md` §2, Auth callback).
  return { isExpected, returnTo: isExpected && path && isContinuedAfterSignUp(path) ? path : undefined };
}
