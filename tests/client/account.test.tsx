import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { session } from '#client/lib/session/session.ts';
import { account, HERE } from '#tests/support/account-page.ts';
import { apiError, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, button, field, fill, press, pressTwice, STUDENT, shown, TUTOR, texts, tick, until } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { linksOf, visit } from '#tests/support/visit.ts';

// spec account.1 | D Routes | /account for whoever is signed in, in its parts, the calendar link, the kinds of mail and webhooks for students and
//   tutors, API keys for everyone | src/client/features/account/account-page.tsx
describe('/account', () => {
  it('leads a visitor to login, and back', async () => {
    const { at } = await visit('/account?leave=true', null);
    expect(at()).toBe('/login?redirect=%2Faccount%3Fleave%3Dtrue');
  });

  it.each([STUDENT, TUTOR, ADMIN])('shows everyone its parts, and mails, calendar and webhooks to those who have sessions: $role', async (me) => {
    await account(me);
    const parts = [
      ['Photo', 'photo'],
      ['Details', 'details'],
      ['Email', 'email'],
      ['Password', 'password'],
      ['Two-step sign-in', 'two-step'],
      ['Sessions', 'sessions'],
      ...(me === ADMIN ? [] : [['Email preferences', 'email-preferences']]),
      ['Push notifications', 'push'],
      ...(me === ADMIN ? [] : [['Calendar', 'calendar']]),
      ['API keys', 'api-keys'],
      ...(me === ADMIN ? [] : [['Webhooks', 'webhooks']]),
      ['Delete account', 'delete'],
    ];
    expect(texts('main h2')).toEqual(parts.map(([title]) => title));
    expect(linksOf('nav[aria-label="Account"]')).toEqual(parts.map(([title, anchor]) => [title, `/account#${anchor}`]));
    expect(texts('h1')).toEqual(['Account']);
  });

  it('says what is wrong when it cannot be read, and tries again', async () => {
    let isAway = true;
    await visit('/account', STUDENT, {
      'auth.me': () => {
        if (isAway) throw apiError('request.limited');
        return aViewer(STUDENT);
      },
      'account.sessions': () => [HERE],
    });
    await shown('Too many requests. Please try again later.');
    isAway = false;
    await press('Try Again');
    await shown('Full name');
    // Or it would go on asking in the next test.
    await act(() => session.check());
  });
});

