import { Box } from '@mantine/core';
import { errorMessage, errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { Notice } from '#client/ui/notice.tsx';
import { GoogleButton } from './google-button.tsx';

export type ProblemNoticeProps = {
  error: unknown;
  fallbackMessage: string;
  hasCountdown?: boolean;
};

export function ProblemNotice({ error, fallbackMessage, hasCountdown = false }: ProblemNoticeProps) {
  return (
    <>
      <Notice tone="danger" role="alert" mb="lg" ta="start">
        {hasCountdown ? errorMessage(error, fallbackMessage) : errorMessageWithReason(error, fallbackMessage)}
      </Notice>
      {toApiError(error)?.code === 'auth.google_account' && (
        <Box w="100%" mb="lg">
          <GoogleButton />
        </Box>
      )}
    </>
  );
}
