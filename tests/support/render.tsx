import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, getConfig, render as mount, type RenderResult } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import * as React from 'react';
import { act, type ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { makeQueryClient } from '#client/app/clients.ts';
import { Providers } from '#client/app/providers.tsx';
import { handleSessionChanges } from '#client/app/session-changes.ts';
import { theme } from '#client/app/theme.ts';
import { unansweredDeletion } from '#client/features/account/unanswered-deletion.ts';
import { saveLastSearch } from '#client/features/tutor-search/search-state.ts';
import { type I18n, makeI18n, setI18nOfPage } from '#client/lib/i18n.ts';
import { makeApi, TRPCProvider } from '#client/lib/rpc/trpc.ts';
import { type Account, session } from '#client/lib/session/session.ts';
import { TimeZoneProvider } from '#client/ui/time-zone.ts';
import { showToasts, toastCode } from '#client/ui/toasts.ts';
import { localeOf } from '#shared/domain/locale-paths.ts';
import { PAGE_CONFIG_ID, type PageConfig } from '#shared/page-config.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import { type FakeApi, fakeApi } from './fake-api.ts';
import { answerStylesQuickly } from './quick-styles.ts';

export const PAGE_CONFIG: PageConfig = {
  appName: 'Vidya',
  supportEmail: 'help@vidya.test',
  supportPhone: '+94 11 200 0000',
  timezone: 'Asia/Colombo',
  hasGoogle: false,
  unverifiedHomeVisits: true,
};

export const STUDENT: Account<'student'> = {
  id: 'student-1',
  name: 'Dilini Perera',
  email: 'dilini@vidya.test',
  role: 'student',
  phone: '0771234567',
  profileImage: '',
};
export const TUTOR: Account<'tutor'> = { ...STUDENT, id: 'tutor-1', name: 'Nimal Silva', email: 'nimal@vidya.test', role: 'tutor' };
export const ADMIN: Account<'admin'> = { ...STUDENT, id: 'admin-1', name: 'Ayesha Farook', email: 'admin@vidya.test', role: 'admin' };

export type Rendered = { user: UserEvent; router: AnyRouter; queryClient: QueryClient; api: FakeApi; container: HTMLElement };

const { getElementError } = getConfig();
const isWaiting = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

configure({
  asyncUtilTimeout: 8000,
  // Style sheets are not applied in tests, so looking up what they hide would only cost time.
  defaultHidden: true,
  throwSuggestions: false,
  // Prints the whole document, which nobody reads before the last attempt: 7% of the time of the tests.
  getElementError: (message, container) => (isWaiting() ? new Error(message ?? '') : getElementError(message, container)),
});

if (document.defaultView) answerStylesQuickly(document.defaultView);

// In development React takes a stack trace for each of the first elements of a second, for warnings that name their owners: 4% of the time of the tests.
const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {}, configurable: true });

/** Types without pauses, so that fake timers do not stop it. */
const makeUser = () => userEvent.setup({ delay: null, pointerEventsCheck: 0 });

/** Errors of React and the browser, which fail the test. */
const consoleErrors: unknown[][] = [];
// happy-dom does not know <search>; browsers do.
const UNKNOWN_TAG = 'is unrecognized in this browser';
// The router's lazy pages call use() only until they are there, and React (in development) remarks on it.
const LAZY_PAGE = 'called use() to suspend in a previous render';
// Lazy code may arrive between two waits.
const BETWEEN_WAITS = 'was not wrapped in act';
const cleanUps: (() => Promise<void> | void)[] = [];

/** Runs before each test: see `client-setup.ts`. */
export function setUp(): void {
  // What the end of the test before has brought about comes after its clean-up.
  showToasts(() => {})();
  toastCode.reset();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  vi.spyOn(console, 'error').mockImplementation((...values) => void consoleErrors.push(values));
  // Written out whole, an element has five thousand lines.
  const { warn } = console;
  vi.spyOn(console, 'warn').mockImplementation((...values) => warn(...values.map((value) => (value instanceof Node ? value.nodeName : value))));
  const config = document.createElement('script');
  Object.assign(config, { id: PAGE_CONFIG_ID, type: 'application/json', textContent: JSON.stringify(PAGE_CONFIG) });
  document.head.append(config);
  cleanUps.push(() => config.remove());
}

