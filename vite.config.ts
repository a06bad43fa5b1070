import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import type { ViteUserConfig } from 'vitest/config';
import { firstPaint } from './build/first-paint.ts';
import { precompress } from './build/precompress.ts';

const styles = { postcss: { plugins: [mantine()] } };
const unwatched = ['**/.data/**', '**/{bench,docs,drizzle,tests}/**', '**/dist/**', '**/test-results/**', '**/playwright-report/**'];

const BASE = /^(?!.*wsLink).*node_modules/;

const BUNDLED = [
  ...['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client'],
  ...['@mantine/core', '@mantine/hooks', '@mantine/notifications', 'lucide-react'],
  ...['@tanstack/react-query', '@tanstack/react-router', '@trpc/client', '@trpc/react-query'],
];

/** The routes, each page a chunk of its own; in the client's tests, too, so that a test loads only the pages it shows. */
const pages = ({ isHot }: { isHot: boolean }) =>
  tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    codeSplittingOptions: {
      // What is shown while a page loads comes with the page; by itself it would take the page's modules into the entry.
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
    react(),
    precompress(),
    firstPaint({
      routes: 'src/client/routes',
      javascriptKB: 150,
      cssKB: 15,
      pages: ['index.tsx', 'tutors/index.tsx', 'tutors/$id.tsx', 'login.tsx'],
    }),
  ],
  css: styles,
  server: { watch: { ignored: unwatched } },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    // Every browser that runs the rest knows modulepreload.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Said by @trpc of itself nowhere: without it the WebSocket link comes along with the HTTP one.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }] },
      // What every page stands on, in one file: it compresses better than many, and stays cached when our own code changes.
      output: {
        // Without names: the first chunk lists all the others, and pays for every letter.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        // What the entry and the pages share of our own, in another.
        advancedChunks: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', tags: ['$initial'], test: BASE },
            { name: 'own', tags: ['$initial'], test: /src\/(client\/api|shared)\// },
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

const tests: ViteUserConfig = {
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'fast', include: ['tests/domain/**/*.test.ts', 'tests/architecture.test.ts'], environment: 'node', isolate: false } },
      {
        test: {
          name: 'integration',
          include: ['tests/{db,features,rest}/**/*.test.ts'],
          environment: 'node',
          // The server keeps nothing in its modules, so files may share them: loading them anew for each took longer than many tests.
          isolate: false,
          globalSetup: 'tests/support/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [pages({ isHot: false }), react()],
        css: styles,
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // What every file loads, bundled once instead of opened module by module in each.
          deps: { optimizer: { client: { enabled: true, include: BUNDLED } } },
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      {
        test: {
          name: 'processes',
          include: ['tests/{processes,model}/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'tests/support/global-setup.ts',
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
