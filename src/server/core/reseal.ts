import type { Ctx } from './context.ts';
import type { Resealed } from './ports.ts';

type Sealed = { id: string; secret: string };
type Resealing = { purpose: string; rows: readonly Sealed[]; store: (row: Sealed, sealed: string) => Promise<unknown> };

/** Seals with APP_SECRET what was sealed with APP_SECRET_PREVIOUS, so that the previous secret can be removed. */
export async function reseal({ sealer }: Ctx, { purpose, rows, store }: Resealing): Promise<Resealed> {
  const result = { resealed: 0, unreadable: 0 };
  for (const row of rows) {
    const opened = sealer.open(purpose, row.secret);
    if (opened === null) result.unreadable += 1;
    else {
      await store(row, sealer.seal(purpose, opened));
      result.resealed += 1;
    }
  }
  return result;
}
