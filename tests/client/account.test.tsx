import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { session } from '#client/lib/session/session.ts';
import { account, clickButton, fillField, findText, getButton, getField, getSection, HERE, listButtons } from '#tests/support/account-page.ts';
import { apiError, networkError } from '#tests/support/fake-api.ts';
import { getErrorOf, listErrors } from '#tests/support/field-errors.ts';
import { ADMIN, STUDENT, TUTOR } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

const GUARDIAN = 'I am the parent or guardian of a student under 18';
const PHONE = 'Phone number (optional)';
const getGuardianBox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: GUARDIAN });
const readDraft = () => JSON.parse(sessionStorage.getItem('draft:details') ?? 'null');
const storeDraft = (draft: object) => sessionStorage.setItem('draft:details', JSON.stringify(draft));

// spec account.1 | D Routes | /account for whoever is signed in, in its parts, the calendar link, the kinds of mail and webhooks for students and
//   tutors, API keys for everyone | src/client/features/account/account-page.tsx
describe('/account', () => {
  test('leads a visitor to login, and back', async () => {
    const { at } = await visit('/account?leave=true', null);
    expect(at()).toBe('/login?redirect=%2Faccount%3Fleave%3Dtrue');
  });

  test.each([STUDENT, TUTOR, ADMIN])('shows everyone its parts, and mails, calendar and webhooks to those who have sessions: $role', async (me) => {
    await account(me);
    const parts = [
      ['Photo', 'photo'],
      ['Details', 'details'],
      ['Email', 'email'],
      ['Password', 'password'],
      ['Two-step sign-in', 'two-step'],
      ['Sessions', 'sessions'],
      ...(me === ADMIN ? [] : [['Email preferences', 'email-preferences']]),
      ...(me === STUDENT ? [['Saved searches', 'saved-searches']] : []),
      ['Push notifications', 'push'],
      ...(me === ADMIN ? [] : [['Calendar', 'calendar']]),
      ['API keys', 'api-keys'],
      ...(me === ADMIN ? [] : [['Webhooks', 'webhooks']]),
      ['Your data', 'your-data'],
      ['Delete account', 'delete'],
    ];
    const headings = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(parts.map(([title]) => title));
    expect(listLinks(screen.getByRole('navigation', { name: 'Account' }))).toEqual(parts.map(([title, anchor]) => [title, `/account#${anchor}`]));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Account');
  });

  test('says what is wrong when it cannot be read, and tries again', async () => {
    let isAway = true;
    const { user } = await visit('/account', STUDENT, {
      'auth.me': () => {
        if (isAway) throw apiError('request.limited');
        return aViewer(STUDENT);
      },
      'account.sessions': () => [HERE],
    });
    await findText('Too many requests. Please try again later.');
    isAway = false;
    await clickButton(user, 'Try Again');
    await screen.findByLabelText('Full name');
    // Or it would go on asking in the next test.
    await act(() => session.check());
  });
});

