import type { FormErrors } from '#client/lib/forms/form-contracts.ts';
import { toApiError } from '#client/lib/rpc/errors.ts';

/** What the server said of those fields that the form has; `fieldOf` names the field of a refusal that names none itself. */
export function errorsOf(error: unknown, values: object, fieldOf: Partial<Record<string, string>> = {}): FormErrors {
  const refusal = toApiError(error);
  const errors = Object.fromEntries((refusal?.errors ?? []).filter(({ field }) => field in values).map(({ field, message }) => [field, message]));
  const field = refusal && fieldOf[refusal.code];
  return refusal && field ? { ...errors, [field]: refusal.message } : errors;
}
