import { msg } from '@lingui/core/macro';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { AccountPage } from '#client/features/account/account-page.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { oneOf, searchParams } from '#client/lib/search-params.ts';
import { requireViewer } from '#client/lib/session/session.ts';

const search = searchParams({ leave: oneOf([true]) });

export const Route = createFileRoute('/account')({
  staticData: { catalogues: ['signed-in', 'auth'] },
  validateSearch: search,
  beforeLoad: ({ context, location }) => requireViewer(context, location.href),
  loader: ({ context: { api, queryClient, me } }) => {
    void queryClient.prefetchQuery(api.auth.me.queryOptions());
    if (!me.isSecondFactorDue) void queryClient.prefetchQuery(api.account.sessions.queryOptions());
  },
  head: ({ match: { context } }) =>
    pageTitle(context.i18n._(msg`Account`), context.i18n._(msg`Your photo, your details, and where you are signed in.`)),
  component: AccountRoute,
});

function AccountRoute() {
  const { leave = false } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  const wasOpenedHere = useRef(false);

  function setLeaving(isLeaving: boolean): void {
    if (!isLeaving && wasOpenedHere.current) history.back();
    else void navigate({ search: isLeaving ? { leave: true } : {}, replace: !isLeaving });
    wasOpenedHere.current = isLeaving;
  }

  return <AccountPage isDeleteOpen={leave} onDeleteOpenChange={setLeaving} />;
}
