import { Skeleton } from '@mantine/core';
import { Loading } from '#client/ui/page-state.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';

const loadTwoStep = () => import('./two-step.tsx').then((module) => module.TwoStep);

/** The page does not wait for its code. */
export function TwoStepSection() {
  const TwoStep = useLazy(loadTwoStep, { isNeeded: true });
  if (TwoStep) return <TwoStep />;
  return (
    <Loading label="Loading two-step sign-in…">
      <Skeleton height={220} />
    </Loading>
  );
}
