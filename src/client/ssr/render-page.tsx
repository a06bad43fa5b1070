import { createMemoryHistory } from '@tanstack/react-router';
import { createRequestHandler } from '@tanstack/react-router/ssr/server';
import { TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { type ReactNode, StrictMode } from 'react';
import { renderToReadableStream, renderToString } from 'react-dom/server.edge';
import { makeQueryClient } from '#client/app/clients.ts';
import { toPageData } from '#client/app/page-data.ts';
import { Providers } from '#client/app/providers.tsx';
import { makeRouter } from '#client/app/router.tsx';
import { type Catalogue, cataloguesFor, makeI18n } from '#client/lib/i18n.ts';
import { setPageConfig } from '#client/lib/page-config.ts';
import { makeClient } from '#client/lib/rpc/client.ts';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { type Link, makeApi } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { localeOf, withoutLocale } from '#shared/domain/locale-paths.ts';
import type { PageConfig } from '#shared/page-config.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/vocabulary/locales.ts';
import { describeRoute } from './page-facts.ts';
import { renderTags } from './page-tags.ts';

/** A query of nobody, in this process. `error` is what tRPC would send. */
export type Call = (path: string, input: unknown) => Promise<{ data: unknown } | { error: object }>;

export type RenderOptions = { config: PageConfig; now: () => Date };

export type RenderedPage = {
  kind: 'page';
  status: 200 | 404;
  /** For the head: what the page says about itself. */
  head: string;
  /** For `#root`. */
  body: string;
  /** Sources of the inline scripts that hand the state over to the browser. */
  scripts: string[];
  /** Of the routes that are shown, outermost first. */
  routeIds: string[];
  catalogues: readonly Catalogue[];
};

/** `browser`: the page depends on who looks at it, so the browser renders it. */
export type PageRendering =
  | RenderedPage
  | { kind: 'redirect'; to: string }
  | { kind: 'browser'; catalogues: readonly Catalogue[] }
  | { kind: 'unavailable' };

export type RenderPage = (href: string, call: Call) => Promise<PageRendering>;

const UNKNOWN_PAGE = '(unknown page)';
const FINAL = { retry: false, gcTime: Number.POSITIVE_INFINITY } as const;

/** Renders the public pages for nobody: the same page for everyone. */
export function createRenderPage({ config, now }: RenderOptions): RenderPage {
  setPageConfig(config);

  return async (href, call) => {
    const locale = localeOf(href);
    const clients = makeServerClients(call, locale);
    const { queryClient } = clients;
    const renderedAt = now();
    const router = makeRouter(clients, {
      history: createMemoryHistory({ initialEntries: [href] }),
      getPageData: () => toPageData(queryClient, renderedAt),
    });
    const matched = router.matchRoutes(router.latestLocation);
    const catalogues = cataloguesFor(matched);
    if (!isForNobody(matched)) return { kind: 'browser', catalogues };

    let page: PageRendering | undefined;
    // Its URL gives the router the path and search only.
    const request = new Request(new URL(href, 'http://localhost'));
    const response = await createRequestHandler({ createRouter: () => router, request })(async () => {
      const { matches } = router.state;
      const isMissing = matches.some(isNotFound);
      page = queryClient.getQueryCache().getAll().some(hasFailed)
        ? { kind: 'unavailable' }
        : {
            kind: 'page',
            status: isMissing ? 404 : 200,
            head: renderTags(describeRoute({ matches, isMissing, clients, config })),
            body: await renderToText(
              <StrictMode>
                <Providers clients={clients} router={router} renderedAt={renderedAt} />
              </StrictMode>,
            ),
            scripts: router.serverSsr?.takeInitialHydrationScriptTags()?.before.map(({ children = '' }) => children) ?? [],
            routeIds: matches.map(({ routeId }) => routeId),
            catalogues,
          };
      return new Response(null);
    });
    return page ?? { kind: 'redirect', to: response.headers.get('Location') ?? '/' };
  };
}

/** The pattern of a page's path, such as /tutors/$id. */
export function createRouteOf(): (path: string) => string {
  const router = makeRouter(
    makeServerClients(() => Promise.reject(new Error('no page is rendered')), DEFAULT_LOCALE),
    { history: createMemoryHistory() },
  );
  return (path) => {
    const [, , route] = router.getMatchedRoutes(withoutLocale(path));
    return route ? route.fullPath.replace(/(?<=.)\/$/, '') : UNKNOWN_PAGE;
  };
}

type Match = { staticData: { isPublic?: boolean; isForGuests?: boolean }; search: object; id: string; _notFound?: boolean; loaderData?: unknown };

/** Addresses of pages for guests may hold a token or a message, and what is shown then depends on it. */
function isForNobody(matches: readonly Match[]): boolean {
  if (matches.some(({ _notFound }) => _notFound)) return true;
  const page = matches.at(-1);
  if (!page?.staticData.isPublic) return false;
  return !page.staticData.isForGuests || Object.entries(page.search).every(([name, value]) => name === 'redirect' || value === undefined);
}

function isNotFound({ _notFound, loaderData }: Match): boolean {
  return Boolean(_notFound) || (typeof loaderData === 'object' && loaderData !== null && 'isMissing' in loaderData && loaderData.isMissing === true);
}

function hasFailed({ state: { error } }: { state: { error: unknown } }): boolean {
  return error !== null && (toApiError(error)?.status ?? 500) >= 500;
}

function makeServerClients(call: Call, locale: Locale) {
  const queryClient = makeQueryClient(session);
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, ...FINAL } });
  const client = makeClient(inProcessLink(call));
  const load = async (...loading: readonly Promise<unknown>[]) => void (await Promise.all(loading));
  return { i18n: makeI18n(locale), session, queryClient, client, api: makeApi(client, queryClient), load };
}

function inProcessLink(call: Call): Link {
  return () =>
    ({ op }) =>
      observable((observer) => {
        call(op.path, op.input).then(
          (outcome) => {
            if ('error' in outcome) return observer.error(TRPCClientError.from(outcome as never));
            observer.next({ result: { type: 'data', data: outcome.data } });
            observer.complete();
          },
          (error: Error) => observer.error(TRPCClientError.from(error)),
        );
      });
}

/** What React puts where a part failed, or waits for code or answers. */
const INCOMPLETE = '<!--$!-->';

/** In one go where that gives the whole page, as it does once the code of all parts is loaded: a stream takes a tenth longer. */
async function renderToText(node: ReactNode): Promise<string> {
  const text = renderToString(node);
  return text.includes(INCOMPLETE) ? renderWhenComplete(node) : text;
}

/** Waits for everything, so that each part stands in its place and no script has to move it there. */
async function renderWhenComplete(node: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const stream = await renderToReadableStream(node, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void errors.push(error),
  });
  await stream.allReady;
  if (errors.length > 0) throw errors[0];
  return new Response(stream).text();
}
