import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

type Edge = readonly [from: string, to: string];
export const PLANTS: Record<string, { caught: Edge; passes: Edge }> = {
  'src/shared/': { caught: ['src/shared/a.ts', 'src/db/a.ts'], passes: ['src/shared/a.ts', 'src/shared/b.ts'] },
  'src/shared/vocabulary/': {
    caught: ['src/shared/vocabulary/a.ts', 'src/shared/errors.ts'],
    passes: ['src/shared/vocabulary/a.ts', 'src/shared/vocabulary/b.ts'],
  },
  'src/db/': { caught: ['src/db/a.ts', 'src/shared/domain/a.ts'], passes: ['src/db/a.ts', 'src/shared/vocabulary/a.ts'] },
  'src/server/core/': { caught: ['src/server/core/a.ts', 'src/server/infra/a.ts'], passes: ['src/server/core/a.ts', 'src/db/a.ts'] },
  'src/server/infra/': {
    caught: ['src/server/infra/a.ts', 'src/server/features/x/x.queries.ts'],
    passes: ['src/server/infra/a.ts', 'src/server/core/a.ts'],
  },
  'src/server/features/': {
    caught: ['src/server/features/x/x.queries.ts', 'src/server/infra/a.ts'],
    passes: ['src/server/features/x/x.queries.ts', 'src/server/core/a.ts'],
  },
  'src/server/api/': {
    caught: ['src/server/api/a.ts', 'src/server/features/x/x.commands.ts'],
    passes: ['src/server/api/a.ts', 'src/server/features/x/x.router.ts'],
  },
  'src/server/rest/': {
    caught: ['src/server/rest/a.ts', 'src/server/features/x/x.queries.ts'],
    passes: ['src/server/rest/a.ts', 'src/server/api/router.ts'],
  },
  'src/server/edge/': { caught: ['src/server/edge/a.ts', 'src/db/a.ts'], passes: ['src/server/edge/a.ts', 'src/server/core/a.ts'] },
  'src/seed/': { caught: ['src/seed/a.ts', 'src/server/app.ts'], passes: ['src/seed/a.ts', 'src/server/infra/credentials.ts'] },
  'src/server/cli/': { caught: ['src/server/cli/a.ts', 'src/server/dev.ts'], passes: ['src/server/cli/a.ts', 'src/server/config.ts'] },
  'src/server/request-routing[.]ts$': {
    caught: ['src/server/request-routing.ts', 'src/server/config.ts'],
    passes: ['src/server/request-routing.ts', 'src/shared/a.ts'],
  },
  'src/server/cluster[.]ts$': {
    caught: ['src/server/cluster.ts', 'src/server/runtime.ts'],
    passes: ['src/server/cluster.ts', 'src/server/edge/socketio-relay.ts'],
  },
  'src/server/dev[.]ts$': { caught: ['src/server/dev.ts', 'src/server/app.ts'], passes: ['src/server/dev.ts', 'src/server/runtime.ts'] },
  'src/server/dev-openid[.]ts$': {
    caught: ['src/server/dev-openid.ts', 'src/server/config.ts'],
    passes: ['src/server/dev-openid.ts', 'node_modules/oidc-provider/index.js'],
  },
  'src/client/': { caught: ['src/client/a.ts', 'src/db/a.ts'], passes: ['src/client/a.ts', 'src/shared/a.ts'] },
  'src/client/ui/': { caught: ['src/client/ui/a.tsx', 'src/client/lib/a.ts'], passes: ['src/client/ui/a.tsx', 'src/shared/a.ts'] },
  'src/client/lib/': { caught: ['src/client/lib/a.ts', 'src/client/ui/a.tsx'], passes: ['src/client/lib/a.ts', 'src/server/api/router.ts'] },
  'src/client/features/': {
    caught: ['src/client/features/x/a.tsx', 'src/client/app/a.tsx'],
    passes: ['src/client/features/x/a.tsx', 'src/client/ui/a.tsx'],
  },
  'src/client/routes/': {
    caught: ['src/client/routes/a.tsx', 'src/client/app/a.tsx'],
    passes: ['src/client/routes/a.tsx', 'src/client/features/x/a.tsx'],
  },
  'src/client/sw': { caught: ['src/client/sw/a.ts', 'src/client/ui/a.ts'], passes: ['src/client/sw.ts', 'src/client/sw/a.ts'] },
  'no cycles': { caught: ['src/round/a.ts', 'src/round/b.ts'], passes: ['src/round/b.ts', 'src/round/c.ts'] },
  'every import resolves': { caught: ['src/a.ts', './nowhere.ts'], passes: ['src/a.ts', 'src/b.ts'] },
  'src/server/features stay apart': {
    caught: ['src/server/features/x/x.queries.ts', 'src/server/features/y/y.queries.ts'],
    passes: ['src/server/features/x/x.commands.ts', 'src/server/features/x/x.queries.ts'],
  },
  'src/client/features stay apart': {
    caught: ['src/client/features/x/a.tsx', 'src/client/features/y/a.tsx'],
    passes: ['src/client/features/x/a.tsx', 'src/client/features/x/b.tsx'],
  },
  'not-in-allowed': {
    caught: ['src/client/features/auth/a.tsx', 'src/client/features/account/index.ts'],
    passes: ['src/client/features/account/a.tsx', 'src/client/features/auth/index.ts'],
  },
  'the product needs no test': { caught: ['src/a.ts', 'tests/a.ts'], passes: ['tests/a.ts', 'src/a.ts'] },
  'shared is pure': {
    caught: ['src/shared/domain/a.ts', 'node_modules/drizzle-orm/index.js'],
    passes: ['src/shared/contracts/a.ts', 'node_modules/zod/index.js'],
  },
  'one file knows zones': {
    caught: ['src/client/ui/a.ts', 'node_modules/@date-fns/tz/index.js'],
    passes: ['src/shared/domain/zone.ts', 'node_modules/@date-fns/tz/index.js'],
  },
  'shapes hold no rules': {
    caught: ['src/shared/contracts/a.ts', 'src/shared/domain/a.ts'],
    passes: ['src/shared/contracts/a.ts', 'src/shared/messages.ts'],
  },
  'rules do not parse': {
    caught: ['src/shared/domain/a.ts', 'src/shared/contracts/a.ts'],
    passes: ['src/shared/domain/a.ts', 'src/shared/errors.ts'],
  },
  'features never hold Db': {
    caught: ['src/server/features/x/x.queries.ts', 'src/db/client.ts'],
    passes: ['src/server/features/x/x.queries.ts', 'src/db/executor.ts'],
  },
  'listings have one writer': {
    caught: ['src/server/features/x/x.commands.ts', 'src/db/listing.ts'],
    passes: ['src/server/features/tutors/listing.projector.ts', 'src/db/listing.ts'],
  },
  'routers hold no queries': {
    caught: ['src/server/features/x/x.router.ts', 'src/db/executor.ts'],
    passes: ['src/server/features/x/x.router.ts', 'src/server/core/trpc.ts'],
  },
  'features know no transport': {
    caught: ['src/server/features/x/x.commands.ts', 'node_modules/hono/index.js'],
    passes: ['src/server/features/x/x.router.ts', 'node_modules/@trpc/server/index.js'],
  },
  'reads do not write': {
    caught: ['src/server/features/x/x.queries.ts', 'src/server/features/x/x.commands.ts'],
    passes: ['src/server/features/x/x.commands.ts', 'src/server/features/x/x.queries.ts'],
  },
  'projectors call no command': {
    caught: ['src/server/features/x/x.projector.ts', 'src/server/features/x/x.commands.ts'],
    passes: ['src/server/features/x/x.projector.ts', 'src/server/features/x/x.moves.ts'],
  },
  'a port hides its library': {
    caught: ['src/server/features/x/x.commands.ts', 'node_modules/lucia/index.js'],
    passes: ['src/server/infra/credentials.ts', 'node_modules/lucia/index.js'],
  },
  'Socket.IO is for clients of others': {
    caught: ['src/server/api/a.ts', 'node_modules/socket.io/index.js'],
    passes: ['src/server/edge/socketio-server.ts', 'node_modules/socket.io/index.js'],
  },
  'production knows no demo and no Vite': {
    caught: ['src/server/main.ts', 'src/seed/seed.ts'],
    passes: ['src/server/dev.ts', 'src/seed/seed.ts'],
  },
  'one window to the server': {
    caught: ['src/client/features/x/a.tsx', 'src/server/api/router.ts'],
    passes: ['src/client/lib/rpc/trpc.ts', 'src/server/api/router.ts'],
  },
  'nobody imports the service worker': { caught: ['src/client/main.tsx', 'src/client/sw/a.ts'], passes: ['src/client/sw.ts', 'src/client/sw/a.ts'] },
};

const MODULE = 'node_modules/';
const BACK: Edge = ['src/round/b.ts', 'src/round/a.ts'];

/** A tree of files that import as the plants say, in a folder of its own. */
export function plantAll(): string {
  const root = mkdtempSync(join(tmpdir(), 'vidya-plants-'));
  const imports = new Map<string, Set<string>>();
  const edges = [...Object.values(PLANTS).flatMap(({ caught, passes }) => [caught, passes]), BACK];
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
