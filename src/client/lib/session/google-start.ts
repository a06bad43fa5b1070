import { newId } from '#client/lib/new-id.ts';
import { tabStorage } from '#client/lib/storage.ts';
import { returnPath } from './session.ts';

const STORED = 'google-started';
const RETURN_PATH = 'confirmed-return';
/** As long as the server waits for Google's answer. */
const VALID_MS = 10 * 60_000;

/** Call it when a link to Google is followed: gives the round trip an id, which the server sends back with the arrival. */
export function noteGoogleStart(link?: HTMLAnchorElement): string {
  const trip = newId();
  tabStorage.writeJson(STORED, { at: Date.now(), trip });
  if (link) {
    const url = new URL(link.href);
    url.searchParams.set('trip', trip);
    link.href = `${url.pathname}${url.search}`;
  }
  return trip;
}

/** Whether this arrival ends the round trip that this tab began a moment ago. It counts once, whatever the answer. */
export function takeGoogleStart(trip: string | undefined): boolean {
  const { at, trip: begun } = tabStorage.readRecord(STORED);
  tabStorage.remove(STORED);
  const age = typeof at === 'number' ? Date.now() - at : Number.POSITIVE_INFINITY;
  return typeof begun === 'string' && begun === trip && age >= 0 && age < VALID_MS;
}

/** Before the page is left for Google's: where to come back to, in this tab alone. */
export function storeReturnPath(): void {
  const { pathname, search, hash } = window.location;
  tabStorage.writeJson(RETURN_PATH, { path: `${pathname}${search}${hash}` });
}

/** Works once. */
export function takeReturnPath(): string {
  const { path } = tabStorage.readRecord(RETURN_PATH);
  tabStorage.remove(RETURN_PATH);
  return returnPath(path) ?? '/account';
}
