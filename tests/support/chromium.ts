import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as playwrights } from '@playwright/test';

export type Browser = { executablePath: string; args: string[] };

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const SHELL = '/usr/bin/chromium-headless-shell';

/** A third quicker than a whole browser, but it has no notifications and stores little of a profile. */
export async function findHeadlessShell(): Promise<Browser> {
  return !process.env.CHROMIUM_PATH && existsSync(SHELL) ? { executablePath: SHELL, args: [] } : findChromium();
}

/** The named one, one of this machine, Playwright's own, the headless shell, or the one that comes through npm. */
export async function findChromium(): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there`);
  const executable = [named, ...INSTALLED, playwrights.executablePath(), SHELL].find((path) => path && existsSync(path));
  return executable ? { executablePath: executable, args: [] } : fromNpm();
}

/** Its libraries come in the same package and are found through the environment, which the package sets when it takes this for AWS Lambda. */
async function fromNpm(): Promise<Browser> {
  const folder = join(tmpdir(), `vidya-chromium-${process.getuid?.() ?? 0}`);
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const executablePath = await chromium.executablePath();
    const fonts = join(folder, 'fonts', 'fonts.conf');
    if (!existsSync(complete)) writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/', `${folder}/`));
    writeFileSync(complete, '');
    return { executablePath, args: ['--no-zygote', '--disable-gpu'] };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
