import { Skeleton } from '@mantine/core';
import { Loading } from '#client/ui/page-state.tsx';
import { useOnDemand } from '#client/ui/use-on-demand.ts';

const loadWebhooks = () => import('./webhooks.tsx').then((module) => module.Webhooks);

/** Its code comes after the page, like that of the keys. */
export function WebhooksSection() {
  const Webhooks = useOnDemand(loadWebhooks, { isWanted: true });
  if (Webhooks) return <Webhooks />;
  return (
    <Loading label="Loading your webhooks…">
      <Skeleton height={260} />
    </Loading>
  );
}
