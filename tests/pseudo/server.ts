import { existsSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import setupJourneys from '#tests/e2e/support/server.ts';

const FOLDER = '.cache/pseudo';

/** The build with accented catalogues, on the demo data. */
export default async function setup(): Promise<() => Promise<void>> {
  // What a server finds beside its build.
  for (const name of ['drizzle', 'package.json']) {
    const place = join(FOLDER, name);
    if (!existsSync(place)) symlinkSync(resolve(name), place);
  }
  process.env.SERVER_BUILD = join(FOLDER, 'dist/server/main.js');
  return setupJourneys();
}
