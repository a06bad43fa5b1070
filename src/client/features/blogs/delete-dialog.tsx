import { useState } from 'react';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';

export type DeleteDialogProps = {
  /** Null while nothing is asked. */
  blog: { id: string; title: string } | null;
  onClose: () => void;
};

/** Asks whether a post is to go for good. */
export function DeleteDialog({ blog, onClose }: DeleteDialogProps) {
  const utils = trpc.useUtils();
  const [shown, setShown] = useState(blog);
  if (blog && blog !== shown) setShown(blog);
  const remove = trpc.blogs.remove.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
    onError: (error) => {
      toast.error(errorMessage(error, 'Failed to delete blog'));
      if (toApiError(error)?.code === 'blog.not_found') onClose();
    },
    onSettled: () => utils.blogs.invalidate(),
  });
  return (
    <ConfirmDialog
      opened={blog !== null}
      type="error"
      title="Delete this post?"
      message={`“${shown?.title ?? ''}” goes for good, with its likes. This cannot be undone.`}
      confirmLabel="Delete post"
      cancelLabel="Keep it"
      isProcessing={remove.isPending}
      onConfirm={() => shown && !remove.isPending && remove.mutate({ id: shown.id })}
      onClose={onClose}
    />
  );
}
