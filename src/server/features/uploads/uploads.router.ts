import { router } from '#server/core/trpc.ts';

export const uploadsRouter = router({});
