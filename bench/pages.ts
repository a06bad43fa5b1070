import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '#tests/support/chromium.ts';
import { freePort } from '#tests/support/server.ts';
import { median } from './median.ts';
import { FIGURES, type Figure, goalOf, type Measurement, PAGE_NAMES, type PageName } from './pages/goals.ts';
import { audit } from './pages/lighthouse.ts';
import { processorTimePerPage } from './pages/processor.ts';
import { addressesOf, startSite } from './pages/site.ts';
import { countNamesAtFirstPaint, longestTaskWhileTyping, visit } from './pages/visit.ts';

const DEMO_TUTORS = 60;
const WARM_UP_PAGES = 100;
const RENDERED_PAGES = 60;
const CACHED_PAGES = 2_000;
const TYPED = 'mathematics';
const WIDTHS = { label: 48, cell: 34 };

type Site = Awaited<ReturnType<typeof startSite>>;

const measurements: Record<PageName, Measurement[]> = { '/': [], '/tutors': [], '/tutors/{id}': [] };
const print = (line: string) => void process.stdout.write(`${line}\n`);

/** What the first view of the public pages costs a phone and the server, as a table of medians with the goals. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'no-build': { type: 'boolean' }, runs: { type: 'string', default: '5' } } });
  const runs = Number(values.runs);
  if (!values['no-build']) execFileSync('npm', ['run', 'build'], { stdio: 'inherit' });
  const site = await startSite();
  const port = await freePort();
  let browser: Browser | undefined;
  try {
    if (site.tutors.length !== DEMO_TUTORS) throw new Error(`the demo data lists ${site.tutors.length} tutors, not ${DEMO_TUTORS}`);
    const addresses = await addressesOf(site.server.url, site.tutors);
    print(`load average before: ${loadavg()[0]?.toFixed(2)}`);
    for (const page of PAGE_NAMES) await measureProcessor(page, { site, address: addresses[page], runs });
    browser = await launchBrowser(port);
    for (const page of PAGE_NAMES) await measureInBrowser(page, { site, path: addresses[page], browser, port, runs });
    print(`load average after: ${loadavg()[0]?.toFixed(2)}`);
  } finally {
    await browser?.close();
    await site.stop();
  }
  printTable(runs);
}

/** Nothing but this machine is looked up: without a network, each attempt of the browser costs time. */
async function launchBrowser(port: number): Promise<Browser> {
  const { executablePath, args } = await findChromium();
  const own = [`--remote-debugging-port=${port}`, '--ignore-certificate-errors', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'];
  return chromium.launch({ executablePath, args: [...args, ...own] });
}

async function measureProcessor(page: PageName, { site, address, runs }: { site: Site; address: string; runs: number }): Promise<void> {
  let count = 0;
  // The cache holds pages by address.
  const newOnes = (length: number) => Array.from({ length }, () => `${address}${address.includes('?') ? '&' : '?'}n=${count++}`);
  await processorTimePerPage(site.server, newOnes(WARM_UP_PAGES));
  for (let run = 0; run < runs; run += 1) {
    const renderedMs = await processorTimePerPage(site.server, newOnes(RENDERED_PAGES));
    await processorTimePerPage(site.server, [address]);
    const cachedMs = await processorTimePerPage(site.server, Array<string>(CACHED_PAGES).fill(address));
    measurements[page].push({ renderedMs, cachedMs });
  }
}

type InBrowser = { site: Site; path: string; browser: Browser; port: number; runs: number };

async function measureInBrowser(page: PageName, { site, path, browser, port, runs }: InBrowser): Promise<void> {
  const url = site.proxy.url + path;
  const names = site.tutors.map(({ name }) => name);
  const failed = new Set<string>();
  for (let run = 0; run < runs; run += 1) {
    const found = measurements[page];
    found.push(await visit(browser, { proxy: site.proxy, path, isSlow: true }));
    found.push({ names: await countNamesAtFirstPaint(browser, url, names) });
    if (page === '/') found.push({ typingTask: await longestTaskWhileTyping(browser, url, TYPED) });
    const lighthouse = await audit(url, port);
    found.push(lighthouse.figures);
    for (const text of lighthouse.failed) failed.add(text);
  }
  if (failed.size > 0) print(`Lighthouse on ${page} takes points for ${[...failed].join(', ')}`);
}

function printTable(runs: number): void {
  let missed = 0;
  const toCell = (figure: Figure, page: PageName) => {
    const values = measurements[page].flatMap((one) => one[figure] ?? []);
    if (values.length === 0) return '';
    const { digits, most, least } = goalOf(figure, page);
    const value = median(values);
    const isReached = value <= most && value >= least;
    if (!isReached) missed += 1;
    const [low, high] = [Math.min(...values).toFixed(digits), Math.max(...values).toFixed(digits)];
    const limit = Number.isFinite(most) ? ` <= ${most}` : Number.isFinite(least) ? ` >= ${least}` : '';
    return `${isReached ? ' ' : '!'} ${value.toFixed(digits)}${limit}${low === high ? '' : ` (${low} to ${high})`}`;
  };
  const toLine = (label: string, cells: readonly string[]) =>
    [label.padEnd(WIDTHS.label), ...cells.map((cell) => cell.padEnd(WIDTHS.cell))].join('').trimEnd();
  print(`\nMedian of ${runs}, with the goal and (from to); ! is a goal that is missed\n`);
  print(
    toLine(
      '',
      PAGE_NAMES.map((page) => `  ${page}`),
    ),
  );
  for (const figure of FIGURES)
    print(
      toLine(
        goalOf(figure, '/').label,
        PAGE_NAMES.map((page) => toCell(figure, page)),
      ),
    );
  print(missed === 0 ? '\nEvery goal is reached.' : `\n${missed} goals are missed.`);
  process.exitCode = missed === 0 ? 0 : 1;
}

await main();
