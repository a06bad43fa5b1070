import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DaysOffSection } from '#client/features/tutor-profile/days-off-section.tsx';
import { setServerTime } from '#client/ui/clock.ts';
import type { BookingsInside, DaysOffView } from '#shared/contracts/availability.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { getErrorOf } from '#tests/support/field-errors.ts';
import { render } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';

const WEEK: DaysOffView = { id: 'off-1', fromDate: '2026-12-07', toDate: '2026-12-13', start: null, end: null, note: 'Exam week' };
const HOURS: DaysOffView = { id: 'off-2', fromDate: '2026-12-20', toDate: '2026-12-20', start: '09:00', end: '12:00', note: '' };
const NO_BOOKINGS: BookingsInside = { total: 0, bookings: [] };

const { toasts } = collectToasts();

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
});
afterEach(() => {
  vi.useRealTimers();
  setServerTime(new Date().toUTCString());
  vi.unstubAllEnvs();
});

async function renderSection({ planned = [], answers }: { planned?: DaysOffView[]; answers?: Answers } = {}) {
  let saved = planned;
  const api = fakeApi({
    'daysOff.own': () => saved,
    'daysOff.bookingsInside': () => NO_BOOKINGS,
    'daysOff.add': ({ start = null, end = null, note = '', ...dates }) => {
      const added = { id: `off-${saved.length + 1}`, ...dates, start, end, note };
      saved = [...saved, added];
      return added;
    },
    'daysOff.remove': ({ id }) => {
      saved = saved.filter((day) => day.id !== id);
      return { message: 'done' };
    },
    ...answers,
  });
  const { user } = await render(<DaysOffSection />, { api });
  return {
    user,
    api,
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
    confirm: async (name: RegExp) => user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name })),
    async fill(name: string, text: string) {
      const input = getInput(name);
      await user.clear(input);
      if (text !== '') await user.type(input, text);
      await user.tab();
    },
    select: (name: string, value: string) => user.selectOptions(screen.getByRole('combobox', { name }), value),
    submit: () => user.click(getSubmit()),
  };
}

