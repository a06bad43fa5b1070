import { describe, expect, it, vi } from 'vitest';
import { account, dialogText, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, button, field, press, STUDENT, shown, TUTOR, texts, until } from '#tests/support/render.tsx';
import { MONDAY_TEN } from '#tests/support/views.ts';

const urlOf = (index: number) => `https://vidya.test/calendar/secret-${index}.ics`;

/** A server that keeps the one link of whoever is signed in. */
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

const section = () => texts('#calendar')[0] ?? '';

describe('the calendar link', () => {
  // spec calendar.5
  it('is made by a button, and says what it is for and who should have it', async () => {
    await account(STUDENT, { answers: calendarServer() });
    await until(() => button('Make a calendar link'));
    expect(section()).toContain('Whoever has the link sees your sessions, so keep it to yourself.');
    await press('Make a calendar link');
    await until(() => expect(field('Your secret calendar link').value).toBe(urlOf(1)));
    await shown('Calendar link created successfully');
    await shown('Copy it now: it is shown only this once.');
    expect(document.activeElement?.textContent).toBe('Copy link');
    expect(document.querySelector('a[href^="webcal"]')?.getAttribute('href')).toBe('webcal://vidya.test/calendar/secret-1.ics');
  });

  it('is brought into sight: on a phone it appears above the edge', async () => {
    const shownAt: [string | null, unknown][] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element, options) {
      shownAt.push([this.querySelector('input')?.value ?? null, options]);
    });
    await account(STUDENT, { answers: calendarServer() });
    await until(() => button('Make a calendar link'));
    await press('Make a calendar link');
    await until(() => expect(shownAt).toEqual([[urlOf(1), { block: 'center' }]]));
  });

  it('is copied, which is said where it was pressed', async () => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    await account(STUDENT, { answers: calendarServer() });
    await until(() => button('Make a calendar link'));
    await press('Make a calendar link');
    await until(() => button('Copy link'));
    await press('Copy link');
    await until(() => button('Copied'));
    expect([copied, texts('#calendar [role="status"]')]).toEqual([[urlOf(1)], ['Link copied']]);
    await until(() => button('Copy link'));
  });

  it('that the browser will not copy is to be copied by hand', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await account(STUDENT, { answers: calendarServer() });
    await until(() => button('Make a calendar link'));
    await press('Make a calendar link');
    await until(() => button('Copy link'));
    await press('Copy link');
    await shown('The link could not be copied. Please select it and copy it by hand.');
    const link = field('Your secret calendar link');
    expect(document.activeElement).toBe(link);
    expect(link.value.slice(link.selectionStart ?? 0, link.selectionEnd ?? 0)).toBe(urlOf(1));
  });

  // spec calendar.5
  it('that exists says since when, and is never shown again', async () => {
    await account(TUTOR, { answers: calendarServer(MONDAY_TEN) });
    await until(() => expect(section()).toContain('Made on Mon, 23 Nov 2026, 10:00 AM'));
    expect(section()).toContain('It was shown only once. If you no longer have it, make a new one.');
    expect(document.querySelector('#calendar input')).toBeNull();
  });

  // spec calendar.5
  it('is renewed after a question, and the new one is shown', async () => {
    const { sent } = await account(STUDENT, { answers: calendarServer(MONDAY_TEN) });
    await until(() => button('Make a new link').focus());
    await press('Make a new link');
    await until(() => expect(dialogText()).toContain('The old link stops working at once.'));
    await pressInDialog('Cancel');
    expect(sent('calendar.makeFeed')).toEqual([]);
    await press('Make a new link');
    await pressInDialog('Make a new link');
    await until(() => expect(field('Your secret calendar link').value).toBe(urlOf(1)));
    expect(section()).not.toContain('It was shown only once.');
    await until(() => expect(dialogText()).toBe(''));
    expect(document.activeElement?.textContent).toBe('Copy link');
  });

  // spec calendar.5
  it('is revoked after a question, and can be made again', async () => {
    await account(STUDENT, { answers: calendarServer(MONDAY_TEN) });
    await until(() => button('Revoke link'));
    await press('Revoke link');
    await until(() => expect(dialogText()).toContain('Revoke the calendar link?'));
    await pressInDialog('Revoke link');
    await shown('Calendar link revoked successfully');
    await until(() => expect(document.activeElement?.textContent).toBe('Make a calendar link'));
    expect(section()).not.toContain('Made on');
  });

  it.each([
    ['with the sentence of the server', apiError('request.limited'), 'Too many requests. Please try again later.'],
    ['with its own', networkError(), 'Failed to change the calendar link. Please try again.'],
  ])('that could not be made says so, %s', async (_, error, sentence) => {
    await account(STUDENT, { answers: { ...calendarServer(), 'calendar.makeFeed': () => Promise.reject(error) } });
    await until(() => button('Make a calendar link').focus());
    await press('Make a calendar link');
    await shown(sentence);
    expect(document.activeElement?.textContent).toBe('Make a calendar link');
  });

  it('that could not be read leaves the rest of the page alone', async () => {
    let isAway = true;
    const server = calendarServer();
    await account(STUDENT, {
      answers: {
        ...server,
        'calendar.feed': () => {
          if (isAway) throw apiError('request.limited');
          return server['calendar.feed']();
        },
      },
    });
    await shown('Error Loading Calendar');
    isAway = false;
    await press('Try Again');
    await until(() => button('Make a calendar link'));
  });

  // spec calendar.5
  it('is none of an admin, who has no sessions', async () => {
    const { sent } = await account(ADMIN);
    expect([document.getElementById('calendar'), sent('calendar.feed')]).toEqual([null, []]);
  });
});
