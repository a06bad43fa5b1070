import { afterAll, afterEach, beforeEach, vi } from 'vitest';

/** happy-dom's never reports anything. Here everything is in view at once; `viewport.ts` is for tests of scrolling. */
class AllInView implements Pick<IntersectionObserver, 'observe' | 'disconnect'> {
  readonly callback: IntersectionObserverCallback;
  isConnected = false;
  constructor(callback: IntersectionObserverCallback) {
    this.callback = callback;
  }
  observe() {
    this.isConnected = true;
    // The client reads nothing else of an entry.
    const entry = { isIntersecting: true } as IntersectionObserverEntry;
    queueMicrotask(() => this.isConnected && this.callback([entry], new IntersectionObserver(() => {})));
  }
  disconnect() {
    this.isConnected = false;
  }
}

// A set-up file runs for each test file: hooks in a shared module would be registered for the first one only.
if (typeof document !== 'undefined') {
  const { cleanUp, setUp: prepare } = await import('./render.tsx');
  beforeEach(() => {
    prepare();
    vi.stubGlobal('IntersectionObserver', AllInView);
  });
  afterEach(cleanUp);
  // A module that is still loading when its file ends would stay broken for the files after it.
  afterAll(() => vi.dynamicImportSettled());
  // Vitest keeps all mocks, and their calls would keep the elements of their tests.
  afterAll(() => void vi.clearAllMocks());
}
