// The arrows of ARCHITECTURE.md. A layer imports itself and what stands beside it, and nothing else of ours.
const [shared, db, core, infra, ui, lib] = ['src/shared/', 'src/db/', 'src/server/core/', 'src/server/infra/', 'src/client/ui/', 'src/client/lib/'];
const locales = 'src/locales/';
const procedures = 'src/server/api/router[.]ts$';
const LAYERS = {
  'src/shared/': [],
  'src/shared/vocabulary/': [],
  'src/db/': ['src/shared/vocabulary/'],
  'src/server/core/': [db, shared],
  'src/server/infra/': [core, db, shared],
  'src/server/features/': [core, db, shared],
  'src/server/api/': ['src/server/features/[^/]+/[^/]+[.]router[.]ts$', 'src/server/read-body[.]ts$', core, shared],
  'src/server/rest/': [procedures, 'src/server/(core/(errors|shared-answers)|compression|read-body)[.]ts$', shared],
  'src/server/edge/': [procedures, core, 'src/server/(rest/wire/|compression[.]ts$)', shared],
  'src/seed/': ['src/server/infra/(credentials|file-store-local)[.]ts$', db, shared],
  'src/server/cli/': ['src/server/(services|registry|config|app|rest/(rest|document))[.]ts$', 'src/seed/', core, infra, db, shared],
  'src/server/request-routing[.]ts$': [shared],
  'src/server/cluster[.]ts$': ['src/server/config[.]ts$', 'src/server/edge/socketio-relay[.]ts$', 'src/server/infra/(cluster-handoffs|log)[.]ts$'],
  'src/server/dev[.]ts$': [
    'src/server/(request-routing|config|runtime|dev-hosts|dev-openid|security-headers)[.]ts$',
    'src/server/infra/embedded-postgres/',
    'src/seed/',
    'src/server/infra/(http-server|log|listen|signals)[.]ts$',
    db,
    shared,
  ],
  'src/server/dev-openid[.]ts$': [],
  'src/locales/': [shared],
  'src/client/': [shared, locales, procedures],
  'src/client/ui/': [shared],
  'src/client/lib/': [shared, locales, procedures],
  'src/client/features/': [ui, lib, shared],
  'src/client/routes/': ['src/client/features/', ui, lib, shared],
  'src/client/ssr/': ['src/client/app/', 'src/client/features/[^/]+/search-state[.]ts$', lib, shared],
  'src/client/sw': [shared],
};

/** Which feature of the client imports the `index.ts` of which others. No pair may stand here in both directions. */
const CLIENT_FEATURES = {
  account: ['auth', 'bookings'],
  'admin-bookings': ['bookings', 'session-problems'],
  'booking-modal': ['booking-times'],
  'booking-proposals': ['booking-times'],
  bookings: ['booking-proposals', 'reviews', 'session-problems'],
  home: ['catalogue', 'tutor-search'],
  'student-dashboard': ['bookings'],
  'tutor-search': ['favourites'],
  verification: ['moderation'],
};

const start = (paths) => paths.map((path) => `^${path}`);
const end = (path) => (typeof path === 'string' ? { path } : path);
const modules = (names) => `^node_modules/(${names})/`;
const except = (path, ...pathNot) => ({ path, pathNot });
const never = (name, from, to) => ({ name, severity: 'error', from: end(from), to: end(to) });
const layer = ([path, others]) => never(path, `^${path}`, except('^src/', ...start([path, ...others])));
const apart = (parent, ...exceptions) => never(`${parent} stay apart`, `^${parent}/([^/]+)/`, except(`^${parent}/`, `^${parent}/$1/`, ...exceptions));
const featureIndex = (name) => `^src/client/features/${name}/index[.]ts$`;
const mayImport = ([feature, others]) => ({
  from: { path: `^src/client/features/${feature}/` },
  to: { path: others.map(featureIndex).join('|') },
});

module.exports = {
  forbidden: [
    never('no cycles', {}, { circular: true }),
    never('every import resolves', {}, { couldNotResolve: true }),
    ...Object.entries(LAYERS).map(layer),
    apart('src/server/features'),
    apart('src/client/features', featureIndex('[^/]+')),
    never('the product needs no test', '^src/', '^(tests|bench|packages)/'),
    never('shared is pure', except('^src/shared/', '/zone[.]ts$'), { pathNot: ['^src/', modules('zod')] }),
    never('one file knows zones', except('^src/', '/zone[.]ts$'), modules('date-fns|@date-fns')),
    never('shapes hold no rules', '^src/shared/contracts/', '^src/shared/domain/'),
    never('rules do not parse', '^src/shared/domain/', `^src/shared/contracts/|${modules('zod')}`),
    never('features never hold Db', '^src/server/(core|features|api|rest|edge)/', '^src/db/(client|migrate)[.]ts$'),
    never('listings have one writer', except('^src/server/', '/tutors/listing[.]projector[.]ts$'), '^src/db/listing[.]ts$'),
    never('routers hold no queries', '[.]router[.]ts$', `^src/db/|${modules('drizzle-orm')}`),
    never(
      'features know no transport',
      '[.](commands|queries|projector|jobs|steps|mail)[.]ts$',
      `/core/trpc[.]ts$|${modules('hono|@hono|@trpc|ws|socket[.]io')}`,
    ),
    never('reads do not write', '[.]queries[.]ts$', '[.](commands|projector|jobs|steps)[.]ts$'),
    never('projectors call no command', '[.](projector|steps|mail)[.]ts$', '[.](commands|jobs)[.]ts$'),
    never(
      'a port hides its library',
      except('^src/(server|seed)/', '^src/server/infra/'),
      modules('lucia|@lucia-auth|arctic|@node-rs|nodemailer|sharp|aws4fetch|web-push|sanitize-html|otpauth|@simplewebauthn'),
    ),
    never(
      'Socket.IO is for clients of others',
      except('^src/', '^src/server/edge/socketio'),
      modules('socket[.]io(-client)?|@socket[.]io|engine[.]io'),
    ),
    never(
      'production knows no demo and no Vite',
      except('^src/', '^src/seed/', '^src/server/(dev(-openid)?[.]ts$|cli/)'),
      `^src/seed/|^src/server/(dev(-openid)?[.]ts$|cli/)|${modules('vite|oidc-provider')}`,
    ),
    never('one window to the server', except('^src/client/', '^src/client/lib/rpc/trpc[.]ts$'), '^src/server/'),
    never('one file of the server renders pages', except('^src/', '^src/client/ssr/', '^src/server/runtime[.]ts$'), '^src/client/ssr/'),
    never('the server imports nothing else of the client', '^src/(server|seed|db)/', except('^src/client/', '^src/client/ssr/')),
    never('nobody imports the service worker', except('^src/', '^src/client/sw'), '^src/client/sw'),
  ],
  // What is in none of these breaks the rule `not-in-allowed`.
  allowed: [
    { from: {}, to: { pathNot: featureIndex('[^/]+') } },
    { from: { pathNot: '^src/client/features/' }, to: {} },
    { from: { path: '^src/client/features/([^/]+)/' }, to: { path: '^src/client/features/$1/' } },
    ...Object.entries(CLIENT_FEATURES).map(mayImport),
  ],
  allowedSeverity: 'error',
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
