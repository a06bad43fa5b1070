import type { z } from 'zod';
import { i18nOfPage, loadMessages } from '#client/lib/i18n.ts';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { textsOf } from '#shared/domain/texts.ts';

/** The first message of each field; a field of a list is `education.0.degree`. */
export type FieldErrors = Record<string, string>;

export type Schema = z.ZodType | (() => Promise<z.ZodType>);

export async function loadSchema(schema: Schema): Promise<z.ZodType> {
  return typeof schema === 'function' ? await schema() : schema;
}

/** No errors where the schema cannot be loaded: then only the server checks. `getInput` runs once the schema is there. */
export async function findErrors(schema: Schema, getInput: () => unknown): Promise<FieldErrors> {
  const [loaded] = await Promise.all([loadSchema(schema).catch(() => null), loadMessages({ i18n: i18nOfPage() }, 'refusals')]);
  const input = getInput();
  const errors: FieldErrors = {};
  for (const { path, message } of loaded?.safeParse(input).error?.issues ?? [])
    errors[toField(path, input)] ??= textsOf(i18nOfPage()).recognise(message);
  return errors;
}

export function toFieldErrors(error: unknown, values: object, fieldByCode: Partial<Record<string, string>> = {}): FieldErrors {
  const apiError = toApiError(error);
  if (!apiError) return {};
  const errors: FieldErrors = {};
  for (const { field, message } of apiError.errors)
    if ((field.split('.', 1)[0] ?? field) in values) errors[field] ??= textsOf(i18nOfPage()).recognise(message);
  const field = fieldByCode[apiError.code];
  return field ? { ...errors, [field]: textsOf(i18nOfPage()).recognise(apiError.message, apiError.params) } : errors;
}

function toField(path: readonly PropertyKey[], input: unknown): string {
  const keys: string[] = [];
  let value = input;
  for (const key of path) {
    const next: unknown = Reflect.get(Object(value), key);
    if (Array.isArray(value) && typeof next !== 'object') break;
    keys.push(String(key));
    value = next;
  }
  return keys.join('.');
}
