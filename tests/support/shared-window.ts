import { builtinEnvironments, type Environment } from 'vitest/runtime';

const READY = Symbol.for('vidya.shared-window');

/**
 * One happy-dom window for all test files of a worker. Modules are shared between the files (`isolate: false`),
 * and some hold on to the storage or document that they found when they were loaded.
 */
export default {
  name: 'happy-dom',
  viteEnvironment: 'client',
  async setup(global, options) {
    const host = global as { [READY]?: Promise<unknown> };
    host[READY] ??= Promise.resolve(builtinEnvironments['happy-dom'].setup(global, options));
    await host[READY];
    return { teardown() {} };
  },
} satisfies Environment;
