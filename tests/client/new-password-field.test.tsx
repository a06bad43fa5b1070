import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { NewPasswordField } from '#client/features/auth/new-password-field.tsx';
import { render } from '#tests/support/render.tsx';

const OWNER = { name: 'Nimal Perera', email: 'np@example.com' };

function Example({ error }: { error?: string }) {
  const [value, setValue] = useState('');
  return (
    <NewPasswordField label="Password" owner={OWNER} value={value} error={error} onChange={({ currentTarget }) => setValue(currentTarget.value)} />
  );
}

const getField = () => screen.getByLabelText('Password');
/** The text below the field, as screen readers find it. */
const getDescription = () => document.getElementById(getField().getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent;

describe('a field for a new password', () => {
  test('has no description before it is focused', async () => {
    await render(<Example />);
    expect(getField().getAttribute('aria-describedby')).toBeNull();
    expect(screen.queryByText(/Strength/)).toBeNull();
  });

  // spec s8-passwords.5 | S8 E | The field says in words how strong a password is; the estimator comes when it is focused |
  //   src/client/features/auth/new-password-field.tsx, src/client/features/auth/password-strength.ts
  test.each([
    ['sunshine', 'Strength: One of the most common passwords', 0],
    ['perera-1990', 'Strength: Contains your name or email address', 0],
    ['abcdefgh', 'Strength: Very easy to guess – add a word or two', 0],
    ['monsoon-rain over-the-paddy', 'Strength: Strong', 4],
  ])('announces politely how strong %s is', async (password, text, bars) => {
    const { user } = await render(<Example />);
    await user.type(getField(), password);
    await waitFor(() => expect(getDescription()).toBe(text));
    expect(screen.getByText(text).getAttribute('aria-live')).toBe('polite');
    expect(screen.getByText(text).parentElement?.querySelectorAll('[data-full]')).toHaveLength(bars);
  });

  test('shows an error in the place of the strength', async () => {
    const { user } = await render(<Example error="Password must be at least 6 characters" />);
    await user.type(getField(), 'abc');
    await screen.findByText('Password must be at least 6 characters');
    expect(getDescription()).toBe('Password must be at least 6 characters');
    expect(screen.queryByText(/Strength/)).toBeNull();
  });
});
