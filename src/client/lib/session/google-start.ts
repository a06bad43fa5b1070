import { newId } from '#client/lib/new-id.ts';
import { tabStorage } from '#client/lib/storage.ts';

const STORED = 'google-started';
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
