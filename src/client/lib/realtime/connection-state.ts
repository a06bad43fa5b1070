/** `live`: open, or nothing to follow; `polled`: the socket is not open, and news are asked for; `cut`: nothing comes through. */
export type ConnectionState = 'live' | 'polled' | 'cut';

let state: ConnectionState = 'live';
const listeners = new Set<() => void>();

/** How this tab hears from the server. */
export const connectionState = {
  get: (): ConnectionState => state,
  set(next: ConnectionState): void {
    if (next === state) return;
    state = next;
    for (const listener of [...listeners]) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
