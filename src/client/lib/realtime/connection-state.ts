/** `live`: open, or nothing is subscribed; `polled`: without the socket; `cut`: nothing comes through. */
export type ConnectionState = 'live' | 'polled' | 'cut';

let state: ConnectionState = 'live';
const listeners = new Set<() => void>();

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
