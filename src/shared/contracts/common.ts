import { z } from 'zod';
import { tooLong, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

/** What is said where a schema has no sentence of its own. */
z.config({
  customError: ({ code, input, format }) => {
    if (code === 'invalid_type' && input === undefined) return VALIDATION.required;
    return code === 'invalid_format' && format === 'email' ? VALIDATION.invalidEmail : VALIDATION.invalid;
  },
});

/** Opaque: a malformed id is one that does not exist, so it is no validation failure. */
export const id = z.string().max(LIMITS.id);

/** Half of a character, as a text ends with that was cut inside an emoji, is in no encoding: it reads as a replacement. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');

/** A trimmed text of at most so many characters, named in the sentence that refuses a longer one; `missing` refuses what is no text. */
export const text = (field: string, most: number, missing?: string) =>
  z.string({ error: missing }).overwrite(wellFormed).trim().max(most, tooLong(field, most));

/** Characters that can be seen, and single blanks between them; the joiners that Sinhala is written with are none, and stay in what is stored. */
const seen = (text: string): number => {
  const visible = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[\s\p{Cc}\u2800]+/gu, ' ');
  return [...visible.trim()].length;
};

/** Whether it says anything that can be seen. */
export const isSeen = (text: string): boolean => seen(text) > 0;

type Span = { min?: number; max: number };
/** `missing` refuses a text that says nothing, `short` one that says too little. */
type Refusals = { missing: string; short?: string };

/** A text that says something: what cannot be seen does not count. */
export const written = (field: string, { min = 1, max }: Span, { missing, short = missing }: Refusals) =>
  text(field, max, missing)
    .refine((said) => seen(said) > 0, { error: missing, abort: true })
    .refine((said) => seen(said) >= min, short);

export const person = z.object({ id: z.string(), name: z.string(), email: z.string(), profileImage: z.string() });
export type Person = z.infer<typeof person>;

export const named = z.object({ id: z.string(), name: z.string() });
export const described = named.extend({ description: z.string() });

export const done = z.object({ message: z.string() });

/** Rupees with at most two decimals. */
export const rupees = z.number();
