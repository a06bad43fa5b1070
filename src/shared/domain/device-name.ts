import type { Texts } from './texts.ts';

export type Device = { name: string; isPhone: boolean };

const UNKNOWN = 'Unknown device';

// Order matters: most browsers also name the ones below.
const BROWSERS: readonly [RegExp, string][] = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:OPR|Opera|OPT)\//, 'Opera'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/UCBrowser\//, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chromium|HeadlessChrome)\//, 'Chromium'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

export function deviceOf(userAgent: string): Device {
  const browser = firstIn(BROWSERS, userAgent);
  const system = firstIn(SYSTEMS, userAgent);
  const isPhone = /\b(?:iPhone|Mobile)\b/.test(userAgent);
  if (browser && system) return { name: `${browser} on ${system}`, isPhone };
  return { name: browser ?? system ?? UNKNOWN, isPhone };
}

/** Translates a name that `deviceOf` returned. */
export function deviceNameIn(name: string, t: Texts): string {
  const [browser = '', system] = name.split(' on ');
  if (name === UNKNOWN) return t`Unknown device`;
  return system === undefined ? name : t`${browser} on ${system}`;
}

function firstIn(match: readonly [RegExp, string][], userAgent: string): string | undefined {
  return match.find(([pattern]) => pattern.test(userAgent))?.[1];
}
