import { Button, PasswordInput, TextInput } from '@mantine/core';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useContractForm } from '#client/lib/forms/use-contract-form.ts';
import { refused, silence } from '#tests/support/fake-api.ts';
import { button, field, fill, press, render, shown, texts, until } from '#tests/support/render.tsx';

const TAKEN = 'An account with this email already exists';
const DIFFER = "Passwords don't match";
const taken = () => Promise.reject(refused('auth.email_taken'));

type FormProps = { send: () => Promise<void> };

function Form({ send }: FormProps) {
  const { form, onSubmit, isBusy, problem } = useContractForm({
    initialValues: { name: '', email: '', password: '', confirmPassword: '' },
    contract: ({ registerBasics }) => registerBasics,
    failed: 'It failed.',
    fieldOf: { 'auth.email_taken': 'email' },
    send,
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      {problem && <p role="alert">{problem}</p>}
      <TextInput label="Full name" {...form.textProps('name')} />
      <TextInput label="Email" {...form.textProps('email')} />
      <PasswordInput label="Password" {...form.textProps('password')} />
      <PasswordInput label="Confirm password" {...form.textProps('confirmPassword')} />
      <Button type="submit" loading={isBusy}>
        Send
      </Button>
    </form>
  );
}

async function filled(answer: () => Promise<void>) {
  const send = vi.fn(answer);
  await render(<Form send={send} />);
  await fill('Full name', 'Dilini Perera');
  await fill('Email', 'dilini@vidya.test');
  await fill('Password', 'vidya-demo');
  await fill('Confirm password', 'vidya-demo');
  return send;
}

/** In and out, nothing typed. */
async function visitField(label: string): Promise<void> {
  await act(async () => field(label).focus());
  await act(async () => field(label).blur());
}

const wrong = () => texts('.mantine-InputWrapper-error');

/** What is answered to the one who waits. */
function pending() {
  const { promise, reject, resolve } = withResolvers();
  return { answer: () => promise, fail: (error: unknown) => act(async () => reject(error)), succeed: () => act(async () => resolve()) };
}

function withResolvers() {
  let [resolve, reject]: [() => void, (error: unknown) => void] = [() => {}, () => {}];
  const promise = new Promise<void>((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  return { promise, resolve, reject };
}

describe('what the server says of a field', () => {
  it('stays when the field is left as it is, and goes when something else is typed', async () => {
    await filled(taken);
    await press('Send');
    await shown(TAKEN);
    await visitField('Email');
    await visitField('Password');
    expect(wrong()).toEqual([TAKEN]);
    await fill('Email', 'other@vidya.test');
    expect(wrong()).toEqual([]);
    await visitField('Email');
    expect(wrong()).toEqual([]);
  });

  it('stays beside what the form itself finds wrong with another field', async () => {
    const send = await filled(taken);
    await press('Send');
    await shown(TAKEN);
    await fill('Full name', 'D');
    expect(wrong()).toEqual(['Name must be at least 2 characters', TAKEN]);
    await press('Send');
    expect(wrong()).toEqual(['Name must be at least 2 characters', TAKEN]);
    expect(document.activeElement).toBe(field('Full name'));
    expect(send).toHaveBeenCalledOnce();
  });

  it('keeps nobody from trying the same once more', async () => {
    const send = await filled(taken);
    await press('Send');
    await shown(TAKEN);
    await press('Send');
    await until(() => expect(send).toHaveBeenCalledTimes(2));
  });

  it('is no sentence about what was typed meanwhile', async () => {
    const { answer, fail } = pending();
    await filled(answer);
    await press('Send');
    await fill('Email', 'other@vidya.test');
    await fail(refused('auth.email_taken'));
    await until(() => expect(texts('[role=alert]')).toEqual([TAKEN]));
    expect(wrong()).toEqual([]);
  });
});

describe('two passwords that differ', () => {
  it('are right again when the first one is corrected', async () => {
    await filled(() => Promise.resolve());
    await fill('Confirm password', 'vidya-demos');
    await shown(DIFFER);
    await fill('Password', 'vidya-demos');
    await until(() => expect(wrong()).toEqual([]));
  });
});

describe('the focus after pressing the button', () => {
  /** A button that gets disabled loses the focus, in browsers. */
  async function pressAndWait(): Promise<void> {
    await act(async () => button('Send').focus());
    await press('Send');
    await until(() => expect(button('Send').disabled).toBe(true));
    await visitField('Full name');
    expect(document.activeElement).toBe(document.body);
  }

  it('is on the button again when it failed', async () => {
    const { answer, fail } = pending();
    await filled(answer);
    await pressAndWait();
    await fail(silence());
    await until(() => expect(document.activeElement).toBe(button('Send')));
  });

  it('is on the button again when it went well and the form stays', async () => {
    const { answer, succeed } = pending();
    await filled(answer);
    await pressAndWait();
    await succeed();
    await until(() => expect(document.activeElement).toBe(button('Send')));
  });

  it('is on the field that the server finds wrong', async () => {
    const { answer, fail } = pending();
    await filled(answer);
    await pressAndWait();
    await fail(refused('auth.email_taken'));
    await until(() => expect(document.activeElement).toBe(field('Email')));
  });

  it('stays where somebody has gone on meanwhile', async () => {
    const { answer, fail } = pending();
    await filled(answer);
    await pressAndWait();
    await act(async () => field('Full name').focus());
    await fail(silence());
    await shown('It failed.');
    expect(document.activeElement).toBe(field('Full name'));
  });
});
