import { requireConfirmed, router, sessionProcedure } from '#server/core/trpc.ts';
import { apiKeyList, createApiKeyInput, createdApiKey, keyIdInput } from '#shared/contracts/api-keys.ts';
import { done } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import { createKey, revokeKey } from './api-keys.commands.ts';
import { listKeys } from './api-keys.queries.ts';

export const apiKeysRouter = router({
  list: sessionProcedure
    .meta({ failed: 'Failed to fetch your API keys' })
    .output(apiKeyList)
    .query(({ ctx }) => listKeys(ctx)),
  make: sessionProcedure
    .meta({ failed: 'Failed to create the API key. Please try again.' })
    .input(createApiKeyInput)
    .use(requireConfirmed)
    .output(createdApiKey)
    .mutation(({ ctx, input }) => createKey(ctx, input)),
  revoke: sessionProcedure
    .meta({ failed: 'Failed to revoke the API key. Please try again.' })
    .input(keyIdInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await revokeKey(ctx, input);
      return { message: SUCCESS.apiKeyRevoked };
    }),
});
