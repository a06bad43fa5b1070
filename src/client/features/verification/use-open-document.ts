import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';

/** Opens a document in a new tab, by an address that is signed for this click. */
export function useOpenDocument(tutorId: string): { opening: string | null; open: (id: string) => Promise<void> } {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [opening, setOpening] = useState<string | null>(null);

  async function open(id: string): Promise<void> {
    // A tab that opens only after the answer is blocked as an advertisement.
    const tab = window.open('', '_blank');
    if (!tab) {
      toast.error('Your browser has blocked the new tab. Please allow it and try again.');
      return;
    }
    tab.opener = null;
    setOpening(id);
    try {
      const { url } = await queryClient.fetchQuery(trpc.verification.document.queryOptions({ tutorId, id }, { staleTime: 0 }));
      tab.location.replace(url);
    } catch (error) {
      tab.close();
      toast.error(errorMessage(error, 'Failed to open the document. Please try again.'));
    }
    setOpening(null);
  }

  return { opening, open };
}