describe('the form of the details', () => {
  // spec account.2 | S2, R §4.1 4 | Name and phone | src/client/features/account/details-form.tsx
  test('sends what was changed, which stands in the top bar at once', async () => {
    const { user, sent } = await account();
    await fillField(user, 'Full name', 'දිල්නි පෙරේරා');
    await clickButton(user, 'Save');
    await screen.findByRole('button', { name: 'Account menu of දිල්නි පෙරේරා' });
    await findText('Your details were saved successfully');
    expect(sent('auth.updateDetails')).toEqual([{ name: 'දිල්නි පෙරේරා' }]);
    expect(within(getSection('Details')).getByText('Saved')).toBeDefined();
    expect(session.viewer()?.name).toBe('දිල්නි පෙරේරා');
  });

  // spec account.2
  test('says beside each field what is wrong, and sends nothing', async () => {
    const { user, sent } = await account();
    await fillField(user, 'Full name', 'D');
    await fillField(user, PHONE, '077');
    await user.click(getGuardianBox());
    await clickButton(user, 'Save');
    await findText('Required');
    const messages = ['Name must be at least 2 characters', 'Phone number must be 10 digits', 'Required'];
    expect(['Full name', PHONE, "Child's first name"].map((label) => getErrorOf(getField(label)))).toEqual(messages);
    expect(listErrors(getSection('Details'))).toEqual(messages);
    expect(document.activeElement).toBe(getField('Full name'));
    expect(sent('auth.updateDetails')).toEqual([]);
  });

  // spec states.59
  test('shows what was saved, also where an older answer comes after it', async () => {
    let isHeld = false;
    let answer = () => {};
    const old = aViewer(STUDENT);
    const { user } = await account(STUDENT, {
      answers: { 'auth.me': () => (isHeld ? new Promise((resolve) => (answer = () => resolve(old))) : old) },
    });
    isHeld = true;
    await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
    await fillField(user, 'Full name', 'Dilini P.');
    await clickButton(user, 'Save');
    await findText('Your details were saved successfully');
    await act(async () => answer());
    expect([getField('Full name').value, session.viewer()?.name]).toEqual(['Dilini P.', 'Dilini P.']);
    expect(within(getSection('Details')).getByText('Saved')).toBeDefined();
  });

  // spec account.3 | D Accounts | The child's first name, of students only | src/client/features/account/details-form.tsx
  test('names the child of a parent or guardian, and removes it when the box is no longer ticked', async () => {
    const { user, sent } = await account();
    await user.click(getGuardianBox());
    await fillField(user, "Child's first name", 'Sanduni');
    await clickButton(user, 'Save');
    await waitFor(() => expect(sent('auth.updateDetails')).toEqual([{ childName: 'Sanduni' }]));
    await waitFor(() => expect(listButtons(getSection('Details'))).toEqual(['Save']));
    await user.click(getGuardianBox());
    await clickButton(user, 'Save');
    await waitFor(() => expect(sent('auth.updateDetails')).toEqual([{ childName: 'Sanduni' }, { childName: '' }]));
  });

  // spec account.3
  test.each([TUTOR, ADMIN])('asks for no child where nobody books: $role', async (me) => {
    await account(me);
    expect(screen.queryByRole('checkbox', { name: GUARDIAN })).toBeNull();
  });

  // spec errors.31 | C §8 Authentication | 'Failed to update profile. Please try again.' of the account |
  //   src/client/features/account/details-form.tsx
  // spec account.2
  test.each([
    ['the sentence of the server beside the field', () => apiError('request.invalid', { field: 'phone' }), 'Invalid input'],
    ['its own where there was no answer', networkError, 'Failed to update profile. Please try again.'],
  ])('says after a failure %s, and keeps what was typed', async (_, failure, sentence) => {
    const updateDetails = () => {
      throw failure();
    };
    const { user } = await account(STUDENT, { answers: { 'auth.updateDetails': updateDetails } });
    await fillField(user, PHONE, '0719999999');
    await clickButton(user, 'Save');
    await within(getSection('Details')).findByText(sentence);
    expect(getField(PHONE).value).toBe('0719999999');
  });

  test('sends once, however often Save is pressed', async () => {
    const { user, sent } = await account(STUDENT, { answers: { 'auth.updateDetails': () => new Promise<never>(() => {}) } });
    await fillField(user, 'Full name', 'Dilini P.');
    const save = getButton('Save');
    await act(async () => {
      save.click();
      save.click();
    });
    await waitFor(() => expect(sent('auth.updateDetails')).toHaveLength(1));
    await act(async () => save.click());
    expect(sent('auth.updateDetails')).toHaveLength(1);
  });

  // spec account.4 | D Errors | What is typed survives a reload | src/client/features/account/details-form.tsx
  test('survives a reload while it is being filled in, until it is saved or discarded', async () => {
    storeDraft({ userId: 'student-1', name: 'Dilini typed', phone: '', isGuardian: true, childName: 'San' });
    const { user } = await account();
    expect([getField('Full name').value, getField(PHONE).value, getField("Child's first name").value]).toEqual(['Dilini typed', '', 'San']);
    await clickButton(user, 'Discard changes');
    expect([getField('Full name').value, getField(PHONE).value, getGuardianBox().checked]).toEqual(['Dilini Perera', '0771234567', false]);
    expect(readDraft()).toBeNull();
    await fillField(user, 'Full name', 'Dilini anew');
    expect(readDraft()).toEqual({ userId: 'student-1', name: 'Dilini anew' });
  });

  test('keeps across a reload what was typed, and shows what was saved elsewhere', async () => {
    storeDraft({ userId: 'student-1', phone: '0711111111' });
    const { user, sent } = await account(STUDENT, { own: { name: 'Dilini elsewhere' } });
    expect([getField('Full name').value, getField(PHONE).value]).toEqual(['Dilini elsewhere', '0711111111']);
    await clickButton(user, 'Save');
    await waitFor(() => expect(sent('auth.updateDetails')).toEqual([{ phone: '0711111111' }]));
  });

  test('keeps what is typed during a save, also across a reload', async () => {
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { user, change } = await account(STUDENT, {
      answers: { 'auth.updateDetails': (changes) => isAnswered.then(() => change({ ...changes, name: 'Dilini P.' })) },
    });
    await fillField(user, 'Full name', 'Dilini P. ');
    await clickButton(user, 'Save');
    await waitFor(() => expect(getButton('Save').disabled).toBe(true));
    await fillField(user, PHONE, '0711111111');
    await act(async () => answer());
    await screen.findByRole('button', { name: 'Account menu of Dilini P.' });
    expect([getField('Full name').value, getField(PHONE).value]).toEqual(['Dilini P.', '0711111111']);
    expect(readDraft()).toEqual({ userId: 'student-1', phone: '0711111111' });
  });

  // spec account.4
  test('never shows what another account has typed in this tab', async () => {
    storeDraft({ userId: 'tutor-1', name: 'Nimal', phone: '', isGuardian: false, childName: '' });
    await account();
    expect(getField('Full name').value).toBe('Dilini Perera');
  });

  test('shows what was changed elsewhere once the window has the focus again, but over nothing that is being typed', async () => {
    const { user, change } = await account();
    await fillField(user, 'Full name', 'Dilini typed');
    change({ name: 'Dilini elsewhere', phone: '0711111111' });
    await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(getField(PHONE).value).toBe('0711111111'));
    expect(getField('Full name').value).toBe('Dilini typed');
  });
});

