import { useEffect, useState } from 'react';
import { tabStorage } from '#client/lib/storage.ts';
import { CODES } from '#shared/vocabulary/account-limits.ts';

const REQUEST = 'reset-request';
const PAUSE = 'code-pause';
const SECOND_MS = 1000;

const normalize = (email: string): string => email.trim().toLowerCase();

/** A code works only with the id of its request, so the id is stored in the tab and survives a reload. */
export function storeResetRequest(email: string, requestId: string): void {
  tabStorage.writeJson(REQUEST, { email: normalize(email), requestId });
}

export function getResetRequest(email: string): string | undefined {
  const { email: storedEmail, requestId } = tabStorage.readRecord(REQUEST);
  return storedEmail === normalize(email) && typeof requestId === 'string' ? requestId || undefined : undefined;
}

export function pauseCodes(email: string, seconds: number = CODES.resendSeconds): void {
  tabStorage.writeJson(PAUSE, { email: normalize(email), until: Date.now() + seconds * SECOND_MS });
}

export function useCodePause(email: string): { secondsLeft: number; pause: (seconds?: number) => void } {
  const [secondsLeft, setSecondsLeft] = useState(() => getSecondsLeft(email));

  useEffect(() => {
    setSecondsLeft(getSecondsLeft(email));
    const timer = setInterval(() => setSecondsLeft(getSecondsLeft(email)), SECOND_MS);
    return () => clearInterval(timer);
  }, [email]);

  return {
    secondsLeft,
    pause(seconds) {
      pauseCodes(email, seconds);
      setSecondsLeft(getSecondsLeft(email));
    },
  };
}

function getSecondsLeft(email: string): number {
  const { email: storedEmail, until } = tabStorage.readRecord(PAUSE);
  const left = storedEmail === normalize(email) ? Number(until) - Date.now() : 0;
  return Math.max(0, Math.ceil(left / SECOND_MS));
}
