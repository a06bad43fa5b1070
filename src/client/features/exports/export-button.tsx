import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { startDownload } from '#client/ui/start-download.ts';
import { toast } from '#client/ui/toasts.ts';
import type { ExportRequest } from '#shared/contracts/exports.ts';

export type ExportButtonProps = {
  request: ExportRequest;
};

export function ExportButton({ request }: ExportButtonProps) {
  const trpc = useTRPC();
  const link = useMutation(trpc.exports.link.mutationOptions());
  const returnFocus = useReturnFocus(link.isPending);

  const download = useOneAtATime(async () => {
    returnFocus();
    try {
      const { url } = await link.mutateAsync(request);
      startDownload(url);
      toast.info('Your download has started. Large tables can take a moment.');
    } catch (error) {
      toast.error(errorMessageWithReason(error, 'Failed to export the table. Please try again.'));
    }
  });

  return (
    <Button variant="default" leftSection={<Download size={18} aria-hidden="true" />} loading={link.isPending} onClick={() => void download()}>
      Export CSV
    </Button>
  );
}
