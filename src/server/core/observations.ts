/** What happened, for logs and metrics. Without names, addresses and contents. */
export type Observation =
  | { of: 'request'; entrance: string; method: string; route: string; status: number; ms: number }
  | { of: 'procedure'; path: string; outcome: string; ms: number }
  | { of: 'job'; kind: string; outcome: 'done' | 'retried' | 'dead'; ms: number }
  | { of: 'page'; isFromCache: boolean }
  | { of: 'statement'; ms: number }
  | { of: 'visitor-read'; isFromReplica: boolean }
  | { of: 'security'; entry: SecurityEntry };

/**
 * `request` is the id that all log lines of the request share. `network` is a keyed hash of the caller's address: it groups the entries of one
 * caller without revealing the address.
 */
export type SecurityEntry = {
  event: string;
  userId: string | null;
  network: string;
  request?: string;
  details?: Readonly<Record<string, string | null>>;
};
