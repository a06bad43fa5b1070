import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { RegisterWizard } from '#client/features/auth/register-wizard.tsx';
import { getPathAfterSignUp } from '#client/features/auth/sign-up.ts';
import { session } from '#client/lib/session/session.ts';
import { registerChoice } from '#shared/contracts/auth.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import type { SignUpRole } from '#shared/vocabulary/people.ts';
import { TERMS_VERSION } from '#shared/vocabulary/terms.ts';
import { type Answers, apiError, fakeApi, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { getErrorOf, listErrors } from '#tests/support/field-errors.ts';
import { render, STUDENT, TUTOR } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';

const started = { token: 'a-token', user: aViewer(TUTOR, { emailVerified: false }) };

async function renderWizard(register: Answers['auth.register'] = () => started, role?: SignUpRole, answers: Answers = {}) {
  const api = fakeApi({ 'auth.register': register, ...answers });
  const onDone = vi.fn();
  const { user, router } = await render(<RegisterWizard role={role} onDone={onDone} />, { api });
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const tick = (label: string | RegExp) => user.click(getField(label));
  const fill = async (label: string, text: string) => {
    await user.clear(getField(label));
    await user.click(getField(label));
    if (text !== '') await user.paste(text);
    await user.tab();
  };
  const openStep2 = async () => {
    await fill('Full name', 'Nimal Silva');
    await fill('Email', 'nimal@vidya.test');
    await fill('Password', 'vidya-demo');
    await fill('Confirm password', 'vidya-demo');
    await press('Next Step');
    await screen.findByText('Phone & Role Selection');
  };
  const leave = async () => {
    await act(async () => router.history.push('/elsewhere'));
    await screen.findByText('at /elsewhere');
  };
  return { user, api, onDone, history: router.history, press, tick, fill, openStep2, leave };
}

const PHONE = 'Phone number (optional)';
const CHILD = "Child's first name";
const TERMS = /^I agree/;
const GUARDIAN = 'I am the parent or guardian of a student under 18';

const getField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const getValues = (...labels: string[]) => labels.map((label) => getField(label).value);

describe('step 1, Basic Information', () => {
  // spec register.1 | P §2 Register | Step 1, Basic Information: full name, email, password, confirm password |
  //   src/client/features/auth/register-steps.tsx
  // spec entities.3 | P §3 | Registration form | src/shared/contracts/auth.ts
  // spec validation.2 | P §5 Register | Register: name of at least 2, valid email, password of at least 6, both the same |
  //   src/shared/contracts/auth.ts
  test('stays until every field is valid, and focuses the first invalid one', async () => {
    const { press, fill } = await renderWizard();
    await fill('Full name', 'N');
    await fill('Email', 'nimal');
    await fill('Password', '12345');
    await fill('Confirm password', '123456');
    await press('Next Step');
    await screen.findByText("Passwords don't match");
    const messages = [
      'Name must be at least 2 characters',
      'Please enter a valid email address',
      'Password must be at least 6 characters',
      "Passwords don't match",
    ];
    expect(['Full name', 'Email', 'Password', 'Confirm password'].map((label) => getErrorOf(getField(label)))).toEqual(messages);
    expect(listErrors(document.body)).toEqual(messages);
    expect(document.activeElement).toBe(getField('Full name'));
    expect(document.body.textContent).toContain('Step 1 of 2');
  });
});

describe('a password with the name or the address in it', () => {
  test.each(['nimal1234', 'my-silva-1'])('is refused in the first step: %s', async (password) => {
    const { press, fill } = await renderWizard();
    await fill('Full name', 'Nimal Silva');
    await fill('Email', 'nimal@vidya.test');
    await fill('Password', password);
    await fill('Confirm password', password);
    await press('Next Step');
    await screen.findByText('A password cannot contain your name or email address. Please choose another one.');
    expect(document.body.textContent).toContain('Step 1 of 2');
  });
});

describe('step 2, Phone & Role Selection', () => {
  // spec validation.3 | P §5 Register | Register: phone optional, else exactly 10 digits; a role; consent | src/shared/contracts/auth.ts
  test('requires a role and consent, and accepts a phone number of ten digits or none', async () => {
    const { api, press, fill, openStep2 } = await renderWizard();
    await openStep2();
    await fill(PHONE, '077');
    await screen.findByText('Phone number must be 10 digits');
    await fill(PHONE, '');
    await press('Create Account');
    await screen.findByText('Please select whether you want to join as a Student or Tutor');
    await screen.findByText('You must agree to the Terms of Service and Privacy Policy');
    expect(document.body.textContent).not.toContain('Phone number must be 10 digits');
    expect(api.calls).toEqual([]);
  });

  // spec s12-ways.3
  // spec s12-ways.63 | S12 A | "Become a Tutor" has chosen Tutor, which can be changed | src/client/routes/register.tsx
  test('has the role that a link has chosen', async () => {
    const { user, openStep2 } = await renderWizard(undefined, 'tutor');
    await openStep2();
    const isChosen = (role: string) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${role}`) }).checked;
    expect([isChosen('Student'), isChosen('Tutor')]).toEqual([false, true]);
    await user.click(screen.getByRole('radio', { name: /^Student/ }));
    expect([isChosen('Student'), isChosen('Tutor')]).toEqual([true, false]);
  });

  test('accepts a phone number as phones write it, and leaves it in the field as it was typed', async () => {
    const { press, fill, openStep2 } = await renderWizard();
    await openStep2();
    await fill(PHONE, '+94 77 123 4567');
    await press('Create Account');
    await screen.findByText('Please select whether you want to join as a Student or Tutor');
    expect(document.body.textContent).not.toContain('Phone number must be 10 digits');
    expect(getField(PHONE).value).toBe('+94 77 123 4567');
  });

  test('says that the role is missing where the contract did not check it, and keeps what was typed', async () => {
    const { api, onDone, press, fill, openStep2 } = await renderWizard();
    await openStep2();
    await fill(PHONE, '0771234567');
    const choice = { phone: '0771234567', role: 'student', agreeToTerms: true, isGuardian: false, childName: '' } as const;
    vi.spyOn(registerChoice, 'safeParse').mockReturnValue({ success: true, data: choice });
    await press('Create Account');
    await screen.findByText('Please select whether you want to join as a Student or Tutor');
    expect(sessionStorage.getItem('draft:registration')).toContain('0771234567');
    expect([api.calls, onDone.mock.calls]).toEqual([[], []]);
  });

  // spec register.8 | P §2 Register | Terms and privacy open in a new tab | src/client/features/auth/register-steps.tsx
  test('opens terms and privacy in a new tab', async () => {
    const { openStep2 } = await renderWizard();
    await openStep2();
    const links = screen.getAllByRole<HTMLAnchorElement>('link').map(({ target, href }) => [target, new URL(href).pathname]);
    expect(links).toEqual([
      ['_blank', '/terms'],
      ['_blank', '/privacy'],
    ]);
  });

  // spec register.2 | P §2 Register | Step 2, Phone & Role Selection: phone, role, terms, with Back and Create Account |
  //   src/client/features/auth/register-steps.tsx
  // spec states.14 | P §4 Registration wizard | Wizard: Next Step and Back, submit on step 2 only | src/client/features/auth/register-wizard.tsx
  test('has the values of both steps after Back and Next Step', async () => {
    const { press, tick, fill, openStep2 } = await renderWizard();
    await openStep2();
    await fill(PHONE, '0771234567');
    await tick(/^Tutor/);
    await press('Back');
    expect(getValues('Full name', 'Email', 'Password', 'Confirm password')).toEqual(['Nimal Silva', 'nimal@vidya.test', 'vidya-demo', 'vidya-demo']);
    await press('Next Step');
    await screen.findByText('Phone & Role Selection');
    expect([getField(PHONE).value, getField(/^Tutor/).checked]).toEqual(['0771234567', true]);
  });

  test('is an entry of the history: Back shows the first step with its passwords, and Forward the second', async () => {
    const { history, press, openStep2 } = await renderWizard();
    await openStep2();
    expect(history.length).toBe(2);
    await act(async () => history.back());
    await screen.findByText('Step 1 of 2');
    expect(getField('Password').value).toBe('vidya-demo');
    expect(document.activeElement?.tagName).toBe('H2');
    await act(async () => history.forward());
    await screen.findByText('Step 2 of 2');
    await press('Back');
    await screen.findByText('Step 1 of 2');
    expect([history.location.state.__TSR_index, history.length]).toEqual([0, 2]);
  });

  // spec register.16 | S2 | One account, however often the button is pressed | src/client/features/auth/register-wizard.tsx
  test('creates one account, however often the button is pressed', async () => {
    const { api, onDone, tick, openStep2 } = await renderWizard();
    await openStep2();
    await tick(/^Student/);
    await tick(TERMS);
    const button = screen.getByRole('button', { name: 'Create Account' });
    await act(async () => {
      button.click();
      button.click();
    });
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(api.calls).toHaveLength(1);
  });

  // spec register.14 | D Accounts | A parent or guardian names the child: students only, required | src/client/features/auth/register-steps.tsx
  test('requires the child’s first name of a parent, and offers it to students only', async () => {
    const { api, onDone, press, tick, fill, openStep2 } = await renderWizard();
    await openStep2();
    expect(document.body.textContent).not.toContain('parent or guardian');
    await tick(/^Tutor/);
    expect(document.body.textContent).not.toContain('parent or guardian');
    await tick(/^Student/);
    expect(document.body.textContent).not.toContain('first name');
    await tick(GUARDIAN);
    await tick(TERMS);
    await press('Create Account');
    await screen.findByText('Required');
    expect(document.activeElement).toBe(getField(CHILD));
    expect(api.calls).toEqual([]);
    await fill(CHILD, 'S'.repeat(151));
    await screen.findByText("Child's first name cannot be longer than 150 characters");
    await fill(CHILD, 'Sanuli');
    await press('Create Account');
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(api.calls[0]?.input).toMatchObject({ role: 'student', childName: 'Sanuli' });
  });

  // spec register.14
  test('sends no child’s name for a tutor', async () => {
    const { api, press, tick, fill, openStep2 } = await renderWizard();
    await openStep2();
    await tick(/^Student/);
    await tick(GUARDIAN);
    await fill(CHILD, 'Sanuli');
    await tick(/^Tutor/);
    await tick(TERMS);
    await press('Create Account');
    await waitFor(() => expect(api.calls[0]?.input).toMatchObject({ role: 'tutor', childName: '' }));
  });

  // spec register.7 | D Accounts | Registering signs in for good | src/client/features/auth/register-wizard.tsx
  test('registers, signs in for good and calls onDone with the account', async () => {
    const { api, onDone, press, tick, openStep2 } = await renderWizard();
    await openStep2();
    await tick(/^Tutor/);
    await tick(TERMS);
    await press('Create Account');
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(started.user));
    expect(api.calls).toEqual([
      {
        path: 'auth.register',
        input: {
          name: 'Nimal Silva',
          email: 'nimal@vidya.test',
          password: 'vidya-demo',
          role: 'tutor',
          phone: '',
          childName: '',
          termsVersion: TERMS_VERSION,
        },
      },
    ]);
    expect(session.viewer()).toEqual({ ...TUTOR, emailVerified: false });
    expect(localStorage.getItem('token')).toBe('a-token');
    expect(sessionStorage.getItem('draft:registration')).toBeNull();
  });

  // spec register.15
  test('goes back to the email field when the address is taken, with all values', async () => {
    const { press, tick, fill, openStep2 } = await renderWizard(() => Promise.reject(apiError('auth.email_taken', { field: 'email' })));
    await openStep2();
    await fill(PHONE, '0771234567');
    await tick(/^Student/);
    await tick(TERMS);
    await press('Create Account');
    await screen.findByText('An account with this email already exists');
    expect(document.activeElement).toBe(getField('Email'));
    expect(getValues('Full name', 'Email', 'Password')).toEqual(['Nimal Silva', 'nimal@vidya.test', 'vidya-demo']);
    await fill('Email', 'nimal.silva@vidya.test');
    await press('Next Step');
    await screen.findByText('Phone & Role Selection');
    expect([getField(PHONE).value, getField(/^Student/).checked, getField(TERMS).checked]).toEqual(['0771234567', true, true]);
  });

  test('says when to try again', async () => {
    const { press, tick, openStep2 } = await renderWizard(() => Promise.reject(rateLimitError(25)));
    await openStep2();
    await tick(/^Student/);
    await tick(TERMS);
    await press('Create Account');
    await screen.findByText('Too many requests. Please try again later. You can try again in 25 seconds.');
  });

  // spec errors.9 | C §8 Authentication | 'Registration failed. Please try again.' | src/client/features/auth/register-wizard.tsx
  test('shows its own message without an answer', async () => {
    const { press, tick, openStep2 } = await renderWizard(() => Promise.reject(networkError()));
    await openStep2();
    await tick(/^Student/);
    await tick(TERMS);
    await press('Create Account');
    await screen.findByText('Registration failed. Please try again.');
  });
});

// spec register.17 | S8 A | A registration whose answer was lost can be repeated: where the account exists by then, it is logged in with the same
//   password | src/client/features/auth/sign-up.ts
describe('a registration that is repeated after its answer was lost', () => {
  async function registerOnce(login: Answers['auth.beginLogin']) {
    let isRegistered = false;
    const register = () => {
      if (isRegistered) throw apiError('auth.email_taken', { field: 'email' });
      isRegistered = true;
      throw networkError();
    };
    const open = async () => {
      const wizard = await renderWizard(register, undefined, { 'auth.beginLogin': login });
      await wizard.openStep2();
      await wizard.tick(/^Tutor/);
      await wizard.tick(TERMS);
      await wizard.press('Create Account');
      return wizard;
    };
    const wizard = await open();
    await screen.findByText('Registration failed. Please try again.');
    return { ...wizard, open };
  }

  async function registerTwice(login: Answers['auth.beginLogin']) {
    const { press, api, onDone } = await registerOnce(login);
    await press('Create Account');
    return { api, onDone };
  }

  test('goes on with the account that was created', async () => {
    const { api, onDone } = await registerTwice(() => ({ started }));
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(started.user));
    expect(session.token()).toBe('a-token');
    expect(api.inputsOf('auth.beginLogin')).toEqual([{ email: 'nimal@vidya.test', password: 'vidya-demo' }]);
  });

  test('says that the address is taken where the password is not that of the account', async () => {
    const { onDone } = await registerTwice(() => {
      throw apiError('auth.credentials');
    });
    await screen.findByText('An account with this email already exists');
    expect(onDone).not.toHaveBeenCalled();
  });

  // spec register.18 | S8 A | The password of a registration whose answer was lost is forgotten with the form, and after five minutes |
  //   src/client/features/auth/sign-up.ts
  test('is a new one once the form was left', async () => {
    const { open, leave } = await registerOnce(() => ({ started }));
    await leave();
    const { api, onDone } = await open();
    await screen.findByText('An account with this email already exists');
    expect([api.inputsOf('auth.beginLogin'), onDone.mock.calls]).toEqual([[], []]);
  });

  // spec register.18
  test('is a new one after five minutes', async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const { api, press, onDone } = await registerOnce(() => ({ started }));
    await act(() => vi.advanceTimersByTimeAsync(5 * MINUTE_MS));
    await press('Create Account');
    await screen.findByText('An account with this email already exists');
    expect([api.inputsOf('auth.beginLogin'), onDone.mock.calls]).toEqual([[], []]);
  });
});

describe('a reload', () => {
  test('of the second step starts at the first, without the passwords', async () => {
    const { history, openStep2 } = await renderWizard();
    await act(async () => history.push('/here', { isChoosing: true }));
    await screen.findByText('Step 1 of 2');
    await waitFor(() => expect(history.location.state).not.toHaveProperty('isChoosing'));
    await openStep2();
  });

  // spec register.15 | D Errors | What was typed outlives a reload, passwords apart | src/client/features/auth/sign-up.ts
  test('restores all values except the passwords', async () => {
    sessionStorage.setItem(
      'draft:registration',
      JSON.stringify({ name: 'Nimal Silva', email: 'nimal@vidya.test', phone: '0771234567', role: 'student', isGuardian: true, childName: 'Sanuli' }),
    );
    const { press, fill } = await renderWizard();
    expect(getValues('Full name', 'Email', 'Password')).toEqual(['Nimal Silva', 'nimal@vidya.test', '']);
    await fill('Password', 'vidya-demo');
    await fill('Confirm password', 'vidya-demo');
    expect(sessionStorage.getItem('draft:registration')).not.toContain('vidya-demo');
    await press('Next Step');
    await screen.findByText('Phone & Role Selection');
    expect([getField(PHONE).value, getField(/^Student/).checked]).toEqual(['0771234567', true]);
    expect([getField(GUARDIAN).checked, getField(CHILD).value]).toEqual([true, 'Sanuli']);
  });
});

// spec s12-ways.7 | S12 A | After signing up only a booking that was begun is gone on with; tutors go to their profile, others home |
//   src/client/features/auth/sign-up.ts
describe('where a new account goes', () => {
  test.each([
    [STUDENT, '/tutors/t-1?book=1&at=1800000000000', '/tutors/t-1?book=1&at=1800000000000'],
    [STUDENT, '/tutors/t-1?subject=s-1&book=1', '/tutors/t-1?subject=s-1&book=1'],
    [STUDENT, '/tutors/t-1', '/student/dashboard'],
    [STUDENT, '/tutors/t-1?book=10', '/student/dashboard'],
    [STUDENT, '/terms', '/student/dashboard'],
    [STUDENT, undefined, '/student/dashboard'],
    [TUTOR, '/tutors/t-1?book=1', '/tutor/profile'],
  ])('$role, from %s to %s', (me, returnTo, path) => {
    expect(getPathAfterSignUp(me, returnTo)).toBe(path);
  });
});