/** Unmounts, signs out and empties the storage; fails when React or the browser logged an error. */
export async function cleanUp(): Promise<void> {
  cleanup();
  for (const end of cleanUps.splice(0).reverse()) await end();
  notifications.clean();
  saveLastSearch({});
  unansweredDeletion.end();
  session.end();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  const isIgnored = (complaint: unknown) => [UNKNOWN_TAG, LAZY_PAGE, BETWEEN_WAITS].some((ignored) => String(complaint).includes(ignored));
  expect(consoleErrors.splice(0).filter(([complaint]) => !isIgnored(complaint))).toEqual([]);
}

export function signIn(account: Account): void {
  session.begin({ token: `token-of-${account.id}`, user: account }, { isRemembered: true });
}

/** Without the timers that keep each answer for minutes, and with it what the test has rendered. */
function makeClient(): QueryClient {
  const queryClient = makeQueryClient(session);
  const { queries, mutations } = queryClient.getDefaultOptions();
  const gcTime = Number.POSITIVE_INFINITY;
  queryClient.setDefaultOptions({ queries: { ...queries, gcTime }, mutations: { ...mutations, gcTime } });
  // A mutation that waits for a query's next try would show its toast in another test.
  cleanUps.push(() => queryClient.cancelQueries());
  return queryClient;
}

/** A router listens to the window for good, and would keep in memory whatever its test has rendered. */
function withoutListenersLeft<T>(makeRouter: () => T): T {
  const targets: EventTarget[] = [window, document];
  const methods = targets.map((target) => target.addEventListener);
  for (const target of targets) {
    const add = target.addEventListener.bind(target);
    target.addEventListener = (type, listener, options) => {
      add(type, listener, options);
      cleanUps.push(() => target.removeEventListener(type, listener, options));
    };
  }
  const router = makeRouter();
  targets.forEach((target, index) => {
    target.addEventListener = methods[index] ?? target.addEventListener;
  });
  return router;
}

/** Shows a component at `path`, and any other address as text. */
export async function render(
  node: ReactNode,
  { api = fakeApi(), path = '/here', i18n = makeI18n(DEFAULT_LOCALE) }: { api?: FakeApi; path?: string; i18n?: I18n } = {},
): Promise<Rendered> {
  const queryClient = makeClient();
  const rootRoute = createRootRoute({ component: Outlet });
  const here = createRoute({ getParentRoute: () => rootRoute, path: new URL(path, 'http://here').pathname, component: () => node });
  const elsewhere = createRoute({ getParentRoute: () => rootRoute, path: '$', component: () => <p>{`at ${router.state.location.href}`}</p> });
  const router = withoutListenersLeft(() =>
    createRouter({
      routeTree: rootRoute.addChildren([here, elsewhere]),
      history: createMemoryHistory({ initialEntries: [path] }),
      scrollRestoration: () => false,
    }),
  );
  const user = makeUser();
  const { container } = await mountAndWait(
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={theme} env="test">
        <QueryClientProvider client={queryClient}>
          <TRPCProvider trpcClient={api.client} queryClient={queryClient}>
            <TimeZoneProvider value={PAGE_CONFIG.timezone}>
              <RouterProvider<typeof router> router={router} />
            </TimeZoneProvider>
          </TRPCProvider>
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>,
  );
  return { user, router, queryClient, api, container };
}

/** Shows the whole client at `path`, with the real routes. */
export async function renderApp(path: string, { api = fakeApi() }: { api?: FakeApi } = {}): Promise<Rendered> {
  const queryClient = makeClient();
  const i18n = makeI18n(localeOf(path));
  setI18nOfPage(i18n);
  cleanUps.push(() => setI18nOfPage(makeI18n(DEFAULT_LOCALE)));
  const clients = {
    i18n,
    session,
    queryClient,
    client: api.client,
    api: makeApi(api.client, queryClient),
    load: () => undefined,
  };
  // Imports all pages, which tests of a component do not need.
  const { makeRouter } = await import('#client/app/router.tsx');
  const router = withoutListenersLeft(() => makeRouter(clients, { history: createMemoryHistory({ initialEntries: [path] }) }));
  cleanUps.push(handleSessionChanges(clients, router));
  const user = makeUser();
  const { container } = await mountAndWait(<Providers clients={clients} router={router} />);
  return { user, router, queryClient, api, container };
}

/** Waits for what the first render has started, such as loading the page. */
async function mountAndWait(node: ReactNode): Promise<RenderResult> {
  let result: RenderResult | undefined;
  await act(async () => {
    result = mount(node);
  });
  if (!result) throw new Error('nothing was rendered');
  // happy-dom copies Mantine's 400 variables for each element whose style is read: 5% of the time of the tests.
  for (const style of document.querySelectorAll('style')) style.textContent = '';
  return result;
}
