import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';

export type LinkDialogProps = {
  opened: boolean;
  /** Of the link under the cursor; empty for none. */
  address: string;
  onClose: () => void;
  /** Empty takes the link away. */
  onLink: (href: string) => void;
};

export function LinkDialog({ opened, address, onClose, onLink }: LinkDialogProps) {
  const form = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    setText(address);
    setProblem(null);
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form of the post is around this one in React's tree.
    event.stopPropagation();
    const href = addressOf(text.trim());
    if (href === null) setProblem('Please enter a valid address, such as https://example.com');
    else onLink(href);
  };
  return (
    <Dialog
      opened={opened}
      size="sm"
      title="Link"
      onClose={onClose}
      footer={
        <>
          {address !== '' && (
            <Button variant="default" onClick={() => onLink('')}>
              Remove link
            </Button>
          )}
          <Button type="submit" form={form}>
            Set link
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <TextInput
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://"
          data-autofocus
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(null);
          }}
        />
      </form>
    </Dialog>
  );
}

/** Null for what leads nowhere; nothing written in front of a host is https. */
export function addressOf(text: string): string | null {
  if (text === '') return '';
  if (/^mailto:\S+@\S+$/i.test(text)) return text;
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return ['http:', 'https:'].includes(protocol) && hostname.includes('.') ? address : null;
}
