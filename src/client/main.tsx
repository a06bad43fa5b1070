import './app/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followArrivals } from './app/arrival.ts';
import { makeClients } from './app/clients.ts';
import { followMissingCode } from './app/missing-code.ts';
import { Providers } from './app/providers.tsx';
import { makeRouter } from './app/router.tsx';
import { followScroll } from './app/scroll.ts';
import { followSession } from './app/session-changes.ts';
import { guardDoublePresses } from './ui/double-press.ts';

const clients = makeClients();
const router = makeRouter(clients);

followMissingCode();
followSession(clients, router);
followScroll(router);
followArrivals(router);
guardDoublePresses(window);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers clients={clients} router={router} />
  </StrictMode>,
);
