import { readdirSync, readFileSync } from 'node:fs';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import type { ViteUserConfig } from 'vitest/config';
import { firstPaint } from './build/first-paint.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';

const styles = { postcss: { plugins: [mantine()] } };
const ignored = ['**/.data/**', '**/{bench,docs,drizzle,tests}/**', '**/dist/**', '**/test-results/**', '**/playwright-report/**'];

const BASE = /^(?!.*wsLink).*node_modules/;

/** Small modules that the pages of visitors share: as files of their own they would compress badly. */
const SHARED_BY_FIRST_PAGES = new RegExp(
  [
    'src/client/ui/(action-bar|detect-lang|rating-stars|search-field|time-zone|zoned-time)\\.',
    'src/shared/domain/(booking-window|money|on-offer|rates|zone)\\.',
    'node_modules/@date-fns/tz/',
    'icons/(arrow-(down|left|right|up)|book-open|chevron-right|clock|external-link|languages|laptop|map-pin|search|star)\\.',
  ].join('|'),
);

const BUNDLED = [
  ...['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client'],
  ...['@mantine/core', '@mantine/hooks', '@mantine/notifications', 'lucide-react'],
  ...['@tanstack/react-query', '@tanstack/react-router', '@trpc/client', '@trpc/react-query'],
];

/** They mock modules that other test files may have loaded before. */
const MOCKING = (process.env.VITEST ? readdirSync('tests/client', { recursive: true, encoding: 'utf8' }) : [])
  .map((name) => `tests/client/${name}`)
  .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes('vi.mock('));

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

const client: ViteUserConfig = {
  plugins: [
    pages({ isHot: true }),
    react({ compiler: true }),
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
        'messages.tsx',
        'notifications.tsx',
      ],
      parts: [
        ...[
          'client/app/signed-in.tsx',
          'client/lib/realtime/connection.ts',
          'client/ui/toast-stack.tsx',
          'client/features/catalogue/more-category-icons.tsx',
        ],
        ...['client/features/notifications/live-bell.tsx', 'client/ui/menu-list.tsx', 'client/features/auth/logout-dialog.tsx'],
      ],
    }),
    precompress(),
    firstPaint({
      routes: 'src/client/routes',
      javascriptKB: 175,
      cssKB: 15,
      pages: ['index.tsx', 'tutors/index.tsx', 'tutors/$id.tsx', 'login.tsx'],
    }),
  ],
  css: styles,
  // A shim for what React has had since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  server: { watch: { ignored } },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    // Every browser that runs the rest knows modulepreload.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // @trpc does not declare it; without it the WebSocket link is bundled with the HTTP one.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }] },
      // The libraries of every page in one file: it compresses better, and stays cached when our own code changes.
      output: {
        // Without names, because the first chunk lists all others.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        // Our own code that the entry and the pages share.
        advancedChunks: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', tags: ['$initial'], test: BASE },
            { name: 'own', tags: ['$initial'], test: /src\/(client\/lib|shared)\// },
            { name: 'first', test: SHARED_BY_FIRST_PAGES },
          ],
        },
      },
    },
  },
};

const server: ViteUserConfig = {
  publicDir: false,
  build: {
    ssr: 'src/server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: '[name].js' } },
  },
};

const inBrowser: ViteUserConfig = {
  plugins: [pages({ isHot: false }), react({ compiler: true })],
  css: styles,
  test: {
    setupFiles: 'tests/support/client-setup.ts',
    // Whole pages are rendered, on machines with other work.
    testTimeout: 40_000,
    // Bundled once, instead of being loaded module by module in each test file.
    deps: { optimizer: { client: { enabled: true, include: BUNDLED } } },
    execArgv: ['--max-semi-space-size=64'],
  },
};

const tests: ViteUserConfig = {
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'fast',
          include: ['tests/domain/**/*.test.ts', 'tests/{architecture,plain-english}.test.ts'],
          environment: 'node',
          isolate: false,
        },
      },
      {
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
          environment: './tests/support/shared-window.ts',
          // Loading the pages for each file took longer than the tests.
          isolate: false,
        },
      },
      { ...inBrowser, test: { ...inBrowser.test, name: 'client-mocks', include: MOCKING, environment: 'happy-dom' } },
      {
        test: {
          name: 'processes',
          include: ['tests/{processes,model}/**/*.test.ts'],
          exclude: TIMED,
          environment: 'node',
          globalSetup: 'tests/support/global-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
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

export default defineConfig(({ mode }) => {
  if (process.env.VITEST) return tests;
  return mode === 'server' ? server : client;
});
