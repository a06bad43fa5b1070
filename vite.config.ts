import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';
import type { ViteUserConfig } from 'vitest/config';
import { noChunkCycles } from './build/chunk-cycles.ts';
import { firstViewBudget } from './build/first-view-budget.ts';
import { messages } from './build/messages.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';
import { themeStyles } from './build/theme-styles.ts';

/** Written into the code, because the version in the page's configuration would cost each first view more. */
const VERSION = JSON.stringify(JSON.parse(readFileSync('package.json', 'utf8')).version);
/** Accented English instead of translations, in a folder of its own: see `tests/pseudo`. */
const IS_PSEUDO = process.env.PSEUDO_LOCALE === '1';
const OUT = IS_PSEUDO ? '.cache/pseudo/dist' : 'dist';
/** A new object for each configuration, because Vitest empties it. */
const define = () => ({ __VERSION__: VERSION });
const styles = { postcss: { plugins: [mantine()] } };
const ignored = ['**/.data/**', '**/{bench,docs,drizzle,tests}/**', '**/dist/**', '**/test-results/**', '**/playwright-report/**'];

/** A shim for what React has had since version 18. */
const USE_SYNC_EXTERNAL_STORE = { find: /^use-sync-external-store\/shim$/, replacement: 'react' };
/** What each file of an icon imports from lucide-react. */
const ICONS = { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: resolve('src/client/ui/create-icon.ts') };

/** The libraries of every page: they stay cached when our own code changes. */
const BASE = /^(?!.*wsLink).*node_modules|rolldown\/runtime/;
/** All but the entry itself. */
const OWN = /src\/(?:client\/(?!main\.)|shared\/)|preload-helper/;

/** Small modules that the pages of visitors share: as files of their own they would compress badly. Merging all of them would make each page load those of others, 10 to 100 KB. */
const SHARED_BY_FIRST_PAGES = {
  // With the styles of its lower half, whose code comes later: the server renders that too.
  home: /client\/(?:routes\/index\.tsx\?tsr-split|features\/(?:home\/(?:home-(?:page|categories)\.|.*\.module\.css)|tutor-search\/featured-tutors\.module\.css))/,
  search: new RegExp(
    [
      'client/(?:ui/search-field|features/(?:catalogue/category-icon|tutor-search/(?:public-stats|search-box|use-catalogue|use-tutor-search)))\\.tsx?',
      'icons/(?:atom|award|briefcase-business|chart-line|cog|dna|globe|landmark|layers|eighth-notes|search)\\.',
    ].join('|'),
  ),
  cards:
    /client\/(?:ui\/scroll-top-button|features\/(?:favourites\/use-hearts|tutor-search\/(?:match-reasons|tutor-card)))\.|shared\/domain\/(?:answer-time|best-match|text-parts)\./,
  tutors: new RegExp(
    [
      'src/client/ui/(?:action-bar|detect-lang|explained-button|rating-stars|time-zone|zoned-time)\\.',
      'src/client/features/favourites/(?:heart|heart-button)\\.',
      // Of modules in `search`: each style sheet more is waited for before anything is shown.
      'src/client/(?:features/tutor-search/public-stats|ui/search-field)\\.module\\.css',
      'src/shared/domain/(?:booking-window|money|numbers|on-offer|rates|zone)\\.',
      'node_modules/@date-fns/tz/',
      'icons/(?:arrow-(?:down|left|right|up)|book-open|check|chevron-right|clock|external-link|heart|languages|laptop|map-pin|school|search-x|sliders-horizontal|star)\\.',
    ].join('|'),
  ),
  queries: /@tanstack\/(?:react-query|query-core)\/(?!.*(?:useMutation|mutationObserver|useMutationState|useQueries|queriesObserver)\.)/,
  controls:
    /@mantine\/.*\/(?:use-(?:force-update|id|merged-ref|uncontrolled)|random-id|get-(?:auto-)?contrast-(?:color|value)|DirectionProvider|find-element-ancestor|create-scoped-keydown-handler|Badge(?:\.module)?)\.mjs/,
};

