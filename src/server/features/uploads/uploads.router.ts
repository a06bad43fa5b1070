import { limited, perCaller } from '#server/core/limits.ts';
import { router, user } from '#server/core/trpc.ts';
import { type UploadPhotoInput, uploadedPhoto, uploadPhotoInput } from '#shared/contracts/uploads.ts';
import { uploadPhoto } from './uploads.commands.ts';

export const uploadsRouter = router({
  photo: user
    .meta({ failed: 'Failed to upload profile photo' })
    .input(uploadPhotoInput)
    .use(limited<UploadPhotoInput>('uploadPhoto', perCaller))
    .output(uploadedPhoto)
    .mutation(({ ctx, input }) => uploadPhoto(ctx, input)),
});
