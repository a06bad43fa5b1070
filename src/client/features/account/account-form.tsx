import { Trans } from '@lingui/react/macro';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type AppForm, type AppFormOptions, useAppForm } from '#client/lib/forms/use-app-form.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { toast } from '#client/ui/toasts.ts';

type FormProps = { onSubmit: (event: FormEvent) => void; children: ReactNode };

export function AccountForm({ onSubmit, children }: FormProps) {
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap={4} maw="28rem">
        {children}
      </Stack>
    </form>
  );
}

export type FormFooterProps = { error: string | null; isSaved?: boolean; children: ReactNode };

export function FormFooter({ error, isSaved = false, children }: FormFooterProps) {
  return (
    <>
      {error && (
        <Text c="red" size="sm">
          {error}
        </Text>
      )}
      <Group gap="0.5rem 0.75rem">
        {children}
        {isSaved && (
          <Group component="span" gap={6} fw={600} c="var(--mantine-color-success)">
            <CircleCheck size={18} aria-hidden="true" />
            <Trans>Saved</Trans>
          </Group>
        )}
      </Group>
    </>
  );
}

type FormOpenerProps = { label: string; children: (close: () => void) => ReactNode };

export function FormOpener({ label, children }: FormOpenerProps) {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const form = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (isOpen) form.current?.querySelector('input')?.focus();
    else if (wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (isOpen) {
    return (
      <Box ref={form} mt="lg">
        {children(() => setOpen(false))}
      </Box>
    );
  }
  return (
    <Button ref={button} mt="md" variant="default" onClick={() => setOpen(true)}>
      {label}
    </Button>
  );
}

export function useAccountForm<T extends Record<string, unknown>>(options: Omit<AppFormOptions<T>, 'onError'>): AppForm<T> {
  return useAppForm({ ...options, onError: (error) => toast.error(errorMessageWithReason(error, options.fallbackMessage)) });
}
