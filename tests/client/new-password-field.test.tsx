import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { NewPasswordField } from '#client/features/auth/new-password-field.tsx';
import { field, fill, render, shown, until } from '#tests/support/render.tsx';

function Example({ error }: { error?: string }) {
  const [value, setValue] = useState('');
  return (
    <NewPasswordField
      label="Password"
      owner={{ name: 'Nimal Perera', email: 'np@example.com' }}
      value={value}
      error={error}
      onChange={({ currentTarget }) => setValue(currentTarget.value)}
    />
  );
}

const described = () => document.getElementById(field('Password').getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent;
const score = () => document.querySelector('[data-score]')?.getAttribute('data-score');

describe('a field for a new password', () => {
  it('says nothing before it is focused', async () => {
    await render(<Example />);
    expect(field('Password').getAttribute('aria-describedby')).toBeNull();
    expect(document.querySelector('[aria-live]')).toBeNull();
  });

  // spec s8-passwords.5 | S8 E | The field says in words how strong a password is; the estimator comes when it is focused |
  //   src/client/features/auth/new-password-field.tsx, src/client/features/auth/password-strength.ts
  it.each([
    ['sunshine', 'Strength: One of the most common passwords', '0'],
    ['perera-1990', 'Strength: Contains your name or email address', '0'],
    ['abcdefgh', 'Strength: Very easy to guess – add a word or two', '0'],
    ['monsoon-rain over-the-paddy', 'Strength: Strong', '4'],
  ])('says in words, politely, how strong %s is', async (password, words, bars) => {
    await render(<Example />);
    field('Password').focus();
    await fill('Password', password);
    await until(() => expect(described()).toBe(words));
    expect(document.querySelector('[aria-live="polite"]')?.textContent).toBe(words);
    expect(score()).toBe(bars);
  });

  it('gives its line to what is wrong', async () => {
    await render(<Example error="Password must be at least 6 characters" />);
    field('Password').focus();
    await fill('Password', 'abc');
    await shown('Password must be at least 6 characters');
    expect(described()).toBe('Password must be at least 6 characters');
    expect(document.querySelector('[data-score]')).toBeNull();
  });
});
