import { z } from '@hono/zod-openapi';
import { type UploadedPhoto, uploadPhotoInput } from '#shared/contracts/uploads.ts';
import { body } from './reading.ts';
import { absolute, id } from './shapes.ts';

const FILE = { type: 'string', format: 'binary' } as const;

/** As the reference shows it; what is a file, only the parsed form tells. */
export const PHOTO_FORM = {
  type: 'object' as const,
  properties: {
    photo: { ...FILE, description: 'JPG, PNG or GIF, at most 2,097,152 bytes.' },
    image: { ...FILE, description: 'The same under its other name.' },
  },
};

export const photoFile = body('PhotoFile', { contract: uploadPhotoInput, read: ({ bytes }) => ({ bytes }) });

/** The file of the first of these fields that has one; a field of a form that was left empty has none. */
export function fileOf(form: FormData, names: readonly string[]): File | undefined {
  return names.flatMap((name) => form.getAll(name)).find((value): value is File => value instanceof File && (value.name !== '' || value.size > 0));
}

export const uploadedPhotoBody = z
  .object({
    success: z.literal(true),
    data: z.object({ url: z.string(), id, publicId: id }),
  })
  .openapi('UploadedPhoto');

export const toUploadedPhoto = ({ id, url }: UploadedPhoto, site: string) => ({
  success: true as const,
  data: { url: absolute(url, site), id, publicId: id },
});
