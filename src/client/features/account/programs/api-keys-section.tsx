import { Skeleton } from '@mantine/core';
import { Loading } from '#client/ui/page-state.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';

const loadKeys = () => import('./api-keys.tsx').then((module) => module.ApiKeys);

/** For those who write programs: the page of everybody else does not wait for its code. */
export function ApiKeysSection() {
  const ApiKeys = useLazy(loadKeys, { isNeeded: true });
  if (ApiKeys) return <ApiKeys />;
  return (
    <Loading label="Loading your API keys…">
      <Skeleton height={260} />
    </Loading>
  );
}
