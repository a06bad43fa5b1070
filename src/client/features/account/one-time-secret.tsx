import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { copyText } from '#client/ui/copy-text.ts';
import { toast } from '#client/ui/toasts.ts';

const COPIED_MS = 2000;

export type OneTimeSecretProps = {
  label: string;
  value: string;
  copy: { label: MessageDescriptor; done: MessageDescriptor; failed: MessageDescriptor };
  actions?: ReactNode;
  hint?: ReactNode;
};

export function OneTimeSecret({ label, value, copy, actions, hint }: OneTimeSecretProps) {
  const { t, i18n } = useLingui();
  const [isCopied, setCopied] = useState(false);
  const copyButton = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    container.current?.scrollIntoView({ block: 'center' });
    copyButton.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(setCopied, COPIED_MS, false);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copyValue(): Promise<void> {
    if (await copyText(value)) return setCopied(true);
    toast.error(i18n._(copy.failed));
    field.current?.focus();
  }

  return (
    <Box ref={container} mt="md" p="md" bdrs="md" bg="var(--vidya-primary-tint)">
      <TextInput
        ref={field}
        label={label}
        description={t`Copy it now: it is shown only this once.`}
        readOnly
        autoComplete="off"
        spellCheck={false}
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        // Monospace, to tell l and I apart.
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', textOverflow: 'ellipsis' } }}
      />
      <Group gap="0.5rem 0.75rem" mt="md">
        <Button ref={copyButton} leftSection={isCopied ? <Check size={18} /> : <Copy size={18} />} onClick={() => void copyValue()}>
          {isCopied ? <Trans>Copied</Trans> : i18n._(copy.label)}
        </Button>
        {actions}
      </Group>
      {hint && (
        <Text size="sm" mt="md">
          {hint}
        </Text>
      )}
      <VisuallyHidden role="status">{isCopied ? i18n._(copy.done) : ''}</VisuallyHidden>
    </Box>
  );
}
