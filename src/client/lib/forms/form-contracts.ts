import type { z } from 'zod';

export type FormErrors = Record<string, string>;
/** Picks what a form has to keep. */
export type PickContract = (all: Awaited<ReturnType<typeof contracts>>) => z.ZodType;

const contracts = () => import('#shared/contracts/auth.ts');

/** Their code arrives after the first paint, while the form is being filled in. */
export function fetchContracts(): void {
  contracts().catch(() => null);
}

/** The sentence of every field that breaks the contract. Where its code cannot arrive, the server alone checks. */
export async function errorsByContract(pick: PickContract, getValues: () => unknown): Promise<FormErrors> {
  const loaded = await contracts().catch(() => null);
  const issues = (loaded && pick(loaded).safeParse(getValues()).error?.issues) ?? [];
  const errors: FormErrors = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  return errors;
}
