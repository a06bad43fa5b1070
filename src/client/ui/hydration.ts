import { createContext, use, useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** False on the server and while its page is taken over, so that both render the same; true right after. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** When the server rendered the page; null for a page that the browser renders. */
const RenderedAtContext = createContext<Date | null>(null);

export const RenderedAtProvider = RenderedAtContext.Provider;

export function useRenderedAt(): Date | null {
  return use(RenderedAtContext);
}
