/** What is used here of a service worker's types: their library conflicts with that of pages. */
type Extended = Event & { waitUntil: (work: Promise<unknown>) => void };
export type FetchEvent = Extended & {
  readonly request: Request;
  /** The request that the browser sent while the worker started; undefined where it cannot. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
};
export type PushEvent = Extended & { readonly data: { text: () => string } | null };
export type ClickEvent = Extended & { readonly notification: Notification };
export type MessageFromPage = Extended & { readonly data: unknown };
export type SubscriptionChange = Extended & { readonly oldSubscription: PushSubscription | null };

export type Tab = {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus: () => Promise<Tab>;
  navigate: (url: string) => Promise<Tab | null>;
};
type Tabs = {
  matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly Tab[]>;
  claim: () => Promise<void>;
  openWindow: (url: string) => Promise<Tab | null>;
};

type Events = {
  install: Extended;
  activate: Extended;
  fetch: FetchEvent;
  push: PushEvent;
  notificationclick: ClickEvent;
  message: MessageFromPage;
  pushsubscriptionchange: SubscriptionChange;
};

export type WorkerScope = {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: Tabs;
  addEventListener: <E extends keyof Events>(type: E, listener: (event: Events[E]) => void) => void;
};

// This code runs nowhere but in a service worker.
export const scope = globalThis as unknown as WorkerScope;
