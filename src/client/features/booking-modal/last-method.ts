import { browserStorage } from '#client/lib/storage.ts';
import { BOOKABLE_METHODS, type BookableMethod } from '#shared/vocabulary/bookings.ts';

const key = (userId: string) => `booking_method_${userId}`;

/** How the student had their last session requested from this browser, with any tutor. */
export function readLastMethod(userId: string): BookableMethod | undefined {
  const stored = browserStorage.read(key(userId));
  return BOOKABLE_METHODS.find((method) => method === stored);
}

export function writeLastMethod(userId: string, method: BookableMethod): void {
  browserStorage.write(key(userId), method);
}
