import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { TimeZoneProvider } from '#client/ui/time-zone.ts';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { Clients } from './clients.ts';
import type { makeRouter } from './router.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

export type ProvidersProps = { clients: Clients; router: ReturnType<typeof makeRouter> };

export function Providers({ clients: { client, queryClient }, router }: ProvidersProps) {
  const viewer = useViewer();
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto" deduplicateCssVariables={false}>
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <TimeZoneProvider value={pageConfig().timezone}>
            <RouterProvider router={router} />
            {viewer && <AfterPaint key={viewer.id} userId={viewer.id} router={router} />}
          </TimeZoneProvider>
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>
  );
}

const loadSignedIn = () => import('./signed-in.tsx').then(({ SignedIn }) => SignedIn);
const AFTER_PAINT_MS = 1000;

function AfterPaint({ userId, router }: { userId: string; router: ProvidersProps['router'] }) {
  const [isPainted, setPainted] = useState(false);
  const SignedIn = useLazy(loadSignedIn, { isNeeded: isPainted });

  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(setPainted, AFTER_PAINT_MS, true);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setPainted(true), { timeout: AFTER_PAINT_MS });
    return () => cancelIdleCallback(handle);
  }, []);

  return SignedIn && <SignedIn userId={userId} router={router} />;
}
