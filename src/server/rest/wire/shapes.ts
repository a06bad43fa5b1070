import { z } from '@hono/zod-openapi';
import type { Person } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import { DOCUMENT_TYPES } from '#shared/vocabulary/content.ts';
import { IDS, MADE, PHOTO, SIGNED, USER_REF } from './examples.ts';

/** What it is the id of, its example says where it stands. */
export const id = z.string();
export const date = z.string().openapi({ format: 'date-time', example: '2026-01-31T09:30:00.000Z' });
/** Of an image that anyone may load. */
export const image = z.string().openapi({ description: 'An absolute address, or empty for none.', example: PHOTO });
export const email = z.string().openapi({ format: 'email', example: USER_REF.email });
export const count = z.int().min(0);
export const rupees = z.number().min(0).openapi({ description: 'Rupees, with two decimals at most.', example: 1500 });
export const rating = z
  .number()
  .min(0)
  .max(5)
  .openapi({ description: 'The mean of the reviews, with two decimals at most; 0 without any.', example: 4.83 });
export const success = z.literal(true);
/** What was done, for people. */
export const told = (sentence: string) =>
  z.string().openapi({ description: 'A sentence that may be shown to a person as it is.', example: sentence });

/** Every entity bears its id twice, for two kinds of clients; a key that is new stands before what is copied, which V8 does fast. */
export const entity = <S extends z.ZodRawShape>(shape: S) => z.object({ _id: id, id, ...shape });
export const withId = <T extends { id: string }>(view: T) => ({ _id: view.id, ...view });

/** What is not absolute begins at the site. */
export const absolute = (url: string, site: string): string => (url.startsWith('/') ? site + url : url);

export const named = entity({ name: z.string() });
export const described = entity({ name: z.string(), description: z.string() });

export const userRef = entity({
  name: z.string(),
  email: z.string().openapi({ description: 'Empty in lists of tutors, and for somebody who has left.' }),
  profileImage: image,
}).openapi('UserRef', { example: USER_REF });

export const toUserRef = ({ id, name, email, profileImage }: Person, site: string) => ({
  _id: id,
  id,
  name,
  email,
  profileImage: absolute(profileImage, site),
});

/** The pages of the tables of admins: at least one. */
export const tablePages = {
  totalPages: z.int().min(1).openapi({ example: 1 }),
  currentPage: z.int().min(1).openapi({ example: 1 }),
  total: count.openapi({ example: 1 }),
};

export const studentStats = z.object({ totalBookings: count, completedBookings: count, favoriteTutors: count, totalSpent: rupees });

export const documentRef = entity({
  url: z.string().openapi({ format: 'uri', description: 'Signed: anyone may open it within 15 minutes.' }),
  type: z.string().openapi({ enum: [...DOCUMENT_TYPES] }),
  uploadedAt: date,
}).openapi('DocumentRef', { example: { _id: IDS.upload, id: IDS.upload, url: SIGNED, type: 'qualification', uploadedAt: MADE } });

export const okBody = z.object({ success, message: told(SUCCESS.bookingCancelled) }).openapi('Ok');

export const errorBody = z
  .object({
    success: z.literal(false),
    message: told('This time is already booked'),
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
    nextFree: z.array(date).optional().openapi({ description: 'With `booking.slot_taken`: the next free starts of the same length.' }),
  })
  .openapi('Error', { example: { success: false, message: 'This time is already booked', code: 'booking.slot_taken' } });
