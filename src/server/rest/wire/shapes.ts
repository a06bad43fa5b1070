import { z } from '@hono/zod-openapi';
import type { Person } from '#shared/contracts/common.ts';

export const id = z.string().openapi({ example: '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40' });
export const date = z.string().openapi({ format: 'date-time', example: '2026-01-31T09:30:00.000Z' });

/** Every entity bears its id twice, for two kinds of clients; a key that is new stands before what is copied, which V8 does fast. */
export const entity = <S extends z.ZodRawShape>(shape: S) => z.object({ _id: id, id, ...shape });
export const withId = <T extends { id: string }>(view: T) => ({ _id: view.id, ...view });

/** What is not absolute begins at the site. */
export const absolute = (url: string, site: string): string => (url.startsWith('/') ? site + url : url);

export const named = entity({ name: z.string() });
export const described = entity({ name: z.string(), description: z.string() });

export const userRef = entity({ name: z.string(), email: z.string(), profileImage: z.string() }).openapi('UserRef');

export const toUserRef = ({ id, name, email, profileImage }: Person, site: string) => ({
  _id: id,
  id,
  name,
  email,
  profileImage: absolute(profileImage, site),
});

export const okBody = z.object({ success: z.literal(true), message: z.string() }).openapi('Ok');

export const errorBody = z
  .object({
    success: z.literal(false),
    message: z.string().openapi({ description: 'A sentence that may be shown to a person as it is.' }),
    code: z.string().openapi({ description: 'Stable, for programs.', example: 'booking.slot_taken' }),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    isGoogleUser: z.boolean().optional(),
    nextFree: z.array(date).optional().openapi({ description: 'With `booking.slot_taken`: the next free starts of the same length.' }),
  })
  .openapi('Error');
