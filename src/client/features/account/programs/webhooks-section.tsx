import { Skeleton } from '@mantine/core';
import { Loading } from '#client/ui/page-state.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';

const loadWebhooks = () => import('./webhooks.tsx').then((module) => module.Webhooks);

/** Its code comes after the page, like that of the keys. */
export function WebhooksSection() {
  const Webhooks = useLazy(loadWebhooks, { isNeeded: true });
  if (Webhooks) return <Webhooks />;
  return (
    <Loading label="Loading your webhooks…">
      <Skeleton height={260} />
    </Loading>
  );
}