/** What the pages that open offline share with others, most of them those of visitors: taken out of `SIGNED_IN`, which the others would load else. */
const SHARED_WITH_OFFLINE_PAGES = {
  areas:
    /client\/ui\/(?:dashboard-shell|divided-list|first-name|page|section-card|stat-card|text-length)\.|shared\/domain\/(?:profile-completeness|relative-time)\.|icons\/(?:calendar-(?:check|plus)|chevron-left|circle(?:-dashed)?|copy|ellipsis|hourglass|link-2|list|undo-2|user-round-x)\./,
  calls:
    /client\/lib\/(?:rpc\/http-(?:client|link)|realtime\/read-from)\.|shared\/(?:transformer|vocabulary\/read-from)\.|@trpc\/(?!.*\/(?:httpLink|wsLink)-)/,
  forms:
    /client\/lib\/(?:new-id|forms\/use-(?:one-at-a-time|return-focus))\.|\/(?:useMutation|mutationObserver)\.|CloseButton\/Close(?:Icon|Button)(?:\.module)?\.mjs/,
  grid: /\/SimpleGrid|\/get-(?:sorted-breakpoints|base-value|breakpoint-value)\.mjs|units-converters\/px/,
  lists: /client\/(?:lib\/stored-list|ui\/more-of-list)\.|icons\/notebook-pen\./,
  notices: new RegExp(
    [
      'client/ui/(?:confirm-dialog|copy-text|facts|notice|use-opener)\\.',
      '/Alert(?:\\.module|\\.layer)?\\.(?:mjs|css)',
      '/useMutationState\\.',
      'icons/(?:circle-check|flag|info|message-circle|triangle-exclamation-point)\\.',
    ].join('|'),
  ),
  overlays:
    /\/(?:Optional)?Portal\.mjs|get-default-z-index|react-remove-scroll|react-style-singleton|tslib|get-nonce|use-(?:sidecar|callback-ref)\/dist|ui\/stored-link\./,
  // What the contracts of forms take, and nothing that would bring code of areas along.
  sentences: /src\/shared\/(?:messages|vocabulary\/(?:phone|terms))\./,
  times: /shared\/domain\/(?:free-times|notice|weekly-hours)\./,
};

/** Small modules of a few pages, in one file: the first chunk, which every page loads, lists all others. */
const SHARED_BY_SOME_PAGES = {
  icons:
    /icons\/(?:bell-ring|bookmark|camera|circle-slash|columns-3|download|folder-open|key-round|megaphone|pencil|plus|printer|scroll-text|trash|zoom-in)\./,
  selection:
    /client\/(?:features\/moderation\/(?:account-|consequences)|ui\/(?:row-checkbox|selection-bar)|lib\/(?:page-keys|selection|forms\/use-at-opening)\.)/,
  tables: /client\/(?:ui\/(?:column-choice|data-table|saved-views)|lib\/(?:hidden-columns|saved-views))\./,
};

/** With all that they import: the pages and parts that open offline, in few files, since each file is one to store. */
const SIGNED_IN = {
  menu: /client\/ui\/menu-list\./,
  dialogs: /client\/features\/auth\/logout-dialog\./,
  'signed-in':
    /client\/(?:app\/signed-in|features\/notifications\/live-bell|lib\/realtime\/connection)\.tsx?|client\/routes\/notifications\.tsx\?tsr-split/,
  bookings: /client\/routes\/(?:bookings\.\$id|student\/(?:route|bookings|dashboard))\.tsx\?tsr-split/,
  tutor: /client\/routes\/tutor\/(?:route|bookings|dashboard)\.tsx\?tsr-split/,
};

const BUNDLED = [
  ...['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client'],
  ...['@mantine/core', '@mantine/hooks', '@mantine/notifications', 'lucide-react'],
  ...['@tanstack/react-query', '@tanstack/react-router', '@trpc/client', '@trpc/tanstack-react-query'],
];

/** They mock modules that other test files may have loaded before. */
const MOCKING = (process.env.VITEST ? readdirSync('tests/client', { recursive: true, encoding: 'utf8' }) : [])
  .map((name) => `tests/client/${name}`)
  .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes('vi.mock('));

/** Compiled they are 8 KB (br) larger, a fifteenth of a first visit, and most of them render once. */
const OF_FIRST_VIEW =
  /src\/client\/(?:app|lib|ui|routes\/(?:__root|index|login|tutors\/.*|blogs\/.*)|features\/(?:auth|catalogue\/category-icon|favourites|home|tutor-(?:detail|search)))[/.]/;

/** Measures the time of a whole start, so the machine has nothing else to do. */
const TIMED = ['tests/processes/dev-command.test.ts'];

