import './app/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchMissingCode } from '#client/app/page-error.tsx';
import { makeClients } from './app/clients.ts';
import { handleNavigations } from './app/navigation.ts';
import { Providers } from './app/providers.tsx';
import { makeRouter } from './app/router.tsx';
import { manageScroll } from './app/scroll.ts';
import { handleSessionChanges } from './app/session-changes.ts';
import { guardDoublePresses } from './ui/double-press.ts';

const clients = makeClients();
const router = makeRouter(clients);

watchMissingCode();
handleSessionChanges(clients, router);
manageScroll(router);
handleNavigations(router);
guardDoublePresses(window);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers clients={clients} router={router} />
  </StrictMode>,
);
