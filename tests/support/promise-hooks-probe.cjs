// Loaded into the server's process. On SIGUSR2 it says whether Node runs hooks for promises, which an AsyncLocalStorage switches on for good.
const { executionAsyncId } = require('node:async_hooks');

process.on('SIGUSR2', async () => {
  await Promise.resolve();
  process.stdout.write(`promise hooks: ${executionAsyncId() === 0 ? 'off' : 'on'}\n`);
});
