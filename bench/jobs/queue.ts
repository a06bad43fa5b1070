/** What a job of the bench carries, whichever queue it is in. */
export type Item = { name: string; owner: string; plannedAt: number; takesMs: number };
export type Kind = 'mail' | 'webhook';
export type Started = { kind: Kind; name: string; owner: string; plannedAt: number; at: number };

export type Batch = { kind: Kind; count: number; owner: string; takesMs?: number; delaySeconds?: number };

export type Planner = {
  /** Plans a job in a drizzle transaction over postgres.js, like the product. */
  plan: (kind: Kind, item: Item, options?: { isRolledBack?: boolean }) => Promise<void>;
  /** Not measured. */
  fill: (batch: Batch) => Promise<void>;
  countWaiting: () => Promise<number>;
  clear: () => Promise<void>;
  close: () => Promise<void>;
};

export type Handler = (kind: Kind, item: Item) => Promise<void>;
export type Queue = {
  name: string;
  settings: string;
  setUp: (url: string) => Promise<void>;
  openPlanner: (url: string) => Promise<Planner>;
  /** Runs in a process of its own. */
  startWorker: (url: string, handler: Handler) => Promise<void>;
};

export const MAIL_SLOTS = 4;
export const WEBHOOK_SLOTS = 8;
export const SLOTS_OF_OWNER = 2;
export const BACKLOG_OWNER = '00000000-0000-7000-8000-000000000000';

export const clock = (): number => performance.timeOrigin + performance.now();