const getInput = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
const getSubmit = () => within(screen.getByRole('form', { name: 'Plan days off' })).getByRole<HTMLButtonElement>('button', { name: 'Add days off' });
const listPlanned = () =>
  within(screen.getByRole('list', { name: 'Planned days off' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

describe('planned days off', () => {
  // spec days-off.1
  test('are listed with their dates, hours and notes', async () => {
    await renderSection({ planned: [WEEK, HOURS] });
    await waitFor(() => expect(listPlanned()).toEqual(['Mon, 7 Dec 2026 – Sun, 13 Dec 2026Exam week', 'Sun, 20 Dec 2026, 9:00 AM – 12:00 PM']));
  });

  test('say when there are none, and that they are saved apart', async () => {
    await renderSection();
    expect(await screen.findByText('No days off planned. Students can book all your weekly hours.')).toBeDefined();
    expect(
      screen.getByText(/This is saved immediately, separately from the rest of your profile\. Dates and times are in Colombo time\.$/),
    ).toBeDefined();
  });

  test('say why they cannot be read, and can be tried again', async () => {
    let isLimited = true;
    const own = () => {
      if (isLimited) throw apiError('request.limited');
      return [HOURS];
    };
    const { press } = await renderSection({ answers: { 'daysOff.own': own } });
    expect(await screen.findByText('Too many requests. Please try again later.')).toBeDefined();
    isLimited = false;
    await press('Try Again');
    await waitFor(() => expect(listPlanned()).toHaveLength(1));
  });

  // spec days-off.4
  test('are removed once that is confirmed', async () => {
    const { api, press, confirm } = await renderSection({ planned: [WEEK, HOURS] });
    await press('Remove Mon, 7 Dec 2026 – Sun, 13 Dec 2026');
    expect(await screen.findByText('Students can book your weekly hours again: Mon, 7 Dec 2026 – Sun, 13 Dec 2026.')).toBeDefined();
    expect(api.inputsOf('daysOff.remove')).toEqual([]);
    await confirm(/^Remove/);
    await waitFor(() => expect(listPlanned()).toEqual(['Sun, 20 Dec 2026, 9:00 AM – 12:00 PM']));
    expect(api.inputsOf('daysOff.remove')).toEqual([{ id: 'off-1' }]);
    expect(toasts).toEqual([{ kind: 'success', message: 'Days off removed successfully' }]);
  });

  // spec days-off.4
  test('are read again when another tab has removed them', async () => {
    let isPlanned = true;
    const answers: Answers = {
      'daysOff.own': () => (isPlanned ? [HOURS] : []),
      'daysOff.remove': () => {
        isPlanned = false;
        throw apiError('days_off.not_found');
      },
    };
    const { press, confirm } = await renderSection({ answers });
    await press('Remove Sun, 20 Dec 2026, 9:00 AM – 12:00 PM');
    await confirm(/^Remove/);
    expect(await screen.findByText(/^No days off planned\./)).toBeDefined();
    expect(toasts).toEqual([{ kind: 'error', message: 'Day off not found' }]);
  });
});

describe('planning days off', () => {
  // spec days-off.3
  test('names the bookings inside, which stay, before anything is saved', async () => {
    const inside: BookingsInside = {
      total: 22,
      bookings: [
        {
          id: 'booking-1',
          subject: 'Physics',
          student: 'Kavindu Perera',
          status: 'confirmed',
          startTime: TUESDAY_FOUR.start,
          endTime: TUESDAY_FOUR.end,
        },
      ],
    };
    const { api, fill, submit, confirm } = await renderSection({ answers: { 'daysOff.bookingsInside': () => inside } });
    await fill('First day', '2026-11-24');
    await fill('Last day', '2026-11-30');
    await fill('Note', '  Family  ');
    await submit();
    const dialog = await screen.findByRole('dialog');
    for (const text of [
      'Tue, 24 Nov 2026 – Mon, 30 Nov 2026',
      '22 bookings fall on these days. They are not cancelled',
      'Physics with Kavindu Perera',
      'Tue, 24 Nov 2026, 4:00 PM – 5:00 PM',
      'Confirmed',
      'and 21 more bookings',
    ])
      expect(dialog.textContent).toContain(text);
    expect(api.inputsOf('daysOff.add')).toEqual([]);
    await confirm(/^Add days off/);
    await waitFor(() => expect(listPlanned()).toEqual(['Tue, 24 Nov 2026 – Mon, 30 Nov 2026Family']));
    expect(api.inputsOf('daysOff.add')).toEqual([{ fromDate: '2026-11-24', toDate: '2026-11-30', note: 'Family' }]);
    expect(toasts).toEqual([{ kind: 'success', message: 'Days off added successfully' }]);
    expect(getInput('First day').value).toBe('');
  });

  test('returns the focus to the button, which is disabled while it looks up bookings', async () => {
    let answer = () => {};
    const inside = () => new Promise<BookingsInside>((resolve) => (answer = () => resolve({ total: 0, bookings: [] })));
    const { fill, submit, confirm } = await renderSection({ answers: { 'daysOff.bookingsInside': inside } });
    await fill('First day', '2026-11-24');
    await submit();
    // Browsers blur a button that becomes disabled.
    await act(async () => {
      getInput('Note').focus();
      getInput('Note').blur();
    });
    expect(document.activeElement).toBe(document.body);
    await act(async () => answer());
    await confirm(/^Add days off/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(getSubmit()));
  });

  // spec days-off.1
  test('may block some hours of one day', async () => {
    const { user, api, fill, select, submit, confirm } = await renderSection();
    await user.click(screen.getByRole('checkbox', { name: 'Only some hours of one day' }));
    await fill('Day', '2026-11-25');
    await select('From', '14:00');
    await select('To', '13:00');
    await submit();
    expect(await screen.findByText('The end must be later than the start')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'To' }));
    await select('To', '16:00');
    await submit();
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Wed, 25 Nov 2026, 2:00 PM – 4:00 PM');
    expect(dialog.textContent).toContain('No bookings fall on these days.');
    await confirm(/^Add days off/);
    await waitFor(() =>
      expect(api.inputsOf('daysOff.add')).toEqual([{ fromDate: '2026-11-25', toDate: '2026-11-25', start: '14:00', end: '16:00', note: '' }]),
    );
  });

  // spec days-off.2
  test.each([
    ['', '', 'First day', 'Please choose a day from today on'],
    ['2026-11-22', '', 'First day', 'Please choose a day from today on'],
    ['2026-11-26', '2026-11-25', 'Last day', 'The last day cannot be before the first'],
    ['2026-11-26', '2027-11-25', 'Last day', 'Days off can be planned up to 366 days ahead'],
    ['2027-11-25', '', 'First day', 'Days off can be planned up to 366 days ahead'],
  ])('from "%s" to "%s" shows beside %s: %s', async (from, to, label, message) => {
    const { api, fill, submit } = await renderSection();
    await fill('First day', from);
    await fill('Last day', to);
    await submit();
    await waitFor(() => expect(getErrorOf(getInput(label))).toBe(message));
    expect(document.activeElement).toBe(getInput(label));
    expect(api.inputsOf('daysOff.bookingsInside')).toEqual([]);
  });

  // spec days-off.11 | D Days off | Today is that of the server, also on a phone whose clock is wrong | src/client/features/tutor-profile/days-off-draft.ts
  test('goes by the clock of the server where that of the phone is days behind', async () => {
    setServerTime(new Date('2026-11-26T04:30:00Z').toUTCString());
    const { fill, submit } = await renderSection();
    expect(getInput('First day').min).toBe('2026-11-26');
    await fill('First day', '2026-11-24');
    await submit();
    await waitFor(() => expect(getErrorOf(getInput('First day'))).toBe('Please choose a day from today on'));
  });

  // spec days-off.2
  test('offers today to 366 days ahead in the zone of the platform', async () => {
    vi.setSystemTime(new Date('2026-11-23T18:45:00Z'));
    await renderSection();
    expect([getInput('First day').min, getInput('First day').max]).toEqual(['2026-11-24', '2027-11-25']);
  });

  test.each([
    ['days_off.past', 'First day', 'fromDate'],
    ['days_off.order', 'Last day', 'toDate'],
    ['days_off.too_far', 'Last day', 'toDate'],
  ] as const)('refused by the server with %s shows it beside %s, and loses nothing typed', async (code, label, named) => {
    const add = () => {
      throw apiError(code, { field: named });
    };
    const { fill, submit, confirm } = await renderSection({ answers: { 'daysOff.add': add } });
    await fill('First day', '2026-11-24');
    await fill('Last day', '2026-11-30');
    await submit();
    await confirm(/^Add days off/);
    await waitFor(() => expect(getErrorOf(getInput(label))).toBe(apiError(code).message));
    expect(document.activeElement).toBe(getInput(label));
    expect([getInput('First day').value, getInput('Last day').value]).toEqual(['2026-11-24', '2026-11-30']);
  });

  // spec days-off.12
  test('shows those whose answer was lost, which are saved', async () => {
    let planned: DaysOffView[] = [];
    const answers: Answers = {
      'daysOff.own': () => planned,
      'daysOff.add': () => {
        planned = [WEEK];
        throw networkError();
      },
    };
    const { fill, submit, confirm } = await renderSection({ answers });
    await fill('First day', '2026-12-07');
    await fill('Last day', '2026-12-13');
    await submit();
    await confirm(/^Add days off/);
    expect(await screen.findByText('Failed to save days off. Please try again.')).toBeDefined();
    await waitFor(() => expect(listPlanned()).toEqual(['Mon, 7 Dec 2026 – Sun, 13 Dec 2026Exam week']));
    expect(getInput('First day').value).toBe('2026-12-07');
  });

  // spec days-off.2
  test('too many shows that above the button', async () => {
    const add = () => {
      throw apiError('days_off.too_many');
    };
    const { fill, submit, confirm } = await renderSection({ answers: { 'daysOff.add': add } });
    await fill('First day', '2026-11-24');
    await submit();
    await confirm(/^Add days off/);
    expect((await screen.findByText('You can plan at most 100 days off')).role).toBe('alert');
    expect(getSubmit().type).toBe('submit');
  });
});
