import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { RegisterWizard } from '#client/features/auth/register-wizard.tsx';
import { session } from '#client/lib/session/session.ts';
import { type Answers, apiError, fakeApi, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { field, fill, press, pressTwice, render, shown, TUTOR, texts, tick, until } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';

const started = { token: 'a-token', user: aViewer(TUTOR, { emailVerified: false }) };

async function wizard(register: Answers['auth.register'] = () => started) {
  const api = fakeApi({ 'auth.register': register });
  const onDone = vi.fn();
  const { router } = await render(<RegisterWizard onDone={onDone} />, { api });
  return { api, onDone, history: router.history };
}

async function fillBasics() {
  await fill('Full name', 'Nimal Silva');
  await fill('Email', 'nimal@vidya.test');
  await fill('Password', 'vidya-demo');
  await fill('Confirm password', 'vidya-demo');
}

async function toStep2() {
  await fillBasics();
  await press('Next Step');
  await shown('Phone & Role Selection');
}

describe('step 1, Basic Information', () => {
  // spec register.1 | P §2 Register | Step 1, Basic Information: full name, email, password, confirm password |
  //   src/client/features/auth/register-steps.tsx
  // spec entities.3 | P §3 | Registration form | src/shared/contracts/auth.ts
  // spec validation.2 | P §5 Register | Register: name of at least 2, valid email, password of at least 6, both the same |
  //   src/shared/contracts/auth.ts
  it('goes no further until every field is right, and puts the focus on the first that is not', async () => {
    await wizard();
    await fill('Full name', 'N');
    await fill('Email', 'nimal');
    await fill('Password', '12345');
    await fill('Confirm password', '123456');
    await press('Next Step');
    await shown("Passwords don't match");
    expect(texts('.mantine-InputWrapper-error')).toEqual([
      'Name must be at least 2 characters',
      'Please enter a valid email address',
      'Password must be at least 6 characters',
      "Passwords don't match",
    ]);
    expect(document.activeElement).toBe(field('Full name'));
    expect(document.body.textContent).toContain('Step 1 of 2');
  });
});

describe('step 2, Phone & Role Selection', () => {
  // spec validation.3 | P §5 Register | Register: phone optional, else exactly 10 digits; a role; consent | src/shared/contracts/auth.ts
  it('asks for a role and for consent, and takes a phone number of ten digits or none', async () => {
    const { api } = await wizard();
    await toStep2();
    await fill('Phone number', '077');
    await shown('Phone number must be 10 digits');
    await fill('Phone number', '');
    await press('Create Account');
    await shown('Please select whether you want to join as a Student or Tutor');
    await shown('You must agree to the Terms of Service and Privacy Policy');
    expect(document.body.textContent).not.toContain('Phone number must be 10 digits');
    expect(api.calls).toEqual([]);
  });

  // spec register.8 | P §2 Register | Terms and privacy open in a new tab | src/client/features/auth/register-steps.tsx
  it('opens terms and privacy in a new tab', async () => {
    await wizard();
    await toStep2();
    const links = [...document.querySelectorAll('a')].map(({ target, href }) => [target, new URL(href).pathname]);
    expect(links).toEqual([
      ['_blank', '/terms'],
      ['_blank', '/privacy'],
    ]);
  });

  // spec register.2 | P §2 Register | Step 2, Phone & Role Selection: phone, role, terms, with Back and Create Account |
  //   src/client/features/auth/register-steps.tsx
  // spec states.14 | P §4 Registration wizard | Wizard: Next Step and Back, submit on step 2 only | src/client/features/auth/register-wizard.tsx
  it('keeps both steps on the way back and forth', async () => {
    await wizard();
    await toStep2();
    await fill('Phone number', '0771234567');
    await tick('Tutor');
    await press('Back');
    expect(['Full name', 'Email', 'Password', 'Confirm password'].map((label) => field(label).value)).toEqual([
      'Nimal Silva',
      'nimal@vidya.test',
      'vidya-demo',
      'vidya-demo',
    ]);
    await press('Next Step');
    await shown('Phone & Role Selection');
    expect([field('Phone number').value, field('Tutor').checked]).toEqual(['0771234567', true]);
  });

  it('is an entry of the history: Back of the browser leads to the first, with its passwords, and Forward on again', async () => {
    const { history } = await wizard();
    await toStep2();
    expect(history.length).toBe(2);
    await act(async () => history.back());
    await shown('Step 1 of 2');
    expect(field('Password').value).toBe('vidya-demo');
    expect(document.activeElement?.tagName).toBe('H2');
    await act(async () => history.forward());
    await shown('Step 2 of 2');
    await press('Back');
    await shown('Step 1 of 2');
    expect([history.location.state.__TSR_index, history.length]).toEqual([0, 2]);
  });

  // spec register.16 | S2 | One account, however often the button is pressed | src/client/features/auth/register-wizard.tsx
  it('is one account, however often the button is pressed', async () => {
    const { api, onDone } = await wizard();
    await toStep2();
    await tick('Student');
    await tick('I agree');
    await pressTwice('Create Account');
    await until(() => expect(onDone).toHaveBeenCalledOnce());
    expect(api.calls).toHaveLength(1);
  });

  // spec register.14 | D Accounts | A parent or guardian names the child: students only, required | src/client/features/auth/register-steps.tsx
  it('asks a parent for the child’s first name, and offers that to students only', async () => {
    const { api, onDone } = await wizard();
    await toStep2();
    expect(document.body.textContent).not.toContain('parent or guardian');
    await tick('Tutor');
    expect(document.body.textContent).not.toContain('parent or guardian');
    await tick('Student');
    expect(document.body.textContent).not.toContain('first name');
    await tick('I am the parent or guardian of a student under 18');
    await tick('I agree');
    await press('Create Account');
    await shown('Required');
    expect(document.activeElement).toBe(field("Child's first name"));
    expect(api.calls).toEqual([]);
    await fill("Child's first name", 'S'.repeat(151));
    await shown("Child's first name cannot be longer than 150 characters");
    await fill("Child's first name", 'Sanuli');
    await press('Create Account');
    await until(() => expect(onDone).toHaveBeenCalledOnce());
    expect(api.calls[0]?.input).toMatchObject({ role: 'student', childName: 'Sanuli' });
  });

  // spec register.14
  it('sends no child of a tutor, nor of a student who is none’s guardian', async () => {
    const { api } = await wizard();
    await toStep2();
    await tick('Student');
    await tick('I am the parent or guardian of a student under 18');
    await fill("Child's first name", 'Sanuli');
    await tick('Tutor');
    await tick('I agree');
    await press('Create Account');
    await until(() => expect(api.calls[0]?.input).toMatchObject({ role: 'tutor', childName: '' }));
  });

  // spec register.7 | D Accounts | Registering signs in for good | src/client/features/auth/register-wizard.tsx
  it('registers, signs in for good and leads on by role', async () => {
    const { api, onDone } = await wizard();
    await toStep2();
    await tick('Tutor');
    await tick('I agree');
    await press('Create Account');
    await until(() => expect(onDone).toHaveBeenCalledWith(started.user));
    expect(api.calls).toEqual([
      {
        path: 'auth.register',
        input: { name: 'Nimal Silva', email: 'nimal@vidya.test', password: 'vidya-demo', role: 'tutor', phone: '', childName: '' },
      },
    ]);
    expect(session.viewer()).toEqual({ ...TUTOR, emailVerified: false });
    expect(localStorage.getItem('token')).toBe('a-token');
    expect(sessionStorage.getItem('draft:registration')).toBeNull();
  });

  // spec register.15
  it('goes back to the email field when the address is taken, and loses nothing', async () => {
    await wizard(() => Promise.reject(apiError('auth.email_taken', { field: 'email' })));
    await toStep2();
    await fill('Phone number', '0771234567');
    await tick('Student');
    await tick('I agree');
    await press('Create Account');
    await shown('An account with this email already exists');
    expect(document.activeElement).toBe(field('Email'));
    expect([field('Full name').value, field('Email').value, field('Password').value]).toEqual(['Nimal Silva', 'nimal@vidya.test', 'vidya-demo']);
    await fill('Email', 'nimal.silva@vidya.test');
    await press('Next Step');
    await shown('Phone & Role Selection');
    expect([field('Phone number').value, field('Student').checked, field('I agree').checked]).toEqual(['0771234567', true, true]);
  });

  it('says when to try again', async () => {
    await wizard(() => Promise.reject(rateLimitError(25)));
    await toStep2();
    await tick('Student');
    await tick('I agree');
    await press('Create Account');
    await shown('Too many requests. Please try again later. You can try again in 25 seconds.');
  });

  // spec errors.9 | C §8 Authentication | 'Registration failed. Please try again.' | src/client/features/auth/register-wizard.tsx
  it('has a sentence of its own when nobody answers', async () => {
    await wizard(() => Promise.reject(networkError()));
    await toStep2();
    await tick('Student');
    await tick('I agree');
    await press('Create Account');
    await shown('Registration failed. Please try again.');
  });
});

describe('a reload', () => {
  it('of the second step begins at the first: the passwords are gone', async () => {
    const { history } = await wizard();
    await act(async () => history.push('/here', { isChoosing: true }));
    await shown('Step 1 of 2');
    await until(() => expect(history.location.state).not.toHaveProperty('isChoosing'));
    await toStep2();
  });

  // spec register.15 | D Errors | What was typed outlives a reload, passwords apart | src/client/features/auth/sign-up.ts
  it('loses nothing that was typed but passwords', async () => {
    sessionStorage.setItem(
      'draft:registration',
      JSON.stringify({ name: 'Nimal Silva', email: 'nimal@vidya.test', phone: '0771234567', role: 'student', isGuardian: true, childName: 'Sanuli' }),
    );
    await wizard();
    expect(['Full name', 'Email', 'Password'].map((label) => field(label).value)).toEqual(['Nimal Silva', 'nimal@vidya.test', '']);
    await fill('Password', 'vidya-demo');
    await fill('Confirm password', 'vidya-demo');
    expect(sessionStorage.getItem('draft:registration')).not.toContain('vidya-demo');
    await press('Next Step');
    await shown('Phone & Role Selection');
    expect([field('Phone number').value, field('Student').checked]).toEqual(['0771234567', true]);
    expect([field('I am the parent').checked, field("Child's first name").value]).toEqual([true, 'Sanuli']);
  });
});
