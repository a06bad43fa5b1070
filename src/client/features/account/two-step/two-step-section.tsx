import { Skeleton } from '@mantine/core';
import { Loading } from '#client/ui/page-state.tsx';
import { useOnDemand } from '#client/ui/use-on-demand.ts';

const loadTwoStep = () => import('./two-step.tsx').then((module) => module.TwoStep);

/** The page does not wait for its code. */
export function TwoStepSection() {
  const TwoStep = useOnDemand(loadTwoStep, { isWanted: true });
  if (TwoStep) return <TwoStep />;
  return (
    <Loading label="Loading two-step sign-in…">
      <Skeleton height={220} />
    </Loading>
  );
}
