import { msg } from '@lingui/core/macro';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { MessagesPage } from '#client/features/messages/messages-page.tsx';
import { withMessages } from '#client/lib/i18n.ts';
import { pageTitle } from '#client/lib/page-config.ts';
import { BY_CURSOR } from '#client/lib/rpc/trpc.ts';
import { searchParams, text } from '#client/lib/search-params.ts';
import { requireViewer } from '#client/lib/session/session.ts';
import { lazyDialog } from '#client/ui/lazy-part.tsx';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const search = searchParams({ thread: text(LIMITS.id), tutor: text(LIMITS.id) });

export const Route = createFileRoute('/messages')({
  staticData: { catalogues: ['signed-in'] },
  validateSearch: search,
  beforeLoad: ({ context, location }) => requireViewer(context, location.href),
  loaderDeps: ({ search: { thread } }) => ({ thread }),
  loader: ({ context: { api, queryClient, me }, deps: { thread } }) => {
    if (me.role === 'admin') return;
    void queryClient.prefetchInfiniteQuery(api.messages.threads.infiniteQueryOptions({}, BY_CURSOR));
    if (!thread) return;
    void queryClient.prefetchQuery(api.messages.thread.queryOptions({ id: thread }));
    void queryClient.prefetchQuery(api.messages.list.queryOptions({ threadId: thread }));
  },
  head: ({ match }) => pageTitle(match.context.i18n._(msg`Messages`)),
  component: MessagesRoute,
});

const ReportDialog = lazyDialog(
  withMessages('tutor-page', () => import('#client/features/moderation/report-dialog.tsx').then((module) => module.ReportDialog)),
);

function MessagesRoute() {
  const { thread, tutor } = Route.useSearch();
  const { me } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  const openedHere = useRef<string>(undefined);
  const [reporting, setReporting] = useState({ id: '', isOpen: false });
  const close = () => setReporting(({ id }) => ({ id, isOpen: false }));

  function goBack(): void {
    if (thread !== undefined && openedHere.current === thread) history.back();
    else void navigate({ search: {}, replace: true });
    openedHere.current = undefined;
  }

  return (
    <>
      <MessagesPage
        me={me}
        threadId={thread}
        tutorId={tutor}
        onChosen={(chosen) => {
          if (thread === undefined) openedHere.current = chosen;
        }}
        onFound={(found) => void navigate({ search: { thread: found }, replace: true })}
        onBack={goBack}
        onReport={(id) => setReporting({ id, isOpen: true })}
      />
      <ReportDialog key={reporting.id} about="message" id={reporting.id} opened={reporting.isOpen} onClose={close} />
    </>
  );
}
