import { useEffect, useRef, useState } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { isAborted, uploadPhoto } from '#client/lib/rpc/upload.ts';
import { toast } from '#client/ui/toasts.ts';
import { SUCCESS } from '#shared/messages.ts';
import { useAccountKept } from './use-own-account.ts';

const NOT_UPLOADED = 'Failed to upload profile image. Please try again.';
const NOT_SAVED = 'Failed to update profile. Please try again.';

type PhotoUpload = {
  /** From 0 to 1 while it is under way. */
  progress: number | null;
  /** It is stored and becomes the account's own: nothing calls that off. */
  isSaving: boolean;
  problem: string | null;
  upload: (draw: () => Promise<File>) => Promise<void>;
  /** Calls off what is on its way. */
  cancel: () => void;
  /** What went wrong with another photo. */
  forget: () => void;
};

/** Draws the photo, stores it and makes it the account's own. */
export function usePhotoUpload(onDone: () => void): PhotoUpload {
  const updateDetails = trpc.auth.updateDetails.useMutation();
  const keep = useAccountKept();
  const [progress, setProgress] = useState<number | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  async function upload(draw: () => Promise<File>): Promise<void> {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProblem(null);
    setProgress(0);
    try {
      const url = await uploadPhoto(await draw(), { onProgress: setProgress, signal: controller.signal });
      controller.signal.throwIfAborted();
      setSaving(true);
      keep(await updateDetails.mutateAsync({ profileImage: url }));
      toast.success(SUCCESS.photoUploaded);
      onDone();
    } catch (error) {
      if (isAborted(error)) return;
      const sentence = sentenceFor(error);
      setProblem(sentence);
      toast.error(sentence);
    } finally {
      running.current = null;
      setProgress(null);
      setSaving(false);
    }
  }

  return { progress, isSaving, problem, upload, cancel: () => running.current?.abort(), forget: () => setProblem(null) };
}

function sentenceFor(error: unknown): string {
  return errorMessageWithReason(error, error instanceof Error && error.name === 'TRPCClientError' ? NOT_SAVED : NOT_UPLOADED);
}
