import { explanationOf } from '#client/api/refusals.ts';
import { type ContractForm, type ContractFormOptions, useContractForm } from '#client/api/use-contract-form.ts';
import { toast } from '#client/ui/toasts.ts';

/** One of the forms of the account page: the page is long, so a toast tells of a failure too. */
export function useAccountForm<T extends Record<string, unknown>>(options: Omit<ContractFormOptions<T>, 'onFailed'>): ContractForm<T> {
  return useContractForm({ ...options, onFailed: (error) => toast.error(explanationOf(error, options.failed)) });
}