describe('the end of the session', () => {
  test('leads to the login when it comes from another tab', async () => {
    const { at } = await account();
    localStorage.removeItem('token');
    await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage })));
    await waitFor(() => expect(at()).toBe('/login?redirect=%2Faccount'));
  });

  // spec states.57
  test('leaves everything as it is where the same person has logged in anew in another tab', async () => {
    let isOver = false;
    const { user, at } = await account(STUDENT, {
      answers: {
        'auth.me': (_, { token }) => {
          if (isOver && token === 'token-of-student-1') throw apiError('auth.expired');
          return aViewer(STUDENT);
        },
      },
    });
    await fillField(user, 'Full name', 'Dilini typed');
    localStorage.setItem('draft:student-1:message thread-1', 'Good morning');
    isOver = true;
    localStorage.setItem('token', 'lasting');
    await act(() => session.check());
    await screen.findByLabelText('Full name');
    expect([at(), session.token(), localStorage.getItem('token')]).toEqual(['/account', 'lasting', 'lasting']);
    expect([localStorage.getItem('draft:student-1:message thread-1'), readDraft()]).toEqual([
      'Good morning',
      { userId: 'student-1', name: 'Dilini typed' },
    ]);
    expect(screen.queryByText('Session expired. Please login again.')).toBeNull();
  });
});
