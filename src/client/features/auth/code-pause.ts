import { useEffect, useState } from 'react';
import { keepInTab, keptInTab } from '#client/lib/drafts/tab-storage.ts';
import { CODES } from '#shared/vocabulary/limits.ts';

const STORED = 'code-pause';
const SECOND_MS = 1000;

type Pause = { email: string; until: number };

/** A code has just been asked for, or was refused for so long. */
export function pauseCodes(email: string, seconds: number = CODES.resendSeconds): void {
  keepInTab(STORED, { email: plain(email), until: Date.now() + seconds * SECOND_MS } satisfies Pause);
}

/** Seconds until another code can be asked for, counted down. */
export function useCodePause(email: string): { secondsLeft: number; pause: (seconds?: number) => void } {
  const [secondsLeft, setSecondsLeft] = useState(() => leftOf(email));

  useEffect(() => {
    setSecondsLeft(leftOf(email));
    const timer = setInterval(() => setSecondsLeft(leftOf(email)), SECOND_MS);
    return () => clearInterval(timer);
  }, [email]);

  return {
    secondsLeft,
    pause(seconds) {
      pauseCodes(email, seconds);
      setSecondsLeft(leftOf(email));
    },
  };
}

function leftOf(email: string): number {
  const pause = keptInTab(STORED);
  const left = pause.email === plain(email) ? Number(pause.until) - Date.now() : 0;
  return Math.max(0, Math.ceil(left / SECOND_MS));
}

function plain(email: string): string {
  return email.trim().toLowerCase();
}
