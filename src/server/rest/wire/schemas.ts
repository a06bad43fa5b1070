import { z } from '@hono/zod-openapi';
import { SUCCESS } from '#shared/messages.ts';
import { PHOTO_URL, USER_REF } from './examples.ts';

export const id = z.string();
export const date = z.string().openapi({ format: 'date-time', example: '2026-01-31T09:30:00.000Z' });
export const email = z.string().openapi({ format: 'email', example: USER_REF.email });
export const count = z.int().min(0);
export const rupees = z.number().min(0).openapi({ description: 'Rupees, with two decimals at most.', example: 1500 });
export const rating = z
  .number()
  .min(0)
  .max(5)
  .openapi({ description: 'The mean of the reviews, with two decimals at most; 0 without any.', example: 4.83 });
export const success = z.literal(true);

/** By their definitions, which `openapi()` copies from schema to schema. */
const sentences = new WeakSet<object>();
const addresses = new WeakSet<object>();

export function message(example: string) {
  const schema = z.string();
  sentences.add(schema.def);
  return schema.openapi({ description: 'A sentence that may be shown to a person as it is.', example });
}
export const hasSentence = (schema: z.ZodType): boolean => schema instanceof z.ZodObject && sentences.has(Object(schema.shape.message).def);

export function address(about: { format?: string; description?: string; example?: string }) {
  const schema = z.string();
  addresses.add(schema.def);
  return schema.openapi(about);
}
export const isAddress = (schema: z.ZodType): boolean => addresses.has(schema.def);
export const image = address({ description: 'An absolute address, or empty for none.', example: PHOTO_URL });

export const entity = <S extends z.ZodRawShape>(shape: S) => z.object({ _id: id, id, ...shape });
export const named = entity({ name: z.string() });
export const described = entity({ name: z.string(), description: z.string() });

export const userRef = entity({
  name: z.string(),
  email: z.string().openapi({ description: 'Empty in lists of tutors, and for a deleted account.' }),
  profileImage: image,
}).openapi('UserRef', { example: USER_REF });

export const tablePages = {
  totalPages: z.int().min(1).openapi({ example: 1 }),
  currentPage: z.int().min(1).openapi({ example: 1 }),
  total: count.openapi({ example: 1 }),
};

export const okBody = z.object({ success, message: message(SUCCESS.bookingCancelled) }).openapi('Ok');

export const errorBody = z
  .object({
    success: z.literal(false),
    message: message('This time is already booked'),
    code: z.string().openapi({ description: 'Stable, for programs; each status of a call lists its own.', example: 'booking.slot_taken' }),
    params: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .optional()
      .openapi({ description: 'The values inside the message, so that a client can say it in another language.' }),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .openapi({ description: 'One for each field that was refused; `message` repeats the first.' }),
    isGoogleUser: z
      .boolean()
      .optional()
      .openapi({ description: 'True with `auth.google_account`; always there where a password is asked for or reset.' }),
    requestId: z
      .string()
      .optional()
      .openapi({ description: 'With `server.unexpected`: the number under which the server has logged the cause, as in the header `X-Request-Id`.' }),
    nextFree: z.array(date).optional().openapi({ description: 'With `booking.slot_taken`: the next free starts of the same length.' }),
  })
  .openapi('Error', { example: { success: false, message: 'This time is already booked', code: 'booking.slot_taken' } });
