import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import type { Measurement } from './goals.ts';
import type { TlsProxy } from './proxy.ts';

type Entry = { startTime: number; duration: number; name: string; value?: number; hadRecentInput?: boolean };

const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 800 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
  locale: 'en-GB',
  timezoneId: 'Asia/Colombo',
  // The certificate of the proxy is signed by nobody.
  ignoreHTTPSErrors: true,
};
/** The "slow 4G" of Lighthouse, in milliseconds and bytes a second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
/** Chromium delays each request only: the two round trips of TCP and TLS 1.3 before the first are added. */
const CONNECT_MS = 2 * SLOW_4G.latency;
const SLOW_CPU = { rate: 4 };
/** Longer than a page waits before it loads what nobody has touched yet. */
const QUIET_MS = 2_000;
const TEXTS = /^text\/(html|css)|javascript/;
/** Compressing smaller files gains nothing. */
const WORTH_PACKING_BYTES = 2048;
const LONG_TASK_MS = 50;
const KEY_MS = 80;
const BUSY_MACHINE_MS = 80_000;

/** The first visit of a phone, until the page loads nothing more by itself. `isSlow` is slow 4G with a quarter of the processor. */
export async function visit(browser: Browser, { proxy, path, isSlow }: { proxy: TlsProxy; path: string; isSlow: boolean }): Promise<Measurement> {
  const { page, session } = await openTab(browser);
  const before = proxy.answers.length;
  if (isSlow) await slowNetwork(session);
  if (isSlow) await session.send('Emulation.setCPUThrottlingRate', SLOW_CPU);
  await page.addInitScript(RECORD_WHEN_PRESSES_ARE_HANDLED);
  await page.goto(proxy.url + path);
  await untilQuiet(page);
  const answers = proxy.answers.slice(before);
  const [paints, candidates, tasks, shifts] = await Promise.all([
    entriesOf(page, 'paint'),
    entriesOf(page, 'largest-contentful-paint'),
    entriesOf(page, 'longtask'),
    entriesOf(page, 'layout-shift'),
  ]);
  const handledAt = await page.evaluate(() => performance.getEntriesByName('presses-handled')[0]?.startTime ?? Number.NaN);
  await page.context().close();

  const inKB = (pattern: RegExp) => sum(answers.map(({ type, bytes }) => (pattern.test(type) ? bytes : 0))) / 1000;
  const painted = paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0;
  return {
    requests: answers.length,
    htmlKB: inKB(/html/),
    scriptsKB: inKB(/javascript/),
    stylesKB: inKB(/css/),
    fontsKB: inKB(/font/),
    imagesKB: inKB(/^image/),
    unpacked: answers.filter(({ type, encoding, bytes }) => TEXTS.test(type) && encoding !== 'br' && bytes > WORTH_PACKING_BYTES).length,
    lcp: (candidates.at(-1)?.startTime ?? Number.NaN) + CONNECT_MS,
    handled: handledAt + CONNECT_MS,
    tbt: sum(tasks.map(({ startTime, duration }) => Math.max(0, startTime + duration - Math.max(startTime, painted) - LONG_TASK_MS))),
    shifts: sum(shifts.map(({ value = 0, hadRecentInput }) => (hadRecentInput ? 0 : value))),
  };
}

/** Text, because a transformed function names helpers that the page does not have. `src/client/app/early-input.ts` sets the property to null. */
const RECORD_WHEN_PRESSES_ARE_HANDLED = `
  let press;
  Object.defineProperty(window, 'earlyPress', {
    configurable: true,
    get: () => press,
    set(next) {
      press = next;
      if (next === null) performance.mark('presses-handled');
    },
  });`;

/** How many of these names can be read at the first paint on slow 4G while scripts are switched off. */
export async function countNamesAtFirstPaint(browser: Browser, url: string, names: readonly string[]): Promise<number> {
  const { page, session } = await openTab(browser, { javaScriptEnabled: false });
  await slowNetwork(session);
  await page.goto(url, { waitUntil: 'commit' });
  let text = '';
  // Nothing in the page can call back, so that it is asked again and again.
  while (text === '') text = await page.evaluate(() => (performance.getEntriesByName('first-contentful-paint')[0] ? document.body.innerText : ''));
  await page.context().close();
  return names.filter((name) => text.includes(name)).length;
}

/** In milliseconds, with a quarter of the processor, while somebody types into the search of the home page; 0 for none over 50. */
export async function longestTaskWhileTyping(browser: Browser, url: string, text: string): Promise<number> {
  const { page, session } = await openTab(browser);
  await page.goto(url);
  await untilQuiet(page);
  await session.send('Emulation.setCPUThrottlingRate', SLOW_CPU);
  const start = await page.evaluate(() => performance.now());
  const field = page.getByLabel('Search tutors');
  await field.focus();
  await field.pressSequentially(text, { delay: KEY_MS });
  await untilQuiet(page);
  const tasks = await entriesOf(page, 'longtask');
  await page.context().close();
  return Math.max(0, ...tasks.filter(({ startTime }) => startTime >= start).map(({ duration }) => duration));
}

/** A phone with an empty cache. */
async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({ ...PHONE, ...options });
  context.setDefaultTimeout(BUSY_MACHINE_MS);
  const page = await context.newPage();
  return { page, session: await context.newCDPSession(page) };
}

async function slowNetwork(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
}

async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const isStillLoading = () =>
    page.waitForEvent('request', { timeout: QUIET_MS }).then(
      () => true,
      () => false,
    );
  while (await isStillLoading());
}

async function entriesOf(page: Page, type: string): Promise<Entry[]> {
  return page.evaluate((entryType) => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: entryType, buffered: true });
    return observer.takeRecords().map((entry) => entry.toJSON());
  }, type);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
