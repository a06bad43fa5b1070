import { type FormErrors, schemaResolver } from '@mantine/form';
import { useEffect } from 'react';

type Schema = Parameters<typeof schemaResolver>[0];
const contracts = () => import('#shared/contracts/auth.ts');
type Contracts = Awaited<ReturnType<typeof contracts>>;

/** Checks a form against its contract, whose code arrives after the first paint. Where it cannot arrive, the server alone checks. */
export function byContract(pick: (contracts: Contracts) => Schema): (values: Record<string, unknown>) => Promise<FormErrors> {
  return async (values) => {
    const loaded = await contracts().catch(() => null);
    return loaded ? schemaResolver(pick(loaded))(values) : {};
  };
}

/** Fetches the contracts while the form is being filled in. */
export function useContracts(): void {
  useEffect(() => {
    contracts().catch(() => null);
  }, []);
}
