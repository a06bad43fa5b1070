import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Connection, connect } from '#db/client.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { addDays, wallClock, weekdayOf } from '#shared/domain/zone.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { aPasskey, aStudent, aTutor, type SlotOf, type Tutor, type User, unique } from '#tests/support/factories.ts';
import type { ReceivedMail } from '#tests/support/smtp.ts';

const ZONE = 'Asia/Colombo';

/** `2026-11-27`, in the zone of the platform. */
export const dateInDays = (days: number): string => addDays(wallClock(new Date(), ZONE).date, days);

/** Tomorrow is left out: a time on it could no longer be booked if midnight came while a test runs. */
export function aWeekOf(hours: { startMinute: number; endMinute: number }): SlotOf[] {
  const tomorrow = weekdayOf(dateInDays(1));
  return WEEKDAYS.filter((day) => day !== tomorrow).map((day) => ({ day, ...hours }));
}

/** As on a slow line: a page is there, and its scripts, or that of this name, come when the returned function is called. */
export async function delayScripts(page: Page, name = '*.js'): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/assets/${name}`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

export type World = {
  connection: Connection;
  aTutor: (overrides?: Parameters<typeof aTutor>[1]) => Promise<Tutor>;
  aStudent: (overrides?: Parameters<typeof aStudent>[1]) => Promise<User>;
  tokenOf: (user: User) => Promise<string>;
  /** Waits for a mail to this address whose subject holds these words. */
  mailTo: (address: string, subject: string) => Promise<ReceivedMail>;
  /** A browser of this person's own; nobody's for null. */
  browserOf: (user: User | null, options?: Parameters<Browser['newContext']>[0]) => Promise<Page>;
};

/** Some journeys go offline or have answers fail. */
const OF_THE_NETWORK = /^Failed to load resource:|^WebSocket connection to|Unable to preload CSS|Failed to fetch dynamically imported module/;

/** `problems`: uncaught errors and errors of the console in every tab, which fail the test. React reports a page that it had to render anew there. */
export const test = base.extend<{ world: World; problems: string[] }, { connection: Connection }>({
  problems: [
    async ({ browser }, use) => {
      const problems: string[] = [];
      const watch = (context: BrowserContext) => {
        context.on('weberror', (error) => void problems.push(`${error.error().message} (${error.page()?.url()})`));
        context.on('console', (message) => {
          if (message.type() === 'error' && !OF_THE_NETWORK.test(message.text())) problems.push(`${message.text()} (${message.page()?.url()})`);
        });
      };
      browser.on('context', watch);
      await use(problems);
      browser.off('context', watch);
      expect(problems, 'errors of the console').toEqual([]);
    },
    { auto: true },
  ],
  connection: [
    async ({ browserName: _ }, use) => {
      const connection = connect(process.env.E2E_DATABASE_URL ?? '', { max: 4 });
      await use(connection);
      await connection.close();
    },
    { scope: 'worker' },
  ],
  world: async ({ browser, connection, baseURL }, use) => {
    const contexts: BrowserContext[] = [];
    const sessions = createSessions(connection.db);
    const tokenOf = async (user: User) => {
      // The server runs as in production, where an admin without a second factor may do nothing.
      if (user.role === 'admin') await aPasskey(connection.db, user);
      return sessions.createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' });
    };
    await use({
      connection,
      tokenOf,
      mailTo,
      aTutor: (overrides = {}) =>
        aTutor(connection.db, {
          isVerified: true,
          verificationStatus: 'approved',
          ...overrides,
          user: { name: unique('Sunethra Ranasinghe'), ...overrides.user },
          subjects: overrides.subjects ?? [
            {
              modes: [
                { type: 'online', rateCents: 150_000 },
                { type: 'home-visit', rateCents: 200_000 },
              ],
              slots: aWeekOf({ startMinute: 540, endMinute: 1020 }),
            },
          ],
        }),
      aStudent: (overrides = {}) => aStudent(connection.db, { name: unique('Kasun Fernando'), ...overrides }),
      async browserOf(user, options = {}) {
        const token = user && (await tokenOf(user));
        const origins = token ? [{ origin: options.baseURL ?? baseURL ?? '', localStorage: [{ name: 'token', value: token }] }] : [];
        const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins }, ...options });
        contexts.push(context);
        return context.newPage();
      },
    });
    for (const context of contexts) await context.close();
  },
});

async function mailTo(address: string, subject: string): Promise<ReceivedMail> {
  const folder = process.env.E2E_MAILS ?? '';
  const findMail = () =>
    readdirSync(folder)
      .map((file): ReceivedMail => JSON.parse(readFileSync(join(folder, file), 'utf8')))
      .find(({ to, headers }) => to.includes(address) && headers.some((line) => line.startsWith('Subject:') && line.includes(subject)));
  await expect.poll(findMail, `a mail to ${address} about ${subject}`).toBeDefined();
  const mail = findMail();
  if (!mail) throw new Error('it was there a moment ago');
  return mail;
}

export { expect } from '@playwright/test';
