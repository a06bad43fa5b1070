import type { UseFormReturnType } from '@mantine/form';
import type { FieldError } from '#client/api/refusals.ts';

/** Puts the focus on the first field that has an error, in the order in which the fields are shown. */
export function focusFirst<T extends Record<string, unknown>>(form: UseFormReturnType<T>, errors: Record<string, unknown>): void {
  const [first] = Object.keys(form.getValues()).filter((field) => errors[field]);
  if (first !== undefined) form.getInputNode(first)?.focus();
}

/** The server's errors of those fields that the form has. */
export function errorsOf<T extends Record<string, unknown>>(form: UseFormReturnType<T>, errors: readonly FieldError[]): Record<string, string> {
  return Object.fromEntries(errors.filter(({ field }) => field in form.getValues()).map(({ field, message }) => [field, message]));
}
