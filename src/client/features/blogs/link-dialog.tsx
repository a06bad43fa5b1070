import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useId } from 'react';
import { z } from 'zod';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { withScheme } from '#shared/domain/typed-link.ts';

const makeSchema = (invalid: string) => z.object({ address: z.string().refine((address) => toHref(address) !== null, invalid) });

export type LinkDialogProps = {
  opened: boolean;
  href: string;
  onClose: () => void;
  onLink: (href: string) => void;
};

export function LinkDialog({ opened, href, onClose, onLink }: LinkDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  return (
    <Dialog
      opened={opened}
      size="sm"
      title={t`Link`}
      onClose={onClose}
      footer={
        <>
          {href !== '' && (
            <Button variant="default" onClick={() => onLink('')}>
              <Trans>Remove link</Trans>
            </Button>
          )}
          <Button type="submit" form={formId}>
            <Trans>Set link</Trans>
          </Button>
        </>
      }
    >
      <LinkForm id={formId} href={href} onLink={onLink} />
    </Dialog>
  );
}

function LinkForm({ id, href, onLink }: Pick<LinkDialogProps, 'href' | 'onLink'> & { id: string }) {
  const { t } = useLingui();
  const invalid = t`Please enter a valid address, such as https://example.com`;
  const form = useAppForm({
    initialValues: { address: href },
    schema: makeSchema(invalid),
    fallbackMessage: invalid,
    onSubmit: ({ address }) => onLink(toHref(address) ?? ''),
  });
  return (
    <form id={id} noValidate onSubmit={form.handleSubmit}>
      <TextInput label={t`Address`} type="url" inputMode="url" placeholder="https://" data-autofocus {...form.getInputProps('address')} />
    </form>
  );
}

export function toHref(address: string): string | null {
  const text = address.trim();
  if (text === '' || /^mailto:\S+@\S+$/i.test(text)) return text;
  const href = withScheme(text);
  if (!URL.canParse(href)) return null;
  const { protocol, hostname } = new URL(href);
  return ['http:', 'https:'].includes(protocol) && hostname.includes('.') ? href : null;
}

export function setLink(editor: Editor, href: string): void {
  const { doc, selection } = editor.state;
  const hasText = editor.isActive('link') || doc.textBetween(selection.from, selection.to).trim() !== '';
  const chain = editor.chain().focus();
  if (href === '') chain.extendMarkRange('link').unsetLink().run();
  else if (hasText) chain.extendMarkRange('link').setLink({ href }).run();
  else {
    const link = { type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] };
    const isInText = doc.resolve(selection.to).parent.inlineContent;
    chain.insertContentAt(selection.to, isInText ? link : { type: 'paragraph', content: [link] }).run();
  }
}
