import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessShell } from '#tests/support/chromium.ts';

const chromium = await findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/server.ts',
  forbidOnly: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    { name: 'accessibility', testMatch: 'accessibility.spec.ts', fullyParallel: true },
    { name: 'double-taps', testMatch: 'double-taps.spec.ts', fullyParallel: true },
    { name: 'notifications', testMatch: 'push.spec.ts', use: { launchOptions: chromium } },
    { name: 'journeys', testIgnore: ['accessibility.spec.ts', 'double-taps.spec.ts', 'push.spec.ts'], fullyParallel: true },
  ],
  use: {
    // The global setup starts the server before a worker reads this.
    baseURL: process.env.E2E_URL,
    launchOptions: await findHeadlessShell(),
    // A control that is not there is told at once, not when the journey's time is over.
    actionTimeout: 20_000,
    // Each new context would download all offline copies, and requests of a service worker pass no `page.route`.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Asia/Colombo',
    screenshot: 'only-on-failure',
    // Recording takes a quarter of the time: TRACE=1 when a failure is looked into.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
});
