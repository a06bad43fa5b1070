import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import {
  account,
  clickButton,
  clickInDialog,
  findText,
  getButton,
  getDialogText,
  getField,
  getSection,
  waitForFocus,
  waitForNoDialog,
} from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, STUDENT, TUTOR } from '#tests/support/render.tsx';
import { MONDAY_TEN } from '#tests/support/views.ts';

const urlOf = (index: number) => `https://vidya.test/calendar/secret-${index}.ics`;

/** Stores the calendar link of one account. */
function calendarServer(made: Date | null = null) {
  let feed = made && { createdAt: made };
  let index = 0;
  return {
    'calendar.feed': () => feed,
    'calendar.makeFeed': () => {
      index += 1;
      feed = { createdAt: MONDAY_TEN };
      return { url: urlOf(index), createdAt: MONDAY_TEN };
    },
    'calendar.revokeFeed': () => {
      feed = null;
      return { message: 'Calendar link revoked successfully' };
    },
  } satisfies Answers;
}

const LINK = 'Your secret calendar link';
const getText = () => getSection('Calendar').textContent;
const waitForLink = () => waitFor(() => expect(getField(LINK).value).toBe(urlOf(1)));

describe('the calendar link', () => {
  // spec calendar.5
  test('is created by a button, and says what it is for and who should have it', async () => {
    const { user } = await account(STUDENT, { answers: calendarServer() });
    await screen.findByRole('button', { name: 'Make a calendar link' });
    expect(getText()).toContain('Anyone with the link can see your sessions, so keep it private.');
    await clickButton(user, 'Make a calendar link');
    await waitForLink();
    await findText('Calendar link created successfully');
    await findText('Copy it now: it is shown only this once.');
    expect(document.activeElement).toBe(getButton('Copy link'));
    expect(screen.getByRole('link', { name: 'Open in calendar app' }).getAttribute('href')).toBe('webcal://vidya.test/calendar/secret-1.ics');
  });

  test('scrolls into view: on a phone it appears out of sight', async () => {
    const shownAt: [string, unknown][] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element, options) {
      shownAt.push([this.contains(getField(LINK)) ? getField(LINK).value : '', options]);
    });
    const { user } = await account(STUDENT, { answers: calendarServer() });
    await clickButton(user, 'Make a calendar link');
    await waitFor(() => expect(shownAt).toEqual([[urlOf(1), { block: 'center' }]]));
  });

  test('is copied by a button, which says so', async () => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    const { user } = await account(STUDENT, { answers: calendarServer() });
    await clickButton(user, 'Make a calendar link');
    await clickButton(user, 'Copy link');
    await screen.findByRole('button', { name: 'Copied' });
    expect([copied, within(getSection('Calendar')).getByRole('status').textContent]).toEqual([[urlOf(1)], 'Link copied']);
    await screen.findByRole('button', { name: 'Copy link' });
  });

  test('is selected, to be copied by hand, where the browser refuses to copy', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    const { user } = await account(STUDENT, { answers: calendarServer() });
    await clickButton(user, 'Make a calendar link');
    await clickButton(user, 'Copy link');
    await findText('The link could not be copied. Please select it and copy it by hand.');
    const link = getField(LINK);
    expect(document.activeElement).toBe(link);
    expect(link.value.slice(link.selectionStart ?? 0, link.selectionEnd ?? 0)).toBe(urlOf(1));
  });

  // spec calendar.5
  test('says when it was made, and is never shown again', async () => {
    await account(TUTOR, { answers: calendarServer(MONDAY_TEN) });
    await waitFor(() => expect(getText()).toContain('Made on Mon, 23 Nov 2026, 10:00 AM'));
    expect(getText()).toContain('The link is shown only once. If you have lost it, make a new one.');
    expect(screen.queryByLabelText(LINK)).toBeNull();
  });

  // spec calendar.5
  test('is renewed after a question, and the new one is shown', async () => {
    const { user, sent } = await account(STUDENT, { answers: calendarServer(MONDAY_TEN) });
    await clickButton(user, 'Make a new link');
    await waitFor(() => expect(getDialogText()).toContain('The old link stops working immediately.'));
    await clickInDialog(user, 'Cancel');
    expect(sent('calendar.makeFeed')).toEqual([]);
    await clickButton(user, 'Make a new link');
    await clickInDialog(user, 'Make a new link');
    await waitForLink();
    expect(getText()).not.toContain('It was shown only once.');
    await waitForNoDialog();
    expect(document.activeElement).toBe(getButton('Copy link'));
  });

  // spec calendar.5
  test('is revoked after a question, and can be created again', async () => {
    const { user } = await account(STUDENT, { answers: calendarServer(MONDAY_TEN) });
    await clickButton(user, 'Revoke link');
    await waitFor(() => expect(getDialogText()).toContain('Revoke the calendar link?'));
    await clickInDialog(user, 'Revoke link');
    await findText('Calendar link revoked successfully');
    await waitForFocus(() => getButton('Make a calendar link'));
    expect(getText()).not.toContain('Made on');
  });

  test.each([
    ['with the message of the server', apiError('request.limited'), 'Too many requests. Please try again later.'],
    ['with its own', networkError(), 'Failed to change the calendar link. Please try again.'],
  ])('says that it could not be created, %s', async (_, error, sentence) => {
    const { user } = await account(STUDENT, { answers: { ...calendarServer(), 'calendar.makeFeed': () => Promise.reject(error) } });
    await clickButton(user, 'Make a calendar link');
    await findText(sentence);
    await waitForFocus(() => getButton('Make a calendar link'));
  });

  test('leaves the rest of the page alone where it cannot be fetched', async () => {
    let isAway = true;
    const server = calendarServer();
    const { user } = await account(STUDENT, {
      answers: {
        ...server,
        'calendar.feed': () => {
          if (isAway) throw apiError('request.limited');
          return server['calendar.feed']();
        },
      },
    });
    await findText('Error Loading Calendar');
    isAway = false;
    await clickButton(user, 'Try Again');
    await screen.findByRole('button', { name: 'Make a calendar link' });
  });

  // spec calendar.5
  test('is not there for an admin, who has no sessions', async () => {
    const { sent } = await account(ADMIN);
    expect([screen.queryByRole('region', { name: 'Calendar' }), sent('calendar.feed')]).toEqual([null, []]);
  });
});
