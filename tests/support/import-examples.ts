import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

type Edge = readonly [from: string, to: string];
export const IMPORT_EXAMPLES: Record<string, { forbidden: Edge; allowed: Edge }> = {
  'src/shared/': { forbidden: ['src/shared/a.ts', 'src/db/a.ts'], allowed: ['src/shared/a.ts', 'src/shared/b.ts'] },
  'src/shared/vocabulary/': {
    forbidden: ['src/shared/vocabulary/a.ts', 'src/shared/errors.ts'],
    allowed: ['src/shared/vocabulary/a.ts', 'src/shared/vocabulary/b.ts'],
  },
  'src/db/': { forbidden: ['src/db/a.ts', 'src/shared/domain/a.ts'], allowed: ['src/db/a.ts', 'src/shared/vocabulary/a.ts'] },
  'src/server/core/': { forbidden: ['src/server/core/a.ts', 'src/server/infra/a.ts'], allowed: ['src/server/core/a.ts', 'src/db/a.ts'] },
  'src/server/infra/': {
    forbidden: ['src/server/infra/a.ts', 'src/server/features/x/x.queries.ts'],
    allowed: ['src/server/infra/a.ts', 'src/server/core/a.ts'],
  },
  'src/server/features/': {
    forbidden: ['src/server/features/x/x.queries.ts', 'src/server/infra/a.ts'],
    allowed: ['src/server/features/x/x.queries.ts', 'src/server/core/a.ts'],
  },
  'src/server/api/': {
    forbidden: ['src/server/api/a.ts', 'src/server/features/x/x.commands.ts'],
    allowed: ['src/server/api/a.ts', 'src/server/features/x/x.router.ts'],
  },
  'src/server/rest/': {
    forbidden: ['src/server/rest/a.ts', 'src/server/features/x/x.queries.ts'],
    allowed: ['src/server/rest/a.ts', 'src/server/api/router.ts'],
  },
  'src/server/edge/': { forbidden: ['src/server/edge/a.ts', 'src/db/a.ts'], allowed: ['src/server/edge/a.ts', 'src/server/core/a.ts'] },
  'src/seed/': { forbidden: ['src/seed/a.ts', 'src/server/app.ts'], allowed: ['src/seed/a.ts', 'src/server/infra/credentials.ts'] },
  'src/server/cli/': { forbidden: ['src/server/cli/a.ts', 'src/server/dev.ts'], allowed: ['src/server/cli/a.ts', 'src/server/config.ts'] },
  'src/server/request-routing[.]ts$': {
    forbidden: ['src/server/request-routing.ts', 'src/server/config.ts'],
    allowed: ['src/server/request-routing.ts', 'src/shared/a.ts'],
  },
  'src/server/cluster[.]ts$': {
    forbidden: ['src/server/cluster.ts', 'src/server/runtime.ts'],
    allowed: ['src/server/cluster.ts', 'src/server/edge/socketio-relay.ts'],
  },
  'src/server/dev[.]ts$': { forbidden: ['src/server/dev.ts', 'src/server/app.ts'], allowed: ['src/server/dev.ts', 'src/server/runtime.ts'] },
  'src/server/dev-openid[.]ts$': {
    forbidden: ['src/server/dev-openid.ts', 'src/server/config.ts'],
    allowed: ['src/server/dev-openid.ts', 'node_modules/oidc-provider/index.js'],
  },
  'src/client/': { forbidden: ['src/client/a.ts', 'src/db/a.ts'], allowed: ['src/client/a.ts', 'src/shared/a.ts'] },
  'src/client/ui/': { forbidden: ['src/client/ui/a.tsx', 'src/client/lib/a.ts'], allowed: ['src/client/ui/a.tsx', 'src/shared/a.ts'] },
  'src/locales/': { forbidden: ['src/locales/a.ts', 'src/client/lib/a.ts'], allowed: ['src/locales/a.ts', 'src/shared/domain/a.ts'] },
  'src/client/lib/': { forbidden: ['src/client/lib/a.ts', 'src/client/ui/a.tsx'], allowed: ['src/client/lib/a.ts', 'src/server/api/router.ts'] },
  'src/client/features/': {
    forbidden: ['src/client/features/x/a.tsx', 'src/client/app/a.tsx'],
    allowed: ['src/client/features/x/a.tsx', 'src/client/ui/a.tsx'],
  },
  'src/client/routes/': {
    forbidden: ['src/client/routes/a.tsx', 'src/client/app/a.tsx'],
    allowed: ['src/client/routes/a.tsx', 'src/client/features/x/a.tsx'],
  },
  'src/client/ssr/': {
    forbidden: ['src/client/ssr/a.tsx', 'src/client/features/x/a.tsx'],
    allowed: ['src/client/ssr/a.tsx', 'src/client/features/x/search-state.ts'],
  },
  'src/client/sw': { forbidden: ['src/client/sw/a.ts', 'src/client/ui/a.ts'], allowed: ['src/client/sw.ts', 'src/client/sw/a.ts'] },
  'no cycles': { forbidden: ['src/round/a.ts', 'src/round/b.ts'], allowed: ['src/round/b.ts', 'src/round/c.ts'] },
  'every import resolves': { forbidden: ['src/a.ts', './nowhere.ts'], allowed: ['src/a.ts', 'src/b.ts'] },
  'src/server/features stay apart': {
    forbidden: ['src/server/features/x/x.queries.ts', 'src/server/features/y/y.queries.ts'],
    allowed: ['src/server/features/x/x.commands.ts', 'src/server/features/x/x.queries.ts'],
  },
  'src/client/features stay apart': {
    forbidden: ['src/client/features/x/a.tsx', 'src/client/features/y/a.tsx'],
    allowed: ['src/client/features/x/a.tsx', 'src/client/features/x/b.tsx'],
  },
  'not-in-allowed': {
    forbidden: ['src/client/features/auth/a.tsx', 'src/client/features/account/index.ts'],
    allowed: ['src/client/features/account/a.tsx', 'src/client/features/auth/index.ts'],
  },
  'the product needs no test': { forbidden: ['src/a.ts', 'tests/a.ts'], allowed: ['tests/a.ts', 'src/a.ts'] },
  'shared is pure': {
    forbidden: ['src/shared/domain/a.ts', 'node_modules/drizzle-orm/index.js'],
    allowed: ['src/shared/contracts/a.ts', 'node_modules/zod/index.js'],
  },
  'one file knows zones': {
    forbidden: ['src/client/ui/a.ts', 'node_modules/@date-fns/tz/index.js'],
    allowed: ['src/shared/domain/zone.ts', 'node_modules/@date-fns/tz/index.js'],
  },
  'shapes hold no rules': {
    forbidden: ['src/shared/contracts/a.ts', 'src/shared/domain/a.ts'],
    allowed: ['src/shared/contracts/a.ts', 'src/shared/messages.ts'],
  },
  'rules do not parse': {
    forbidden: ['src/shared/domain/a.ts', 'src/shared/contracts/a.ts'],
    allowed: ['src/shared/domain/a.ts', 'src/shared/errors.ts'],
  },
  'features never hold Db': {
    forbidden: ['src/server/features/x/x.queries.ts', 'src/db/client.ts'],
    allowed: ['src/server/features/x/x.queries.ts', 'src/db/executor.ts'],
  },
  'listings have one writer': {
    forbidden: ['src/server/features/x/x.commands.ts', 'src/db/listing.ts'],
    allowed: ['src/server/features/tutors/listing.projector.ts', 'src/db/listing.ts'],
  },
  'routers hold no queries': {
    forbidden: ['src/server/features/x/x.router.ts', 'src/db/executor.ts'],
    allowed: ['src/server/features/x/x.router.ts', 'src/server/core/trpc.ts'],
  },
  'features know no transport': {
    forbidden: ['src/server/features/x/x.commands.ts', 'node_modules/hono/index.js'],
    allowed: ['src/server/features/x/x.router.ts', 'node_modules/@trpc/server/index.js'],
  },
  'reads do not write': {
    forbidden: ['src/server/features/x/x.queries.ts', 'src/server/features/x/x.commands.ts'],
    allowed: ['src/server/features/x/x.commands.ts', 'src/server/features/x/x.queries.ts'],
  },
  'projectors call no command': {
    forbidden: ['src/server/features/x/x.projector.ts', 'src/server/features/x/x.commands.ts'],
    allowed: ['src/server/features/x/x.projector.ts', 'src/server/features/x/x.moves.ts'],
  },
  'a port hides its library': {
    forbidden: ['src/server/features/x/x.commands.ts', 'node_modules/lucia/index.js'],
    allowed: ['src/server/infra/credentials.ts', 'node_modules/lucia/index.js'],
  },
  'Socket.IO is for clients of others': {
    forbidden: ['src/server/api/a.ts', 'node_modules/socket.io/index.js'],
    allowed: ['src/server/edge/socketio-server.ts', 'node_modules/socket.io/index.js'],
  },
  'production knows no demo and no Vite': {
    forbidden: ['src/server/main.ts', 'src/seed/seed.ts'],
    allowed: ['src/server/dev.ts', 'src/seed/seed.ts'],
  },
  'one window to the server': {
    forbidden: ['src/client/features/x/a.tsx', 'src/server/api/router.ts'],
    allowed: ['src/client/lib/rpc/trpc.ts', 'src/server/api/router.ts'],
  },
  'one file of the server renders pages': {
    forbidden: ['src/server/app.ts', 'src/client/ssr/a.tsx'],
    allowed: ['src/server/runtime.ts', 'src/client/ssr/a.tsx'],
  },
  'the server imports nothing else of the client': {
    forbidden: ['src/server/runtime.ts', 'src/client/a.ts'],
    allowed: ['src/server/runtime.ts', 'src/client/ssr/a.tsx'],
  },
  'nobody imports the service worker': {
    forbidden: ['src/client/main.tsx', 'src/client/sw/a.ts'],
    allowed: ['src/client/sw.ts', 'src/client/sw/a.ts'],
  },
};

const MODULE = 'node_modules/';
const CYCLE: Edge = ['src/round/b.ts', 'src/round/a.ts'];

/** Writes a folder of files with the imports of the examples. */
export function writeExamples(): string {
  const root = mkdtempSync(join(tmpdir(), 'vidya-plants-'));
  const imports = new Map<string, Set<string>>();
  const edges = [...Object.values(IMPORT_EXAMPLES).flatMap(({ forbidden, allowed }) => [forbidden, allowed]), CYCLE];
  for (const [from, to] of edges) {
    imports.set(from, (imports.get(from) ?? new Set()).add(specifierOf(from, to)));
    if (!to.startsWith('./')) imports.set(to, imports.get(to) ?? new Set());
  }
  for (const [file, specifiers] of imports) {
    write(root, file, [...specifiers].map((specifier) => `import '${specifier}';\n`).join(''));
    if (file.startsWith(MODULE)) write(root, join(dirname(file), 'package.json'), '{ "main": "index.js" }');
  }
  return root;
}

function specifierOf(from: string, to: string): string {
  if (to.startsWith('./')) return to;
  if (to.startsWith(MODULE)) return dirname(to.slice(MODULE.length));
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

function write(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
