import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { partsOf, readCatalogues } from '#build/catalogues.ts';
import { groupBy } from '#shared/domain/groups.ts';
import { listRawConstants } from './support/raw-constants.ts';
import { cataloguesOf, findUnloaded, readCatalogueByFile } from './support/sentences-of-pages.ts';
import { listUntagged } from './support/untagged-sentences.ts';

const catalogues = await readCatalogues();
/** Of the other language. */
const OTHER_SCRIPTS: Record<string, RegExp> = { si: /\p{Script=Tamil}/u, ta: /\p{Script=Sinhala}/u };

// spec s15-catalogues.1 | S15 1 | Each catalogue has all sentences of the code that it covers, and no others; `npm run i18n:extract` writes them |
//   lingui.config.ts, build/catalogues.ts
test.each(catalogues)('$name in $locale has all sentences, and no others', ({ sentences, unused }) => {
  expect(sentences.length).toBeGreaterThan(0);
  expect(sentences.filter(({ translation }) => translation === '').map(({ english }) => english)).toEqual([]);
  expect(unused).toEqual([]);
});

// spec s15-catalogues.2 | S15 1 | A translation is a valid message with the parameters and elements of the English one | build/catalogues.ts
test.each(catalogues)('each sentence of $name in $locale has the parameters and elements of the English one', ({ sentences }) => {
  for (const { english, translation } of sentences) expect(partsOf(translation), english).toEqual(partsOf(english));
});

test('a parameter or an element that is lost is found, and so is a message that cannot be read', () => {
  expect(partsOf('Hello {name}, see <0>this</0>')).toEqual(['</0>', '<0>', '{name}']);
  expect(partsOf('{count, plural, one {# of {total}} other {# of {total}}}')).toEqual(['{count}', '{total}']);
  expect(() => partsOf('{count, plural, one {#}')).toThrow();
});

// spec s15-catalogues.7 | S15 1 | An English sentence has one translation, whichever catalogues a page has loaded; where it means different things, the
//   code gives a context | src/shared/domain/sentence-key.ts
test.each(['si', 'ta'])('a sentence without a context has one translation in %s', (locale) => {
  const sentences = catalogues.filter((one) => one.locale === locale).flatMap((one) => one.sentences.filter(({ hasContext }) => !hasContext));
  const translations = groupBy(sentences, ({ english }) => english).map((same) => [...new Set(same.map(({ translation }) => translation))]);
  expect(translations.filter((different) => different.length > 1)).toEqual([]);
});

// spec s15-catalogues.3 | S15 6 | Sinhala stands in the Sinhala catalogue and Tamil in the Tamil one: a line pasted into the wrong file is found |
//   build/catalogues.ts
test.each(catalogues)('$name in $locale has nothing of the other script', ({ locale, sentences }) => {
  for (const { translation } of sentences) expect(translation).not.toMatch(OTHER_SCRIPTS[locale] ?? /^/);
});

const catalogueByFile = await readCatalogueByFile();
const ROUTES = 'src/client/routes';
const routeFiles = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.startsWith('admin/') && !name.endsWith('route.tsx') && name !== '__root.tsx')
  .map((name) => `${ROUTES}/${name}`);

// spec s15-catalogues.5 | S15 1 | A page loads the catalogues of all that it may show: no sentence is English because nobody asked for its
//   translation | src/client/lib/i18n.ts, lingui.config.ts
test.each(routeFiles)('%s loads the sentences of all that it can show', (route) => {
  const folders = dirname(route).split('/');
  const areas = folders.map((_, depth) => `${folders.slice(0, depth + 1).join('/')}/route.tsx`);
  const files = [route, ...areas.filter((file) => existsSync(file))];
  expect(findUnloaded(files, ['public', 'shared', ...files.flatMap(cataloguesOf)], catalogueByFile)).toEqual([]);
});

test('the frame of all pages has the sentences that all pages load', () => {
  expect(findUnloaded([`${ROUTES}/__root.tsx`, 'src/client/app/providers.tsx', 'src/client/app/clients.ts'], ['public'], catalogueByFile)).toEqual(
    [],
  );
});

/** Read by admins, in English. */
const FOR_MODERATORS =
  /^src\/client\/(?:routes\/admin|features\/(?:admin-|announcements|audit|catalogue|dead-letters|exports|statistics|verification))|account-status-dialog/;
/** They hand a sentence on to what writes it, or compare it. */
const HANDED_ON = [
  'src/client/features/account/two-step/passkeys.tsx',
  'src/client/features/account/two-step/two-step.tsx',
  'src/client/features/auth/known-problems.ts',
  'src/client/features/blogs/draft-state.ts',
  'src/client/features/booking-proposals/proposal-panel.tsx',
  'src/client/features/moderation/report-dialog.tsx',
  'src/client/features/tutor-profile/days-off-draft.ts',
];

// spec s15-screens.3
test('no screen shows a constant sentence as it is', () => {
  const screens = readdirSync('src/client', { recursive: true, encoding: 'utf8' })
    .map((name) => `src/client/${name}`)
    .filter((file) => /\.tsx?$/.test(file) && !FOR_MODERATORS.test(file) && !HANDED_ON.includes(file));
  expect(screens.length).toBeGreaterThan(300);
  expect(screens.flatMap(listRawConstants)).toEqual([]);
  // Parses four hundred files.
}, 60_000);

const MAILS = 'src/server/features/mail';
/** To admins, who read English. */
const OF_ADMINS = [
  'A tutor profile waits for review',
  'A tutor has submitted a profile for review.',
  '… has submitted a profile for review.',
  'Check the documents, education and experience, then approve the profile or reject it with a reason.',
];

// spec s15-mails.7 | S15 3 | No sentence of a mail to students and tutors is written without its tag | build/shared-sentences.ts
test('every sentence of a mail to students and tutors can be translated', () => {
  const files = readdirSync(MAILS).filter((name) => name.endsWith('.mail.ts'));
  const untagged = files.flatMap((name) => listUntagged(`${MAILS}/${name}`));
  const isMarkup = (text: string) => text.startsWith('<!doctype html>') || text.startsWith('font-family:');
  expect(untagged.filter((text) => !isMarkup(text))).toEqual(OF_ADMINS);
});
