import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** `npm run i18n:pseudo`, and no part of `npm test`. */
export default defineConfig({
  ...journeys,
  testDir: 'tests/pseudo',
  globalSetup: './tests/pseudo/server.ts',
  projects: [{ name: 'pseudo-locale', fullyParallel: true }],
  timeout: 900_000,
  use: { ...journeys.use, viewport: { width: 360, height: 780 }, contextOptions: { reducedMotion: 'reduce' } },
});
