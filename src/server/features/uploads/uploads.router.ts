import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { router, tutorProcedure, userProcedure } from '#server/core/trpc.ts';
import { documentView } from '#shared/contracts/tutors.ts';
import {
  type AttachDocumentInput,
  attachDocumentInput,
  removedUpload,
  removeUploadInput,
  type UploadDocumentsInput,
  type UploadPhotoInput,
  uploadDocumentsInput,
  uploadedDocuments,
  uploadedPhoto,
  uploadPhotoInput,
} from '#shared/contracts/uploads.ts';
import { attachDocument, uploadDocuments } from './documents.commands.ts';
import { removeUpload, uploadPhoto } from './uploads.commands.ts';

const DOCUMENTS = 'Only tutors can manage documents';

export const uploadsRouter = router({
  photo: userProcedure
    .meta({ failed: 'Failed to upload profile photo' })
    .input(uploadPhotoInput)
    .use(rateLimit<UploadPhotoInput>('uploadPhoto', perCaller))
    .output(uploadedPhoto)
    .mutation(({ ctx, input }) => uploadPhoto(ctx, input)),
  documents: tutorProcedure
    .meta({ failed: 'Failed to upload documents. Please try again.', refused: DOCUMENTS })
    .input(uploadDocumentsInput)
    .use(rateLimit<UploadDocumentsInput>('uploadDocuments', perCaller))
    .output(uploadedDocuments)
    .mutation(({ ctx, input }) => uploadDocuments(ctx, input)),
  attachDocument: tutorProcedure
    .meta({ failed: 'Upload failed', refused: DOCUMENTS })
    .input(attachDocumentInput)
    .use(rateLimit<AttachDocumentInput>('uploadDocuments', perCaller))
    .output(documentView)
    .mutation(({ ctx, input }) => attachDocument(ctx, input)),
  remove: userProcedure
    .meta({ failed: 'Failed to delete image' })
    .input(removeUploadInput)
    .output(removedUpload)
    .mutation(({ ctx, input }) => removeUpload(ctx, input)),
});
