import { Button, PasswordInput, TextInput } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { tabDraft } from '#client/lib/drafts/draft.ts';
import { record, text } from '#client/lib/drafts/schema.ts';
import { type AppFormOptions, useAppForm } from '#client/lib/forms/use-app-form.ts';
import { apiError, networkError } from '#tests/support/fake-api.ts';
import { render } from '#tests/support/render.tsx';

const TAKEN = 'An account with this email already exists';
const DIFFER = "Passwords don't match";
const DRAFT = tabDraft('test', record({ name: text(), email: text(), password: text(), confirmPassword: text() }));
const schema = () => import('#shared/contracts/auth.ts').then(({ registerBasics }) => registerBasics);
const rejectAsTaken = () => Promise.reject(apiError('auth.email_taken'));

type Options = Partial<Pick<AppFormOptions<object>, 'schema' | 'validateOnBlur' | 'clearErrorOnChange'>>;
type FormProps = { onSubmit: () => Promise<void>; hasDraft?: boolean; options?: Options };

function Form({ onSubmit, hasDraft = false, options }: FormProps) {
  const form = useAppForm({
    initialValues: { name: '', email: '', password: '', confirmPassword: '' },
    schema,
    fallbackMessage: 'It failed.',
    fieldByCode: { 'auth.email_taken': 'email' },
    onSubmit,
    draft: hasDraft ? DRAFT : undefined,
    ...options,
  });
  return (
    <form noValidate onSubmit={form.handleSubmit}>
      {form.formError && <p role="alert">{form.formError}</p>}
      {form.isRestored && <p>Restored</p>}
      <TextInput label="Full name" {...form.getInputProps('name')} />
      <TextInput label="Email" {...form.getInputProps('email')} />
      <PasswordInput label="Password" {...form.getInputProps('password')} />
      <PasswordInput label="Confirm password" {...form.getInputProps('confirmPassword')} />
      <Button type="submit" loading={form.isSubmitting}>
        Send
      </Button>
      <Button onClick={form.discardDraft}>Discard</Button>
      <Button onClick={form.clearErrors}>Clear</Button>
    </form>
  );
}

async function renderFilled(answer: () => Promise<void> = () => Promise.resolve(), options?: Options) {
  const onSubmit = vi.fn(answer);
  const { user } = await render(<Form onSubmit={onSubmit} options={options} />);
  const retype = async (label: string, typed: string) => {
    await user.clear(field(label));
    await user.type(field(label), typed);
    await user.tab();
  };
  await retype('Full name', 'Dilini Perera');
  await retype('Email', 'dilini@vidya.test');
  await retype('Password', 'vidya-demo');
  await retype('Confirm password', 'vidya-demo');
  return { user, onSubmit, retype, send: () => user.click(sendButton()) };
}

const field = (label: string) => screen.getByLabelText(label, { selector: 'input' });
const sendButton = () => screen.getByRole('button', { name: 'Send' });
const shownErrors = () => ['Full name', 'Email', 'Password', 'Confirm password'].flatMap((label) => errorOf(label) ?? []);

function errorOf(label: string): string | null {
  const described = (field(label).getAttribute('aria-describedby') ?? '').split(' ');
  const error = described.find((id) => id.endsWith('-error'));
  return (error && document.getElementById(error)?.textContent) || null;
}

