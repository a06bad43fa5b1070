import { type ContractForm, type ContractFormOptions, useContractForm } from '#client/lib/forms/use-contract-form.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { toast } from '#client/ui/toasts.ts';

/** One of the forms of the account page: the page is long, so a toast tells of a failure too. */
export function useAccountForm<T extends Record<string, unknown>>(options: Omit<ContractFormOptions<T>, 'onFailed'>): ContractForm<T> {
  return useContractForm({ ...options, onFailed: (error) => toast.error(errorMessageWithReason(error, options.failed)) });
}
