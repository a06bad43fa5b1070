import { ErrorState, Loading } from '#client/ui/page-state.tsx';

export type TabWaitingProps = { isBroken: boolean; onRetry: () => void };

/** Until the code of a tab is there, and when it cannot be fetched. */
export function TabWaiting({ isBroken, onRetry }: TabWaitingProps) {
  if (!isBroken) return <Loading />;
  return <ErrorState title="This part could not be loaded" message="Please check your connection and try again." onRetry={onRetry} />;
}
