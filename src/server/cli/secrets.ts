import { fileURLToPath } from 'node:url';
import { loadConfig } from '#server/config.ts';
import { SECRETS } from '#server/registry.ts';
import { runCommand, say } from './command.ts';
import { withContext } from './command-context.ts';

await runCommand(async () => {
  const config = loadConfig('development', fileURLToPath(new URL('../../../', import.meta.url)));
  await withContext(config, async (ctx) => {
    const webhooks = await SECRETS.resealWebhooks(ctx);
    const factors = await SECRETS.resealFactors(ctx);
    say(`Sealed with APP_SECRET: ${webhooks.resealed} of webhooks, ${factors.resealed} of authenticator apps.`);
    const unreadable = webhooks.unreadable + factors.unreadable;
    if (unreadable > 0) say(`Neither APP_SECRET nor APP_SECRET_PREVIOUS opens ${unreadable}: their owners have to set them up anew.`);
  });
}, 'Secrets that were sealed before it are readable with both.');
