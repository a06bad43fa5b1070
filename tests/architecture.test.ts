import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { IAllowedRuleType, ICruiseOptions, ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';
import { beforeAll, describe, expect, test } from 'vitest';
import { IMPORT_EXAMPLES, writeExamples } from '#tests/support/import-examples.ts';

const require = createRequire(import.meta.url);
type Arrows = { forbidden: IForbiddenRuleType[]; allowed: IAllowedRuleType[]; allowedSeverity: 'error'; options: ICruiseOptions };
const arrows: Arrows = require('../.dependency-cruiser.cjs');

/** Which folder, or file of core, writes which table; the seed fills all of them. */
const OWNERS: Record<string, readonly string[]> = {
  users: ['src/server/features/auth/'],
  apiKeys: ['src/server/features/api-keys/', 'src/server/infra/api-keys.ts'],
  sessions: ['src/server/features/auth/', 'src/server/infra/credentials.ts', 'src/server/infra/sweep.ts'],
  knownDevices: ['src/server/features/auth/', 'src/server/infra/sweep.ts'],
  passwordResets: ['src/server/core/password-resets.ts', 'src/server/infra/sweep.ts'],
  oauthAccounts: ['src/server/features/auth/'],
  totpFactors: ['src/server/features/auth/'],
  recoveryCodes: ['src/server/features/auth/'],
  passkeys: ['src/server/features/auth/'],
  challenges: ['src/server/features/auth/', 'src/server/infra/sweep.ts'],
  codes: ['src/server/core/mailed-links.ts', 'src/server/infra/sweep.ts'],
  jobs: [
    'src/server/core/deliver.ts',
    'src/server/core/jobs.ts',
    'src/server/infra/job-claims.ts',
    'src/server/infra/job-runner.ts',
    'src/server/infra/sweep.ts',
  ],
  limits: ['src/server/core/rate-limits.ts', 'src/server/infra/sweep.ts'],
  subjectCategories: ['src/server/features/catalogue/'],
  subjects: ['src/server/features/catalogue/'],
  topics: ['src/server/features/catalogue/'],
  tutorProfiles: ['src/server/features/tutors/', 'src/db/listing.ts'],
  tutorEducation: ['src/server/features/tutors/'],
  tutorExperience: ['src/server/features/tutors/'],
  tutorSubjects: ['src/server/features/tutors/'],
  tutorSubjectTopics: ['src/server/features/tutors/'],
  tutorModes: ['src/server/features/tutors/'],
  tutorSlots: ['src/server/features/tutors/'],
  tutorDocuments: ['src/server/features/tutors/'],
  tutorDaysOff: ['src/server/features/days-off/'],
  tutorRejections: ['src/server/features/tutors/'],
  // Written by triggers of bookings and reviews.
  tutorTotals: [],
  tutorStudents: [],
  tutorApprovals: ['src/server/features/verification/'],
  tutorApprovalDocuments: ['src/server/features/verification/'],
  tutorListings: ['src/db/listing.ts'],
  tutorTexts: ['src/db/listing.ts'],
  listingWords: ['src/db/listing.ts'],
  listingCounts: ['src/db/listing.ts'],
  // Written by migrations and by triggers of the catalogue.
  places: [],
  placeNames: [],
  searchSynonyms: [],
  searchEntities: [],
  searchWords: [],
  uploads: ['src/server/features/uploads/'],
  bookings: ['src/server/features/bookings/', 'src/server/infra/sweep.ts'],
  bookingTopics: ['src/server/features/bookings/'],
  bookingProposals: ['src/server/features/bookings/'],
  requestKeys: ['src/server/core/idempotency.ts', 'src/server/infra/sweep.ts'],
  reviews: ['src/server/features/reviews/'],
  removedReviews: ['src/server/features/reviews/'],
  favourites: ['src/server/features/favourites/'],
  savedSearches: ['src/server/features/saved-searches/'],
  messageThreads: ['src/server/features/messages/', 'src/server/infra/sweep.ts'],
  messages: ['src/server/features/messages/'],
  sessionProblems: ['src/server/features/moderation/'],
  reports: ['src/server/features/moderation/', 'src/server/infra/sweep.ts'],
  auditEntries: ['src/server/features/audit/'],
  announcements: ['src/server/features/announcements/'],
  figures: ['src/server/infra/sweep.ts'],
  figureChanges: ['src/server/infra/sweep.ts'],
  listingBacklog: ['src/db/listing-backlog.ts'],
  calendarFeeds: ['src/server/features/calendar/'],
  webhookEndpoints: ['src/server/features/webhooks/'],
  webhookDeliveries: ['src/server/features/webhooks/', 'src/server/infra/sweep.ts'],
  webhookAttempts: ['src/server/features/webhooks/'],
  blogs: ['src/server/features/blogs/'],
  blogLikes: ['src/server/features/blogs/'],
  blogImages: ['src/server/features/blogs/'],
  notifications: ['src/server/features/notifications/', 'src/server/infra/sweep.ts'],
  dataArchives: ['src/server/features/archives/'],
  mailOptOuts: ['src/server/features/mail/'],
  pushSubscriptions: ['src/server/features/push/'],
  inboxes: ['src/server/core/deliver.ts'],
  inboxEvents: ['src/server/core/deliver.ts', 'src/server/infra/sweep.ts'],
};

const FEATURE_FILE = /[.](router|commands|queries|projector|jobs|steps|mail)[.]ts$/;

const files = filesOf('src').filter((file) => /[.]tsx?$/.test(file));
const all = [...files, ...filesOf('tests').filter((file) => /[.]tsx?$/.test(file))];
const textOf = (file: string): string => readFileSync(file, 'utf8');
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const offenders = (list: readonly string[], pattern: RegExp): string[] => list.filter((file) => pattern.test(withoutComments(textOf(file))));

/** Cruises a tree by the rules of the house. */
async function cruised(baseDir: string): Promise<ICruiseResult> {
  require('../.dependency-cruiser.swc.cjs');
  const { forbidden, allowed, allowedSeverity } = arrows;
  const { cruise } = await import('dependency-cruiser');
  const { output } = await cruise(['src'], { ...arrows.options, baseDir, ruleSet: { forbidden, allowed, allowedSeverity }, validate: true });
  if (typeof output === 'string') throw new Error(output);
  return output;
}
const brokenIn = (result: ICruiseResult) => result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);

