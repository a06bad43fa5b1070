import { z } from 'zod';
import { tooLong, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

z.config({
  customError: ({ code, input, format }) => {
    if (code === 'invalid_type' && input === undefined) return VALIDATION.required;
    return code === 'invalid_format' && format === 'email' ? VALIDATION.invalidEmail : VALIDATION.invalid;
  },
});

/** Opaque: a malformed id simply does not exist, so it is no validation error. */
export const id = z.string().max(LIMITS.id);

/** Replaces lone surrogates, which no encoding can represent; a text that was cut inside an emoji ends with one. */
export const toWellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');

export const text = (field: string, max: number, missing?: string) =>
  z.string({ error: missing }).overwrite(toWellFormed).trim().max(max, tooLong(field, max));

/** One line, so that a search cannot match across name and email; NUL cannot be stored. */
export const searched = z
  .string()
  .overwrite((typed) => toWellFormed(typed).replace(/\p{Cc}+/gu, ' '))
  .trim()
  .max(LIMITS.searchText);

/** Counts visible characters, and single spaces between them. Zero-width joiners, which Sinhala needs, do not count. */
const countVisible = (text: string): number => {
  const visible = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[\s\p{Cc}\u2800]+/gu, ' ');
  return [...visible.trim()].length;
};

export const hasVisibleText = (text: string): boolean => countVisible(text) > 0;

type Span = { min?: number; max: number };
type TextMessages = { missing: string; short?: string };

export const requiredText = (field: string, { min = 1, max }: Span, { missing, short = missing }: TextMessages) =>
  text(field, max, missing)
    .refine((value) => countVisible(value) > 0, { error: missing, abort: true })
    .refine((value) => countVisible(value) >= min, short);

export const person = z.object({ id: z.string(), name: z.string(), email: z.string(), profileImage: z.string() });
export type Person = z.infer<typeof person>;

export const named = z.object({ id: z.string(), name: z.string() });
export const described = named.extend({ description: z.string() });

/** Each once. */
export const ids = (most: number) =>
  z
    .array(id)
    .min(1)
    .max(most)
    .overwrite((given) => [...new Set(given)]);

export const done = z.object({ message: z.string() });

/** `leftOut`: the ids for which it was not done. */
export const doneForSome = done.extend({ leftOut: z.array(z.string()) });
export type DoneForSome = z.infer<typeof doneForSome>;

/** Rupees with at most two decimals. */
export const rupees = z.number();
