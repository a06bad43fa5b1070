import { createContext, startTransition, use, useEffect, useState, useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * False on the server and while its page is taken over, so that both render the same; true soon after. The change is a transition: as a
 * change of a store it would render everything that depends on it in one go, and the page would not answer meanwhile.
 */
export function useIsHydrated(): boolean {
  let isHydrating = false;
  useSyncExternalStore(
    neverChanges,
    () => null,
    // React asks for this one on the server and while it hydrates.
    () => {
      isHydrating = true;
      return null;
    },
  );
  const [isHydrated, setHydrated] = useState(!isHydrating);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return isHydrated;
}

/** When the server rendered the page; null for a page that the browser renders. */
const RenderedAtContext = createContext<Date | null>(null);

export const RenderedAtProvider = RenderedAtContext.Provider;

export function useRenderedAt(): Date | null {
  return use(RenderedAtContext);
}
