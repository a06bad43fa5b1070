import { Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';
import { tooLong } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { DEFAULT_TEMPLATES, formatTemplates, parseTemplates, saveTemplates, useRejectionTemplates } from './rejection-templates.ts';

export type TemplatesDialogProps = { opened: boolean; onClose: () => void };

export function TemplatesDialog({ opened, onClose }: TemplatesDialogProps) {
  const stored = formatTemplates(useRejectionTemplates());
  const [typed, setTyped] = useState<string | null>(null);
  const templates = parseTemplates(typed ?? stored);
  const hasLong = templates.some((template) => template.length > LIMITS.reason);

  function close(): void {
    setTyped(null);
    onClose();
  }
  function save(): void {
    if (hasLong) return;
    saveTemplates(templates);
    close();
  }

  return (
    <Dialog
      opened={opened}
      title="Templates for a rejection"
      size="lg"
      onClose={close}
      footer={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button disabled={hasLong} onClick={save}>
            Save templates
          </Button>
        </>
      }
    >
      <Textarea
        label="Templates"
        description="Leave an empty line between two templates. They are stored in this browser."
        rows={14}
        data-autofocus
        value={typed ?? stored}
        error={hasLong && tooLong('A template', LIMITS.reason)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button variant="subtle" size="sm" mt="xs" onClick={() => setTyped(formatTemplates(DEFAULT_TEMPLATES))}>
        Use the first templates again
      </Button>
      <Text c="dimmed" size="sm" role="status">
        {templates.length === 1 ? '1 template' : `${templates.length} templates`}
      </Text>
    </Dialog>
  );
}