/** Each page is a chunk of its own; in tests too, so that a test loads only the pages it shows. */
const pages = ({ isHot }: { isHot: boolean }) =>
  tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    codeSplittingOptions: {
      // The pending component comes with the page; else it would take the page's modules into the entry.
      defaultBehavior: [['component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      addHmr: isHot,
    },
    routesDirectory: 'src/client/routes',
    generatedRouteTree: 'src/client/app/route-tree.gen.ts',
    enableRouteTreeFormatting: false,
  });

/** Components are hot in the browser only: on the server an edit loads them anew. */
const coldOnServer: Plugin = {
  name: 'vidya:cold-on-server',
  apply: 'serve',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform: (code, id) => (id.includes('/src/client/') && code.includes('import.meta.hot') ? code.replaceAll('import.meta.hot', 'undefined') : null),
};

const client = ({ isBuild }: { isBuild: boolean }): ViteUserConfig => ({
  plugins: [
    pages({ isHot: true }),
    messages({ isPseudo: IS_PSEUDO }),
    // In development all of it, because the plugin would not refresh what it leaves out.
    react({ compiler: true, exclude: isBuild ? [/node_modules/, OF_FIRST_VIEW] : [/node_modules/] }),
    coldOnServer,
    themeStyles(),
    serviceWorker({
      worker: 'src/client/sw.ts',
      routes: 'src/client/routes',
      // Where the installed app opens, and what one wants to look up on the way to a session.
      pages: [
        'index.tsx',
        'student/bookings.tsx',
        'student/dashboard.tsx',
        'tutor/bookings.tsx',
        'tutor/dashboard.tsx',
        'bookings.$id.tsx',
        'notifications.tsx',
      ],
      parts: [
        ...['client/app/signed-in.tsx', 'client/lib/rpc/http-client.ts', 'client/lib/realtime/connection.ts'],
        ...['client/features/notifications/live-bell.tsx', 'client/features/auth/logout-dialog.tsx'],
        ...['client/ui/menu-list.tsx', 'client/ui/toast-stack.tsx'],
      ],
      // The sentences of other languages.
      onUse: /src\/(?:locales\/|client\/lib\/catalogues\.|shared\/domain\/(?:catalogue-texts|sentence-key|date-forms-))/,
      maxFiles: 40,
    }),
    precompress(),
    noChunkCycles({ except: ['base', 'own'] }),
    firstViewBudget({
      routes: 'src/client/routes',
      // Any change renames chunks, and other names pack otherwise, by up to 0.3 KB.
      javascriptKB: { 'index.tsx': 149.9, 'tutors/index.tsx': 158.2, 'tutors/$id.tsx': 155.3, 'login.tsx': 159.3 },
      cssKB: 15.5,
      // What the first letter in the search loads, and the form of the login.
      parts: [
        { file: 'features/tutor-search/search-suggestions.tsx', page: 'index.tsx', javascriptKB: 4.7 },
        { file: 'shared/contracts/auth.ts', page: 'login.tsx', javascriptKB: 34 },
      ],
    }),
  ],
  define: define(),
  css: styles,
  resolve: { alias: isBuild ? [USE_SYNC_EXTERNAL_STORE, ICONS] : [USE_SYNC_EXTERNAL_STORE] },
  server: { watch: { ignored } },
  build: {
    outDir: `${OUT}/client`,
    emptyOutDir: true,
    manifest: true,
    // Every browser that runs the rest knows modulepreload.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [
          // @trpc does not declare it; without it the WebSocket link is bundled with the HTTP one.
          { test: /node_modules\/@trpc\//, sideEffects: false },
          // A page that takes one component of a feature gets that one only.
          { test: /src\/client\/(?:features|lib|ui)\/.*\.tsx?$/, sideEffects: false },
          { test: /src\/shared\//, sideEffects: false },
        ],
      },
      output: {
        // Without names, because the first chunk lists all others.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', tags: ['$initial'], test: BASE },
            { name: 'own', tags: ['$initial'], test: OWN },
            ...Object.entries({ ...SHARED_BY_FIRST_PAGES, ...SHARED_WITH_OFFLINE_PAGES, ...SHARED_BY_SOME_PAGES }).map(([name, test]) => ({
              name,
              test,
            })),
            ...Object.entries(SIGNED_IN).map(([name, test]) => ({ name, test, includeDependenciesRecursively: true })),
          ],
        },
      },
    },
  },
});

/** Commands of operators, which have to run where there is no tsx: `node dist/server/cli/migrate.js`. */
const COMMANDS = ['admin', 'backup', 'migrate', 'restore', 'secrets'];

