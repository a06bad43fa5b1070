import { Button } from '@mantine/core';
import { ShownOnce } from '#client/features/account/shown-once.tsx';

const COPY = {
  label: 'Copy secret',
  done: 'Secret copied',
  failed: 'The secret could not be copied. Please select it and copy it by hand.',
} as const;

export function WebhookSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <ShownOnce
      label="Secret of this webhook"
      value={secret}
      copy={COPY}
      actions={
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      }
      hint="Every message is signed with it: by the signature, your program knows that the message is ours."
    />
  );
}
