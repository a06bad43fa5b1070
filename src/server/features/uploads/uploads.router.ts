import { router, user } from '#server/core/trpc.ts';
import { uploadedPhoto, uploadPhotoInput } from '#shared/contracts/uploads.ts';
import { uploadPhoto } from './uploads.commands.ts';

export const uploadsRouter = router({
  photo: user
    .meta({ failed: 'Failed to upload profile photo' })
    .input(uploadPhotoInput)
    .output(uploadedPhoto)
    .mutation(({ ctx, input }) => uploadPhoto(ctx, input)),
});
