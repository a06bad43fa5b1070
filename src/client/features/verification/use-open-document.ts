import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';

/** Opens a document by a link that is signed at the click. */
export function useOpenDocument(tutorId: string): (id: string) => Promise<void> {
  const utils = trpc.useUtils();
  return async (id) => {
    // A tab that opens only after an answer would be taken for an advertisement.
    const tab = window.open('', '_blank');
    if (!tab) return toast.error('Your browser has blocked the new tab. Please allow it and try again.');
    tab.opener = null;
    try {
      const { url } = await utils.verification.document.fetch({ tutorId, id }, { staleTime: 0 });
      tab.location.replace(url);
    } catch (error) {
      tab.close();
      toast.error(errorMessage(error, 'Failed to open the document. Please try again.'));
    }
  };
}
