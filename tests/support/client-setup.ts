import { afterAll, afterEach, beforeEach, vi } from 'vitest';

// A set-up file runs for each test file: hooks in a shared module would be registered for the first one only.
if (typeof document !== 'undefined') {
  const { cleanUp, setUp: prepare } = await import('./render.tsx');
  beforeEach(prepare);
  afterEach(cleanUp);
  // A module that is still loading when its file ends would stay broken for the files after it.
  afterAll(() => vi.dynamicImportSettled());
}
