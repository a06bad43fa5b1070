import { LinguiContext } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type I18n, withMessages } from '#client/lib/i18n.ts';
import { mayReadOthers } from '#client/lib/language-choice.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { TRPCProvider } from '#client/lib/rpc/trpc.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { RenderedAtProvider } from '#client/ui/hydration.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { TimeZoneProvider } from '#client/ui/time-zone.ts';
import type { Clients } from './clients.ts';
import type { makeRouter } from './router.tsx';
import { ThemeProvider } from './theme-provider.tsx';

export type ProvidersProps = {
  clients: Pick<Clients, 'client' | 'queryClient' | 'i18n'>;
  router: ReturnType<typeof makeRouter>;
  /** When the server rendered this page. */
  renderedAt?: Date | null;
  /** Once the page is shown and listens. */
  onReady?: () => void;
};

export function Providers({ clients: { client, queryClient, i18n }, router, renderedAt = null, onReady }: ProvidersProps) {
  const handleReady = useEffectEvent(() => onReady?.());
  useEffect(() => handleReady(), []);
  return (
    <Translations i18n={i18n}>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <TRPCProvider trpcClient={client} queryClient={queryClient}>
            <TimeZoneProvider value={pageConfig().timezone}>
              <RenderedAtProvider value={renderedAt}>
                <RouterProvider router={router} />
                <ForViewer router={router} />
                <ForReader locale={i18n.locale} />
              </RenderedAtProvider>
            </TimeZoneProvider>
          </TRPCProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </Translations>
  );
}

/** Instead of Lingui's provider, whose `i18n` stays the same object after a change: the React Compiler would keep what was written with it. */
function Translations({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  const [context, setContext] = useState(() => toContext(i18n));
  useEffect(() => i18n.on('change', () => setContext(toContext(Object.create(i18n)))), [i18n]);
  return <LinguiContext value={context}>{children}</LinguiContext>;
}

const toContext = (i18n: I18n) => ({ i18n, _: i18n.t.bind(i18n) });

const SignedIn = lazyPart(withMessages('signed-in', () => import('./signed-in.tsx').then((module) => module.SignedIn)));
const AFTER_PAINT_MS = 1000;

/** Apart, so that the rest is not rendered anew when it is known who looks. */
function ForViewer({ router }: Pick<ProvidersProps, 'router'>) {
  const viewer = useViewer();
  return viewer && <AfterPaint key={viewer.id} userId={viewer.id} router={router} />;
}

function AfterPaint({ userId, router }: { userId: string; router: ProvidersProps['router'] }) {
  const isPainted = useIsPainted();
  return <SignedIn isNeeded={isPainted} userId={userId} router={router} />;
}

const LanguageOffer = lazyPart(() => import('./language-offer.tsx').then((module) => module.LanguageOffer));

function ForReader({ locale }: { locale: string }) {
  const viewer = useViewer();
  const isPainted = useIsPainted();
  const isNeeded = isPainted && viewer !== undefined && mayReadOthers(locale, viewer?.locale);
  return <LanguageOffer isNeeded={isNeeded} locale={locale} viewer={viewer ?? null} />;
}

function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);

  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(setPainted, AFTER_PAINT_MS, true);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setPainted(true), { timeout: AFTER_PAINT_MS });
    return () => cancelIdleCallback(handle);
  }, []);

  return isPainted;
}
