import { useLingui } from '@lingui/react/macro';
import { Box, Group, PasswordInput, type PasswordInputProps, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { PasswordOwner } from '#shared/domain/new-password.ts';

const load = () => import('./password-strength.ts');
type Estimate = Awaited<ReturnType<typeof load>>['estimateStrength'];

export type NewPasswordFieldProps = PasswordInputProps & { owner: PasswordOwner };

export function NewPasswordField({ owner, value = '', error, onFocus, ...input }: NewPasswordFieldProps) {
  const [estimate, setEstimate] = useState<Estimate | null>(null);

  /** If it cannot be loaded, only the server checks. */
  function loadEstimate(): void {
    if (estimate !== null) return;
    load().then(
      ({ estimateStrength }) => setEstimate(() => estimateStrength),
      () => null,
    );
  }

  return (
    <PasswordInput
      autoComplete="new-password"
      {...input}
      value={value}
      error={error}
      inputWrapperOrder={error ? ['label', 'input', 'error'] : ['label', 'input', 'description']}
      description={!error && estimate ? <Meter value={String(value)} owner={owner} estimate={estimate} /> : undefined}
      descriptionProps={{ mt: 6 }}
      onFocus={(event) => {
        loadEstimate();
        onFocus?.(event);
      }}
    />
  );
}

const BARS = [1, 2, 3, 4];

/** Rendered before anything is typed: screen readers announce only changes of an existing region. */
function Meter({ value, owner, estimate }: { value: string; owner: PasswordOwner; estimate: Estimate }) {
  const { t, i18n } = useLingui();
  const strength = value === '' ? null : estimate(value, owner);
  const score = strength?.score ?? 0;
  const label = strength ? i18n._(strength.label) : '';
  const color = score >= 3 ? 'var(--mantine-color-success)' : 'var(--vidya-star)';
  return (
    <Stack component="span" gap={4}>
      <Group component="span" gap={4} grow aria-hidden>
        {BARS.map((bar) => (
          <Box key={bar} component="span" mod={{ full: score >= bar }} h={4} bdrs={999} bg={score >= bar ? color : 'var(--vidya-border)'} />
        ))}
      </Group>
      <Text span display="block" size="xs" lh="1.25rem" mih="1.25rem" truncate aria-live="polite">
        {strength && t`Strength: ${label}`}
      </Text>
    </Stack>
  );
}
