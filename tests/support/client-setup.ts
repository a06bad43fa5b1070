import { afterEach, beforeEach } from 'vitest';

// A set-up file runs for each test file: hooks in a shared module would be registered for the first one only.
if (typeof document !== 'undefined') {
  const { cleanUp, prepare } = await import('./render.tsx');
  beforeEach(prepare);
  afterEach(cleanUp);
}
