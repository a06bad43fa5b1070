import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, VisuallyHidden } from '@mantine/core';
import { createRouter, type ParsedLocation, type RouterHistory, useMatches } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { type Catalogue, cataloguesFor, type I18n, loadMessages } from '#client/lib/i18n.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty, Loading, Spinner } from '#client/ui/page-state.tsx';
import { withLocale, withoutLocale } from '#shared/domain/locale-paths.ts';
import type { Clients } from './clients.ts';
import type { PageData } from './page-data.ts';
import { PageBox, PageError } from './page-error.tsx';
import { routeTree } from './route-tree.gen.ts';

const PENDING_AFTER_MS = 250;

/** `onPageData` takes what the server rendered the page from. */
type RouterOptions = { history?: RouterHistory; getPageData?: () => PageData; onPageData?: (data: PageData) => void };

export function makeRouter(context: Clients, { history, getPageData, onPageData }: RouterOptions = {}) {
  const loadMessagesOf = (location: ParsedLocation): Promise<void> | undefined =>
    loadMessages(context, ...cataloguesFor(router.matchRoutes(location)));
  const router = createRouter({
    routeTree,
    rewrite: rewriteFor(context.i18n),
    context: { ...context, loadMessagesOf },
    history,
    // Answers of procedures consist of JSON and dates, which their type here does not say.
    dehydrate: getPageData as (() => never) | undefined,
    hydrate: onPageData,
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: PENDING_AFTER_MS,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: PageNotFound,
    notFoundMode: 'root',
    // `scroll.ts` does it; left out, the router would still scroll to the top.
    scrollRestoration: () => false,
  });
  // While only its search changes, a page stays: it shows by itself what it loads, and hiding it would take the focus from its fields.
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    router.options.defaultPendingMs = pathChanged ? PENDING_AFTER_MS : Number.POSITIVE_INFINITY;
  });
  return router;
}

/** Routes know no languages: the prefix of an address is taken off, and put before each address that a link leads to. */
function rewriteFor(i18n: I18n) {
  const withPath = (url: URL, pathname: string) => Object.assign(url, { pathname });
  return {
    input: ({ url }: { url: URL }) => withPath(url, withoutLocale(url.pathname)),
    output: ({ url }: { url: URL }) => withPath(url, withLocale(url.pathname, i18n.locale)),
  };
}

function PagePending() {
  const isArea = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.dashboardTitle) });
  return (
    <PageBox mih="100dvh">
      <VisuallyHidden component="h1">
        <Trans>Loading</Trans>
      </VisuallyHidden>
      {isArea ? <Spinner /> : <Loading />}
    </PageBox>
  );
}

function PageNotFound() {
  const { t } = useLingui();
  return (
    <PageBox>
      <VisuallyHidden component="h1">
        <Trans>Page not found</Trans>
      </VisuallyHidden>
      <Empty
        title={t`This page does not exist`}
        text={t`The address may be mistyped, or the page may have moved.`}
        icon={<Compass size={26} />}
        action={
          <Group justify="center" gap="sm">
            <ButtonLink to="/tutors">
              <Trans>Find Tutors</Trans>
            </ButtonLink>
            <ButtonLink to="/" variant="default">
              <Trans>Back to Home</Trans>
            </ButtonLink>
          </Group>
        }
      />
    </PageBox>
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }

  interface StaticDataRouteOption {
    /** A plain one is shown as it is. */
    dashboardTitle?: MessageDescriptor | string;
    /** With its sentences, besides those of `public`. */
    catalogues?: readonly Catalogue[];
    isForGuests?: boolean;
    /** The server renders it, for nobody in particular. */
    isPublic?: boolean;
  }
}
