import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';

/** The file as it came; whether it is an image, its content says. */
export const uploadPhotoInput = z.object({ bytes: z.instanceof(Uint8Array, { error: ERRORS['upload.none'].message }) });
export type UploadPhotoInput = z.infer<typeof uploadPhotoInput>;

/** `url` is root-relative. */
export const uploadedPhoto = z.object({ id: z.string(), url: z.string() });
export type UploadedPhoto = z.infer<typeof uploadedPhoto>;
