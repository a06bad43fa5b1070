import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import type { PasswordOwner } from '#shared/domain/new-password.ts';
import classes from './new-password-field.module.css';

const load = () => import('./password-strength.ts');
type Estimate = Awaited<ReturnType<typeof load>>['strengthOf'];

/** `owner` is whose password it will be, as far as the page knows. */
export type NewPasswordFieldProps = PasswordInputProps & { value: string; owner: PasswordOwner };

/** A field for a new password. What is wrong with it and how strong it is share one line, so nothing below it moves. */
export function NewPasswordField({ owner, value, error, onFocus, ...input }: NewPasswordFieldProps) {
  const [estimate, setEstimate] = useState<Estimate | null>(null);

  /** Without the estimate the field still works: the server decides. */
  function fetchEstimate(): void {
    if (estimate === null)
      load().then(
        ({ strengthOf }) => setEstimate(() => strengthOf),
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
      description={!error && estimate ? <Meter value={value} owner={owner} estimate={estimate} /> : undefined}
      descriptionProps={{ className: classes.description }}
      onFocus={(event) => {
        fetchEstimate();
        onFocus?.(event);
      }}
    />
  );
}

const BARS = [1, 2, 3, 4];

/** There from the focus on, so that a screen reader hears what changes in it. */
function Meter({ value, owner, estimate }: { value: string; owner: PasswordOwner; estimate: Estimate }) {
  const strength = value === '' ? null : estimate(value, owner);
  return (
    <span className={classes.meter} data-score={strength?.score}>
      <span className={classes.bars} aria-hidden>
        {BARS.map((bar) => (
          <span key={bar} data-full={strength !== null && strength.score >= bar ? true : undefined} />
        ))}
      </span>
      <span className={classes.words} aria-live="polite">
        {strength && `Strength: ${strength.words}`}
      </span>
    </span>
  );
}
