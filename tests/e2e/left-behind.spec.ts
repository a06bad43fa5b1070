import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { createPasswords } from '#server/infra/credentials.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { expect, test } from './support/world.ts';

const PASSWORD = 'correct horse';
/** Keeps pages for Back as a person's browser does; Playwright switches that off. */
const WITH_BACK = ['--disable-back-forward-cache'];

/** A browser with a profile on the disk, as a person has one. */
async function withProfile(work: (open: () => Promise<BrowserContext>, profile: string) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'vidya-profile-'));
  const { executablePath, args } = await findChromium();
  const opened: BrowserContext[] = [];
  const open = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args,
      ignoreDefaultArgs: WITH_BACK,
      serviceWorkers: 'allow',
      baseURL: process.env.E2E_URL,
      locale: 'en-GB',
      timezoneId: 'Asia/Colombo',
    });
    opened.push(context);
    context.setDefaultTimeout(20_000);
    return context;
  };
  try {
    await work(open, profile);
  } finally {
    for (const context of opened) await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** How much the HTTP cache holds, and the files of it that hold one of these texts. */
function inHttpCache(profile: string, texts: readonly string[]): { entries: number; holding: string[] } {
  const folder = join(profile, 'Default', 'Cache');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const holding = files.filter((file) => {
    const bytes = readFileSync(join(file.parentPath, file.name));
    return texts.some((text) => bytes.includes(text));
  });
  // Each entry is a file of this name; the others are the index.
  const entries = files.filter(({ name }) => name.endsWith('_0'));
  return { entries: entries.length, holding: holding.map(({ name }) => name) };
}

/** Everything that a page of this site could read again. */
function inStores(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const values: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) values.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    for (const { name } of await indexedDB.databases()) values.push(`IndexedDB ${name}`);
    return values.join('\n');
  });
}

async function login(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/');
}

// spec s8-browser.13 | S8 F | The HTTP cache on disk never holds the person's address; after the logout neither Cache Storage, localStorage,
//   sessionStorage nor IndexedDB does | src/server/app.ts, src/client/app/session-changes.ts
test('nothing in the browser holds the address of whoever was there', async ({ world }) => {
  const person = await world.aStudent({
    email: `left.behind.${Date.now()}@example.com`,
    emailVerifiedAt: new Date(),
  });
  const { id } = await world.aTutor();
  const traces = [person.email, encodeURIComponent(person.email), encodeURIComponent(encodeURIComponent(person.email))];

  await withProfile(async (open, profile) => {
    const context = await open();
    const page = await context.newPage();
    // As it comes back from Google: the address holds the person's.
    const user = encodeURIComponent(JSON.stringify({ _id: person.id, name: person.name, email: person.email, role: 'student' }));
    await page.goto(`/auth/callback?token=${await world.tokenOf(person)}&user=${user}`);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page).toHaveURL('/student/dashboard');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    for (const path of ['/student/dashboard', '/student/bookings', `/tutors/${id}`, '/account']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await expect(page.getByText(person.email).first()).toBeVisible();
    await context.close();

    const whileSignedIn = inHttpCache(profile, traces);
    expect(whileSignedIn.entries).toBeGreaterThan(0);
    expect(whileSignedIn.holding).toEqual([]);

    const reopened = await open();
    const last = await reopened.newPage();
    await last.goto('/student/bookings');
    await expect(last.getByRole('heading', { level: 1, name: 'My Bookings' })).toBeVisible();
    expect(await inStores(last)).toContain(person.email);
    const answered = last.waitForResponse((response) => response.url().includes('auth.logout'));
    await last.getByRole('button', { name: 'Logout' }).first().click();
    await expect(last).toHaveURL('/login');
    expect((await (await answered).allHeaders())['clear-site-data']).toBe('"cache"');
    await expect
      .poll(async () => {
        const stored = await inStores(last);
        return [person.email, person.id, person.name].filter((trace) => stored.includes(trace));
      })
      .toEqual([]);
    await reopened.close();
    expect(inHttpCache(profile, traces).holding).toEqual([]);
  });
});

// spec s8-browser.12 | S8 F | Back shows no page of somebody who has logged out | src/client/lib/session/session-store.ts
test('Back shows no page of whoever has logged out', async ({ world }) => {
  const person = await world.aStudent({ email: `back.${Date.now()}@example.com`, passwordHash: await createPasswords().hash(PASSWORD) });
  await withProfile(async (open) => {
    const page = await (await open()).newPage();
    await login(page, person.email);
    await page.goto('/account');
    await expect(page.getByText(person.email).first()).toBeVisible();
    // Another document, so that Back brings up the one before as it was left.
    await page.goto('/student/bookings');
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await expect(page).toHaveURL('/login');
    for (let index = 0; index < 3; index += 1) {
      await page.goBack({ waitUntil: 'commit' });
      await expect(page).toHaveURL(/\/login|\/$/);
      await expect(page.getByText(person.email)).toBeHidden();
    }
  });
});