describe('the details', () => {
  // spec account.2 | S2, R §4.1 4 | Name and phone | src/client/features/account/details-form.tsx
  it('are saved as far as they were changed, and stand in the top bar at once', async () => {
    const { sent } = await account();
    await fill('Full name', 'දිල්නි පෙරේරා');
    await press('Save');
    await until(() => button('Account menu of දිල්නි පෙරේරා'));
    await shown('Your details were saved successfully');
    expect(sent('auth.updateDetails')).toEqual([{ name: 'දිල්නි පෙරේරා' }]);
    expect(texts('#details span')).toContain('Saved');
    expect(session.viewer()?.name).toBe('දිල්නි පෙරේරා');
  });

  // spec account.2
  it('say beside the field what is wrong, and send nothing', async () => {
    const { sent } = await account();
    await fill('Full name', 'D');
    await fill('Phone number', '077');
    await tick('I am the parent or guardian of a student under 18');
    await press('Save');
    await shown('Required');
    expect(texts('#details .mantine-InputWrapper-error')).toEqual([
      'Name must be at least 2 characters',
      'Phone number must be 10 digits',
      'Required',
    ]);
    expect(document.activeElement).toBe(field('Full name'));
    expect(sent('auth.updateDetails')).toEqual([]);
  });

  // spec account.3 | D Accounts | The child's first name, of students only | src/client/features/account/details-form.tsx
  it('name the child of a parent or guardian, and forget it when the box is no longer ticked', async () => {
    const { sent } = await account();
    await tick('I am the parent or guardian of a student under 18');
    await fill("Child's first name", 'Sanduni');
    await press('Save');
    await until(() => expect(sent('auth.updateDetails')).toEqual([{ childName: 'Sanduni' }]));
    await until(() => expect(texts('#details button')).toEqual(['Save']));
    await tick('I am the parent or guardian of a student under 18');
    await press('Save');
    await until(() => expect(sent('auth.updateDetails')).toEqual([{ childName: 'Sanduni' }, { childName: '' }]));
  });

  // spec account.3
  it.each([TUTOR, ADMIN])('ask for no child where nobody books: $role', async (me) => {
    await account(me);
    expect(document.body.textContent).not.toContain('parent or guardian');
  });

  // spec errors.31 | C §8 Authentication | 'Failed to update profile. Please try again.' of the account |
  //   src/client/features/account/details-form.tsx
  // spec account.2
  it.each([
    ['the sentence of the server beside the field', () => apiError('request.invalid', { field: 'phone' }), 'Invalid input'],
    ['its own where there was no answer', networkError, 'Failed to update profile. Please try again.'],
  ])('a failure says %s, and what was typed stays', async (_, failure, sentence) => {
    const updateDetails = () => {
      throw failure();
    };
    await account(STUDENT, { answers: { 'auth.updateDetails': updateDetails } });
    await fill('Phone number', '0719999999');
    await press('Save');
    await until(() => expect(texts('#details p')).toContain(sentence));
    expect(field('Phone number').value).toBe('0719999999');
  });

  it('are sent once, however often Save is pressed', async () => {
    const { sent } = await account(STUDENT, { answers: { 'auth.updateDetails': () => new Promise<never>(() => {}) } });
    await fill('Full name', 'Dilini P.');
    await pressTwice('Save');
    await until(() => expect(sent('auth.updateDetails')).toHaveLength(1));
    await act(async () => button('Save').click());
    expect(sent('auth.updateDetails')).toHaveLength(1);
  });

  // spec account.4 | D Errors | What is typed survives a reload | src/client/features/account/details-form.tsx
  it('survive a reload while they are being typed, until they are saved or discarded', async () => {
    sessionStorage.setItem(
      'draft:details',
      JSON.stringify({ userId: 'student-1', name: 'Dilini typed', phone: '', isGuardian: true, childName: 'San' }),
    );
    await account();
    expect([field('Full name').value, field('Phone number').value, field("Child's first name").value]).toEqual(['Dilini typed', '', 'San']);
    await press('Discard changes');
    expect([field('Full name').value, field('Phone number').value, field('I am the parent').checked]).toEqual(['Dilini Perera', '0771234567', false]);
    expect(sessionStorage.getItem('draft:details')).toBeNull();
    await fill('Full name', 'Dilini anew');
    expect(JSON.parse(sessionStorage.getItem('draft:details') ?? '')).toEqual({ userId: 'student-1', name: 'Dilini anew' });
  });

  it('keep across a reload what was typed, and let in what was saved elsewhere', async () => {
    sessionStorage.setItem('draft:details', JSON.stringify({ userId: 'student-1', phone: '0711111111' }));
    const { sent } = await account(STUDENT, { own: { name: 'Dilini elsewhere' } });
    expect([field('Full name').value, field('Phone number').value]).toEqual(['Dilini elsewhere', '0711111111']);
    await press('Save');
    await until(() => expect(sent('auth.updateDetails')).toEqual([{ phone: '0711111111' }]));
  });

  it('that are typed while Save is under way stay, and are kept for a reload', async () => {
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { change } = await account(STUDENT, {
      answers: { 'auth.updateDetails': (changes) => isAnswered.then(() => change({ ...changes, name: 'Dilini P.' })) },
    });
    await fill('Full name', 'Dilini P. ');
    await press('Save');
    await until(() => expect(button('Save').disabled).toBe(true));
    await fill('Phone number', '0711111111');
    await act(async () => answer());
    await until(() => button('Account menu of Dilini P.'));
    expect([field('Full name').value, field('Phone number').value]).toEqual(['Dilini P.', '0711111111']);
    expect(JSON.parse(sessionStorage.getItem('draft:details') ?? '')).toEqual({ userId: 'student-1', phone: '0711111111' });
  });

  // spec account.4
  it('are never those that somebody else has typed here', async () => {
    sessionStorage.setItem('draft:details', JSON.stringify({ userId: 'tutor-1', name: 'Nimal', phone: '', isGuardian: false, childName: '' }));
    await account();
    expect(field('Full name').value).toBe('Dilini Perera');
  });

  it('that were changed elsewhere arrive with the next look at the page, but over nothing that is being typed', async () => {
    const { change } = await account();
    await fill('Full name', 'Dilini typed');
    change({ name: 'Dilini elsewhere', phone: '0711111111' });
    await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
    await until(() => expect(field('Phone number').value).toBe('0711111111'));
    expect(field('Full name').value).toBe('Dilini typed');
  });
});

describe('the end of the session', () => {
  it('in another tab leads from the page to the login', async () => {
    const { at } = await account();
    localStorage.removeItem('token');
    await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage })));
    await until(() => expect(at()).toBe('/login?redirect=%2Faccount'));
  });
});