function makePending() {
  let [resolve, reject]: [() => void, (error: unknown) => void] = [() => {}, () => {}];
  const promise = new Promise<void>((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  return { answer: () => promise, fail: (error: unknown) => act(async () => reject(error)), succeed: () => act(async () => resolve()) };
}

describe('an error of the server beside its field', () => {
  test('stays when the field is left unchanged, and goes when something else is typed', async () => {
    const { user, retype, send } = await renderFilled(rejectAsTaken);
    await send();
    await screen.findByText(TAKEN);
    await user.click(field('Email'));
    await user.click(field('Password'));
    expect(shownErrors()).toEqual([TAKEN]);
    await retype('Email', 'other@vidya.test');
    await waitFor(() => expect(shownErrors()).toEqual([]));
  });

  test('stays beside what the form itself finds wrong with another field', async () => {
    const { onSubmit, retype, send } = await renderFilled(rejectAsTaken);
    await send();
    await screen.findByText(TAKEN);
    await retype('Full name', 'D');
    await waitFor(() => expect(shownErrors()).toEqual(['Name must be at least 2 characters', TAKEN]));
    await send();
    expect(shownErrors()).toEqual(['Name must be at least 2 characters', TAKEN]);
    expect(document.activeElement).toBe(field('Full name'));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  test('does not prevent sending the same values again', async () => {
    const { onSubmit, send } = await renderFilled(rejectAsTaken);
    await send();
    await screen.findByText(TAKEN);
    await send();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  });

  test('is shown above the form when the value has changed meanwhile', async () => {
    const { answer, fail } = makePending();
    const { retype, send } = await renderFilled(answer);
    await send();
    await retype('Email', 'other@vidya.test');
    await fail(apiError('auth.email_taken'));
    expect((await screen.findByRole('alert')).textContent).toBe(TAKEN);
    expect(shownErrors()).toEqual([]);
  });
});

describe('a field that is left empty', () => {
  async function leaveName(options?: Options) {
    const { user } = await render(<Form onSubmit={async () => {}} options={options} />);
    await user.click(field('Full name'));
    await user.click(field('Email'));
    await act(schema);
    return { user };
  }

  test('is wrong at once', async () => {
    await leaveName();
    await waitFor(() => expect(shownErrors()).toEqual(['Name must be at least 2 characters']));
  });

  test('is not wrong before the form is sent, where the form says so', async () => {
    const { user } = await leaveName({ validateOnBlur: 'filled' });
    expect(shownErrors()).toEqual([]);
    await user.type(field('Full name'), 'D');
    await user.tab();
    await waitFor(() => expect(shownErrors()).toEqual(['Name must be at least 2 characters']));
    await user.clear(field('Full name'));
    await user.click(sendButton());
    await waitFor(() => expect(shownErrors()).toHaveLength(3));
    await user.click(field('Full name'));
    await user.click(field('Email'));
    await act(schema);
    expect(shownErrors()).toHaveLength(3);
  });
});

describe('a failure that no field shows', () => {
  const rejectOnce = () => Promise.reject(networkError());

  test('stays until the form is sent again', async () => {
    const { retype, send } = await renderFilled(rejectOnce);
    await send();
    await screen.findByRole('alert');
    await retype('Full name', 'Dilini');
    screen.getByRole('alert');
  });

  test('goes with the next change, where the form says so', async () => {
    const { retype, send } = await renderFilled(rejectOnce, { clearErrorOnChange: true });
    await send();
    await screen.findByRole('alert');
    await retype('Full name', 'Dilini');
    expect(screen.queryByRole('alert')).toBeNull();
    await send();
    await screen.findByRole('alert');
  });

  test('goes when the errors are cleared, and those of the fields with it', async () => {
    const { user, retype, send } = await renderFilled(rejectOnce);
    await send();
    await screen.findByRole('alert');
    await retype('Full name', 'D');
    await waitFor(() => expect(shownErrors()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(shownErrors()).toEqual([]);
  });
});

describe('two passwords that differ', () => {
  test('are right again when the first one is corrected', async () => {
    const { retype } = await renderFilled();
    await retype('Confirm password', 'vidya-demos');
    await screen.findByText(DIFFER);
    await retype('Password', 'vidya-demos');
    await waitFor(() => expect(shownErrors()).toEqual([]));
  });
});

describe('the submit button', () => {
  // spec login.15 | D Errors | A press on a button whose form cannot be checked yet, because its contract is still being loaded, shows that it counted |
  //   src/client/lib/forms/use-app-form.ts
  test('is busy while the contract is still on its way', async () => {
    let arrive = () => {};
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const onSubmit = vi.fn(() => Promise.resolve());
    const { user } = await render(<Form onSubmit={onSubmit} options={{ schema: () => late.then(schema) }} />);
    await user.click(sendButton());
    await waitFor(() => expect(sendButton().hasAttribute('disabled')).toBe(true));
    await act(async () => arrive());
    await waitFor(() => expect(errorOf('Full name')).toBe('Name must be at least 2 characters'));
    expect([sendButton().hasAttribute('disabled'), document.activeElement]).toEqual([false, field('Full name')]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('sends once however often it is pressed', async () => {
    const { answer, succeed } = makePending();
    const { onSubmit } = await renderFilled(answer);
    const button = sendButton();
    await act(async () => {
      button.click();
      button.click();
    });
    await succeed();
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});

describe('the focus after pressing the button', () => {
  /** A disabled button loses the focus in browsers; happy-dom needs another field for that. */
  async function sendAndLoseFocus(answer: () => Promise<void>): Promise<void> {
    const { send } = await renderFilled(answer);
    await send();
    await waitFor(() => expect(sendButton()).toHaveProperty('disabled', true));
    await act(async () => field('Full name').focus());
    await act(async () => field('Full name').blur());
    expect(document.activeElement).toBe(document.body);
  }

  test('returns to the button after a failure', async () => {
    const { answer, fail } = makePending();
    await sendAndLoseFocus(answer);
    await fail(networkError());
    await waitFor(() => expect(document.activeElement).toBe(sendButton()));
  });

  test('returns to the button after a success when the form stays', async () => {
    const { answer, succeed } = makePending();
    await sendAndLoseFocus(answer);
    await succeed();
    await waitFor(() => expect(document.activeElement).toBe(sendButton()));
  });

  test('goes to the field that the server refuses', async () => {
    const { answer, fail } = makePending();
    await sendAndLoseFocus(answer);
    await fail(apiError('auth.email_taken'));
    await waitFor(() => expect(document.activeElement).toBe(field('Email')));
  });

  test('stays where the user has gone meanwhile', async () => {
    const { answer, fail } = makePending();
    await sendAndLoseFocus(answer);
    await act(async () => field('Full name').focus());
    await fail(networkError());
    await screen.findByText('It failed.');
    expect(document.activeElement).toBe(field('Full name'));
  });
});

describe('a form with a draft', () => {
  test('stores each change, and is restored until it is discarded', async () => {
    const first = await render(<Form onSubmit={async () => {}} hasDraft />);
    await first.user.type(field('Full name'), 'Dilini');
    expect(DRAFT.read()).toEqual({ name: 'Dilini', email: '', password: '', confirmPassword: '' });
    await first.user.clear(field('Full name'));
    expect(DRAFT.read()).toBeNull();
  });

  test('shows a stored draft and removes it when it is discarded', async () => {
    DRAFT.write({ name: 'Dilini', email: '', password: '', confirmPassword: '' });
    const { user } = await render(<Form onSubmit={async () => {}} hasDraft />);
    expect(field('Full name')).toHaveProperty('value', 'Dilini');
    screen.getByText('Restored');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field('Full name')).toHaveProperty('value', '');
    expect(DRAFT.read()).toBeNull();
  });
});