/** Bundled, so that React is the one for production whatever NODE_ENV says. */
const WITH_THE_CLIENT = [/^(react|react-dom|scheduler|lucide-react|clsx)($|\/)/, /^@(lingui|mantine|tanstack|trpc)\//];
/** Bundled, because 300 files fewer start a tenth faster and take 4 MB less. Native packages, and those with workers or patches, are not. */
const WITH_THE_SERVER = [
  /^(arctic|bintrees|drizzle-orm|hono|ipaddr\.js|lucia|openapi3-ts|oslo|otpauth|prom-client|tdigest|zod)($|\/)/,
  /^@(asteasolutions|hono|lucia-auth|oslojs)\//,
];

const server: ViteUserConfig = {
  plugins: [pages({ isHot: false }), messages({ isPseudo: IS_PSEUDO }), react({ compiler: true })],
  css: styles,
  publicDir: false,
  define: { ...define(), 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: [...WITH_THE_CLIENT, ...WITH_THE_SERVER] },
  resolve: { alias: [USE_SYNC_EXTERNAL_STORE, ICONS] },
  build: {
    ssr: true,
    outDir: `${OUT}/server`,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: { main: 'src/server/main.ts', ...Object.fromEntries(COMMANDS.map((name) => [`cli/${name}`, `src/server/cli/${name}.ts`])) },
      // V8 stores a module with one character beyond Latin-1 in twice the space.
      output: {
        entryFileNames: '[name].js',
        charset: 'ascii',
        comments: { jsdoc: false, annotation: false },
        // Their texts have such characters where the option above cannot replace them.
        codeSplitting: { groups: [{ name: 'mails', test: /src\/server\/features\/mail\/[a-z-]+\.mail\.ts/ }] },
      },
    },
  },
};

const inBrowser: ViteUserConfig = {
  // As in production.
  plugins: [pages({ isHot: false }), messages(), react({ compiler: true, exclude: [/node_modules/, OF_FIRST_VIEW] }), themeStyles()],
  define: define(),
  css: styles,
  test: {
    setupFiles: 'tests/support/client-setup.ts',
    // A followed link would leave the address behind for the test files that share the window.
    environmentOptions: { happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } } },
    // Whole pages are rendered, on machines with other work.
    testTimeout: 40_000,
    // Bundled once, instead of being loaded module by module in each test file.
    deps: { optimizer: { client: { enabled: true, include: BUNDLED } } },
    execArgv: ['--max-semi-space-size=64'],
  },
};

/** Vitest is loaded for tests only. */
const sequencer = process.env.VITEST ? (await import('./tests/support/long-files-first.ts')).LongFilesFirst : undefined;

const tests: ViteUserConfig = {
  test: {
    maxWorkers: 2,
    sequence: { sequencer },
    projects: [
      {
        plugins: [messages()],
        test: {
          name: 'fast',
          include: ['tests/domain/**/*.test.ts', 'tests/{architecture,catalogues,plain-english,plain-sentences}.test.ts'],
          environment: 'node',
          isolate: false,
        },
      },
      {
        // Pages are rendered in it.
        define: define(),
        plugins: [messages()],
        test: {
          name: 'integration',
          include: ['tests/{db,features,fuzz,rest}/**/*.test.ts'],
          environment: 'node',
          // Server modules have no state, so files may share them; loading them for each took longer than many tests.
          isolate: false,
          globalSetup: 'tests/support/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...inBrowser,
        test: {
          ...inBrowser.test,
          name: 'client',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          exclude: MOCKING,
          alias: { '@simplewebauthn/browser': resolve('tests/support/fake-passkeys.ts') },
          environment: './tests/support/shared-window.ts',
          // Loading the pages for each file took longer than the tests.
          isolate: false,
        },
      },
      { ...inBrowser, define: define(), test: { ...inBrowser.test, name: 'client-mocks', include: MOCKING, environment: 'happy-dom' } },
      {
        plugins: [messages()],
        test: {
          name: 'processes',
          include: ['tests/{processes,model}/**/*.test.ts'],
          exclude: TIMED,
          environment: 'node',
          isolate: false,
          globalSetup: 'tests/support/global-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [messages()],
        test: {
          name: 'timed',
          include: TIMED,
          environment: 'node',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [messages()],
        test: {
          name: 'deep',
          include: ['tests/deep/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'tests/support/global-setup.ts',
          fileParallelism: false,
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
        },
      },
    ],
  },
};

export default defineConfig(({ mode, command }) => {
  if (process.env.VITEST) return tests;
  return mode === 'server' ? server : client({ isBuild: command === 'build' });
});
