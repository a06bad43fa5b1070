/** `live`: open, or nothing to follow; `polled`: the socket is not open, and news are asked for; `cut`: nothing comes through. */
export type ConnectionState = 'live' | 'polled' | 'cut';

let state: ConnectionState = 'live';
const followers = new Set<() => void>();

/** How this tab hears from the server. */
export const connectionState = {
  now: (): ConnectionState => state,
  become(next: ConnectionState): void {
    if (next === state) return;
    state = next;
    for (const follow of [...followers]) follow();
  },
  subscribe(follow: () => void): () => void {
    followers.add(follow);
    return () => void followers.delete(follow);
  },
};
