import { createECDH } from 'node:crypto';
import { addressesOf } from '#db/addresses.ts';
import { RATE_LIMITS, type RateLimit, type RateLimits } from '#shared/vocabulary/limits.ts';
import { MAX_RETENTION_DAYS, RETENTION_DAYS, type Retention } from '#shared/vocabulary/privacy.ts';

export const MAX_PROCESSES = 64;
/** Together with the 10 s for open requests, this stays below the time after which a stopping process is killed. */
export const MAX_STOP_DELAY_SECONDS = 8;
export const POOL_SIZES = { fewest: 2, most: 500 };
export const SECRET_BYTES = 32;

export function portOf(text: string): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null;
}

function urlOf(text: string, protocols: readonly string[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && protocols.includes(url.protocol) && url.hostname !== '' ? url : null;
}

export function databaseUrlOf(text: string): string | null {
  return addressesOf(text).every((address) => urlOf(address, ['postgres:', 'postgresql:'])) ? text : null;
}

export function webUrlOf(text: string): string | null {
  return urlOf(text, ['http:', 'https:']) ? text : null;
}

export function meetingTemplateOf(text: string): string | null {
  return text.includes('{room}') && urlOf(text.replace('{room}', 'room'), ['https:']) ? text : null;
}

/** Whether a secret sent to the URL is encrypted on the way, or does not leave this machine. */
export function staysSecret(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

export function smtpUrlOf(text: string): string | null {
  return urlOf(text, ['smtp:', 'smtps:']) ? text : null;
}

export function originOf(text: string): string | null {
  const url = urlOf(text, ['http:', 'https:']);
  return url && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' ? url.origin : null;
}

export function originsOf(text: string): readonly string[] | null {
  const origins = text.split(',').map((part) => originOf(part.trim()));
  return origins.every((origin) => origin !== null) ? origins : null;
}

export function emailOf(text: string): string | null {
  return /^[^@]+@[^@]+\.[^@]+$/.test(text) && !/[\s<>,;:"()[\]\\]/.test(text) ? text : null;
}

export function timezoneOf(text: string): string | null {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return text;
  } catch {
    return null;
  }
}

export function secretOf(text: string): string | null {
  return Buffer.byteLength(text) >= SECRET_BYTES ? text : null;
}

/** A limit that is named more than once applies in all of its windows; the shortest is checked first. */
export function rateLimitsOf(text: string): RateLimits | null {
  const limits: Record<string, readonly RateLimit[]> = {};
  for (const part of text.split(',')) {
    const [, name = '', times, seconds] = /^(\w+)=([1-9]\d{0,6})\/([1-9]\d{0,6})$/.exec(part.trim()) ?? [];
    if (!Object.hasOwn(RATE_LIMITS, name)) return null;
    limits[name] = [...(limits[name] ?? []), { times: Number(times), seconds: Number(seconds) }].sort((one, other) => one.seconds - other.seconds);
  }
  return { ...RATE_LIMITS, ...limits };
}

export function retentionOf(text: string): Retention | null {
  const days: Partial<Record<string, number>> = {};
  for (const part of text.split(',')) {
    const [, name = '', count] = /^(\w+)=([1-9]\d{0,4})$/.exec(part.trim()) ?? [];
    if (!Object.hasOwn(RETENTION_DAYS, name) || Object.hasOwn(days, name) || Number(count) > MAX_RETENTION_DAYS) return null;
    days[name] = Number(count);
  }
  return { ...RETENTION_DAYS, ...days };
}

export function arePair(publicKey: string, privateKey: string): boolean {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey, 'base64url');
    return curve.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

export function vapidSubjectOf(text: string): string | null {
  if (text.startsWith('mailto:')) return emailOf(text.slice('mailto:'.length)) && text;
  return urlOf(text, ['https:']) ? text : null;
}

export function processesOf(text: string): number | null {
  const processes = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return processes >= 1 && processes <= MAX_PROCESSES ? processes : null;
}

export function poolSizeOf(text: string): number | null {
  const size = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return size >= POOL_SIZES.fewest && size <= POOL_SIZES.most ? size : null;
}

export function stopDelayOf(text: string): number | null {
  return /^\d$/.test(text) && Number(text) <= MAX_STOP_DELAY_SECONDS ? Number(text) * 1000 : null;
}

export function onOffOf(text: string): boolean | null {
  return text === 'on' ? true : text === 'off' ? false : null;
}

export function booleanOf(text: string): boolean | null {
  if (['true', '1', 'yes'].includes(text)) return true;
  return ['false', '0', 'no'].includes(text) ? false : null;
}