describe('the arrows', () => {
  let house: ICruiseResult;
  let planted: string[];

  beforeAll(async () => {
    house = await cruised(process.cwd());
    const garden = writeExamples();
    planted = brokenIn(await cruised(garden));
    rmSync(garden, { recursive: true });
  }, 120_000);

  test('hold in every module', () => {
    expect(brokenIn(house)).toEqual([]);
  });

  test('were checked in all files, with what they import', () => {
    const read = house.modules.filter(({ source }) => source.startsWith('src/'));
    expect(read.length).toBeGreaterThanOrEqual(files.length);
    expect(read.flatMap(({ dependencies }) => dependencies).length).toBeGreaterThan(files.length);
  });

  test.each([...arrows.forbidden.map(({ name = '' }) => name), 'not-in-allowed'])('"%s" catches its plant and lets its neighbour pass', (name) => {
    const plant = IMPORT_EXAMPLES[name];
    if (!plant) expect.fail(`no plant for the rule "${name}"`);
    expect(planted).toContain(`${name}: ${plant.forbidden.join(' -> ')}`);
    expect(planted).not.toContain(`${name}: ${plant.allowed.join(' -> ')}`);
  });
});

describe('the windows', () => {
  test('the client knows the server through one line, and only its type', () => {
    const lines = textOf('src/client/lib/rpc/trpc.ts').match(/^.*#server\/.*$/gm);
    expect(lines).toEqual(["import type { AppRouter } from '#server/api/router.ts';"]);
    expect(
      offenders(
        files.filter((file) => file.startsWith('src/client/') && file !== 'src/client/lib/rpc/trpc.ts'),
        /['"]#server\//,
      ),
    ).toEqual([]);
  });

  test('development knows the runtime by its type and loads it through Vite', () => {
    const lines = textOf('src/server/dev.ts').match(/^import .*\/runtime\.ts['"].*$/gm) ?? [];
    for (const line of lines) expect(line).toMatch(/^import type /);
  });

  test('no import climbs, and none hides in a type', () => {
    expect(offenders(all, /from '\.\.\/|import\('\.\.\/|import '\.\.\//)).toEqual([]);
    expect(offenders(all, /(:|<|\|)\s*(typeof\s+)?import\(/)).toEqual([]);
  });
});

describe('the rooms', () => {
  test('a file of a feature ends in what it does', () => {
    const strangers = files.filter((file) => file.startsWith('src/server/features/') && !FEATURE_FILE.test(basename(file)));
    expect(strangers).toEqual([]);
  });

  test('no folder is a junk drawer', () => {
    expect(
      files.filter(
        (file) =>
          /\/(utils|helpers|lib|misc|admin|common)(\/|[.]ts)/.test(file) &&
          !/(contracts\/common|cli\/admin|rest\/admin|rest\/wire\/admin)[.]ts$/.test(file) &&
          !file.startsWith('src/client/lib/') &&
          !file.includes('/routes/admin/'),
      ),
    ).toEqual([]);
  });

  test('rows are locked in one file, and news is sent from one', () => {
    expect(offenders(files, /(?<!Symbol)\.for\(/)).toEqual(['src/db/locks.ts']);
    expect(offenders(files, /pg_notify\(/)).toEqual(['src/server/core/notifier.ts']);
  });

  test('the environment is read in one file', () => {
    const allowed = ['src/server/config.ts', ...files.filter((file) => file.startsWith('src/server/infra/embedded-postgres/'))];
    expect(offenders(files, /process\.env/).filter((file) => !allowed.includes(file))).toEqual([]);
  });
});

describe('one table, one writer', () => {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const writers = files.filter((file) => file.startsWith('src/') && !file.startsWith('src/seed/') && !file.startsWith('src/db/schema/'));

  test.each(Object.entries(OWNERS))('%s', (table, owners) => {
    const written = new RegExp(
      `\\.(insert|update|delete)\\(${table}\\)|deleteOldest\\(db, ${table}\\.|insertRows\\(${table}\\b|(insert into|update|delete from)\\s+("?${snake(table)}"?|\\$\\{${table}\\})[\\s(]`,
      'i',
    );
    const strangers = offenders(writers, written).filter((file) => !owners.some((owner) => file.startsWith(owner)));
    expect(strangers).toEqual([]);
  });

  test('a table is written by its name; the sweep alone is given it', () => {
    expect(offenders(writers, /\.(insert|update|delete)\(table\)/)).toEqual(['src/server/infra/sweep.ts']);
    expect(offenders(writers, /deleteOldest\(/)).toEqual(['src/server/infra/sweep.ts']);
  });

  test('every table of the schema has an owner', () => {
    const tables = files
      .filter((file) => file.startsWith('src/db/schema/'))
      .flatMap((file) => [...textOf(file).matchAll(/export const (\w+) = pgTable/g)].map((match) => match[1]));
    expect(tables.sort()).toEqual(Object.keys(OWNERS).sort());
  });
});

describe('the documents', () => {
  const documents = [
    ...['ARCHITECTURE.md', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
    ...[...filesOf('src'), ...filesOf('docs'), ...filesOf('tests')].filter((file) => file.endsWith('.md') && file !== 'docs/specification.md'),
  ];

  test.each(documents)('%s names files that exist', (document) => {
    const folder = dirname(document);
    const named = [...textOf(document).matchAll(/`((?:src|tests|drizzle|docs|build)\/[\w$./-]+\.\w+)`/g)].map((match) => match[1] ?? '');
    const linked = [...textOf(document).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map((match) => join(folder, match[1] ?? ''));
    // `npm run specification` writes this one.
    expect([...named, ...linked].filter((path) => path !== 'docs/specification.md' && !existsSync(path))).toEqual([]);
  });

  test('name many files', () => {
    expect(documents.flatMap((document) => textOf(document).match(/`(?:src|tests)\/[\w$./-]+\.\w+`/g) ?? []).length).toBeGreaterThan(100);
  });

  test("a README of a folder has at most 25 lines, the kit's table aside", () => {
    const readmes = filesOf('src').filter((file) => file.endsWith('README.md') && file !== 'src/client/ui/README.md');
    expect(readmes.filter((file) => textOf(file).trim().split('\n').length > 25)).toEqual([]);
  });

  test('ARCHITECTURE.md has at most 12 KB, README.md at most 200 lines', () => {
    expect(Buffer.byteLength(textOf('ARCHITECTURE.md'))).toBeLessThanOrEqual(12 * 1024);
    expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(200);
  });
});
