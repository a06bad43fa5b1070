import { trpc } from '#client/lib/rpc/trpc.ts';

/** After whatever was done or refused: table and open dialogs read again what is so now. */
export function useStaleTutors(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () => Promise.all([utils.verification.invalidate(), utils.tutors.invalidate()]);
}
