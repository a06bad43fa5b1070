import './app/styles.ts';
import { hydrate } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { watchMissingCode } from '#client/app/page-error.tsx';
import { cataloguesFor, loadMessages } from '#client/lib/i18n.ts';
import { session } from '#client/lib/session/session.ts';
import { localeOf } from '#shared/domain/locale-paths.ts';
import { makeClients } from './app/clients.ts';
import { collectEarlyInput } from './app/early-input.ts';
import { handleNavigations } from './app/navigation.ts';
import { type PageData, refetchPageData, takePageData } from './app/page-data.ts';
import { Providers } from './app/providers.tsx';
import { makeRouter } from './app/router.tsx';
import { manageScroll } from './app/scroll.ts';
import { isRenderedForNobody, isServerRendered } from './app/server-page.ts';
import { handleSessionChanges } from './app/session-changes.ts';
import { guardDoublePresses } from './ui/double-press.ts';

// A page that the server rendered for a visitor has its answers in it; all others begin with a call.
if (!isServerRendered() || session.token() !== null) void import('./lib/rpc/http-link.ts');

const locale = localeOf(window.location.pathname);
// The page that opens without a network says English.
document.documentElement.lang = locale;
const clients = makeClients(locale);
let pageData: PageData | null = null;
const router = makeRouter(clients, {
  onPageData: (data) => {
    pageData = data;
    takePageData(clients.queryClient, data);
  },
});

let resolveReady = () => {};
const ready = new Promise<void>((resolve) => {
  resolveReady = resolve;
});

watchMissingCode();
handleSessionChanges(clients, router, {
  ready,
  restore() {
    const data = pageData;
    if (!data) return;
    takePageData(clients.queryClient, data);
    void ready.then(() => refetchPageData(clients.queryClient, data));
  },
});
manageScroll(router);
handleNavigations(router);
guardDoublePresses(window, window.earlyPress);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
const earlyInput = collectEarlyInput(root);
const handleReady = () => {
  resolveReady();
  // Not within the effect: there React cannot hydrate at once.
  setTimeout(earlyInput.passOn);
  if (pageData && session.token() !== null) refetchPageData(clients.queryClient, pageData);
};
const renderApp = () => (
  <StrictMode>
    <Providers clients={clients} router={router} renderedAt={pageData?.renderedAt} onReady={handleReady} />
  </StrictMode>
);

async function hydratePage(page: Element): Promise<void> {
  // Hydration calls no guards, which load the sentences else; it writes the title in them.
  const { i18n, queryClient } = clients;
  await loadMessages({ i18n, queryClient }, ...cataloguesFor(router.matchRoutes(router.latestLocation)));
  await hydrate(router);
  // As a transition, React hydrates in steps of some milliseconds, between which the page answers.
  startTransition(() => void hydrateRoot(page, renderApp()));
  earlyInput.endPresses();
}

if (isServerRendered() && isRenderedForNobody(router)) void hydratePage(root);
else {
  createRoot(root).render(renderApp());
  earlyInput.endPresses();
}
