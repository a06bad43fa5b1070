import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DaysOffSection } from '#client/features/tutor-profile/days-off-section.tsx';
import { showToasts, type Toast } from '#client/ui/toasts.ts';
import type { BookingsInside, DaysOffView } from '#shared/contracts/tutors.ts';
import { dialogText, errorOf, inDialog, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi } from '#tests/support/fake-api.ts';
import { button, field, fill, press, render, shown, texts, tick, until } from '#tests/support/render.tsx';
import { MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';

const ZONE = 'Asia/Colombo';
const WEEK: DaysOffView = { id: 'off-1', fromDate: '2026-12-07', toDate: '2026-12-13', start: null, end: null, note: 'Exam week' };
const HOURS: DaysOffView = { id: 'off-2', fromDate: '2026-12-20', toDate: '2026-12-20', start: '09:00', end: '12:00', note: '' };
const NOBODY: BookingsInside = { total: 0, bookings: [] };

const said: Toast[] = [];
const endings: (() => void)[] = [];

beforeEach(() => {
  vi.stubEnv('TZ', ZONE);
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
  said.length = 0;
  endings.push(showToasts((toast) => said.push(toast)));
});
afterEach(() => {
  for (const end of endings.splice(0)) end();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** The section at a server that keeps what it is told. */
async function daysOff({ planned = [], answers }: { planned?: DaysOffView[]; answers?: Answers } = {}) {
  let kept = planned;
  const api = fakeApi({
    'daysOff.own': () => kept,
    'daysOff.bookingsInside': () => NOBODY,
    'daysOff.add': ({ start = null, end = null, note = '', ...dates }) => {
      const added = { id: `off-${kept.length + 1}`, ...dates, start, end, note };
      kept = [...kept, added];
      return added;
    },
    'daysOff.remove': ({ id }) => {
      kept = kept.filter((day) => day.id !== id);
      return { message: 'done' };
    },
    ...answers,
  });
  await render(<DaysOffSection zone={ZONE} />, { api });
  return { sent: (path: string) => api.calls.filter((call) => call.path === path).map(({ input }) => input) };
}

const listed = () => texts('ul[aria-label="Planned days off"] li').map((text) => text.replaceAll('\u00a0', ' '));
const submit = () => press('Add days off');

async function choose(label: string, value: string): Promise<void> {
  const select = document.querySelector(`select[aria-label="${label}"]`);
  if (!(select instanceof HTMLSelectElement)) throw new Error(`there is no list ${label}`);
  await act(async () => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

describe('the days off that are planned', () => {
  // spec days-off.1
  it('are listed with their dates, hours and notes', async () => {
    await daysOff({ planned: [WEEK, HOURS] });
    await until(() => expect(listed()).toEqual(['Mon, 7 Dec 2026 – Sun, 13 Dec 2026Exam week', 'Sun, 20 Dec 2026, 9:00 AM – 12:00 PM']));
  });

  it('say when there are none, and that they are saved by themselves', async () => {
    await daysOff();
    await shown('No days off planned. Students can book all your weekly hours.');
    await shown('This is saved at once, apart from the rest of your profile. Dates and times are in Colombo time.');
  });

  it('say what is wrong when they cannot be read, and try again', async () => {
    let isAway = true;
    const own = () => {
      if (isAway) throw apiError('request.limited');
      return [HOURS];
    };
    await daysOff({ answers: { 'daysOff.own': own } });
    await shown('Too many requests. Please try again later.');
    isAway = false;
    await press('Try Again');
    await until(() => expect(listed()).toHaveLength(1));
  });

  // spec days-off.4
  it('go once that is confirmed', async () => {
    const { sent } = await daysOff({ planned: [WEEK, HOURS] });
    await until(() => expect(listed()).toHaveLength(2));
    await press('Remove Mon, 7 Dec 2026 – Sun, 13 Dec 2026');
    await shown('Students can book your weekly hours again: Mon, 7 Dec 2026 – Sun, 13 Dec 2026.');
    expect(sent('daysOff.remove')).toEqual([]);
    await pressInDialog('Remove');
    await until(() => expect(listed()).toEqual(['Sun, 20 Dec 2026, 9:00 AM – 12:00 PM']));
    expect(sent('daysOff.remove')).toEqual([{ id: 'off-1' }]);
    expect(said).toEqual([{ kind: 'success', message: 'Days off removed successfully' }]);
  });

  // spec days-off.4
  it('are read again when another tab has removed them', async () => {
    let isThere = true;
    const answers: Answers = {
      'daysOff.own': () => (isThere ? [HOURS] : []),
      'daysOff.remove': () => {
        isThere = false;
        throw apiError('days_off.not_found');
      },
    };
    await daysOff({ answers });
    await until(() => expect(listed()).toHaveLength(1));
    await press('Remove Sun, 20 Dec 2026, 9:00 AM – 12:00 PM');
    await pressInDialog('Remove');
    await shown('No days off planned.');
    expect(said).toEqual([{ kind: 'error', message: 'Day off not found' }]);
  });
});

describe('planning days off', () => {
  // spec days-off.3
  it('names the bookings inside, which stay, before anything is saved', async () => {
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
    const { sent } = await daysOff({ answers: { 'daysOff.bookingsInside': () => inside } });
    await fill('First day', '2026-11-24');
    await fill('Last day', '2026-11-30');
    await fill('Note', '  Family  ');
    await submit();
    await inDialog('Add days off');
    for (const sentence of [
      'Tue, 24 Nov 2026 – Mon, 30 Nov 2026',
      '22 bookings lie inside. They stay as they are',
      'Physics with Kavindu Perera',
      'Tue, 24 Nov 2026, 4:00 PM – 5:00 PM',
      'Confirmed',
      'and 21 more bookings',
    ])
      expect(dialogText()).toContain(sentence);
    expect(sent('daysOff.add')).toEqual([]);
    await pressInDialog('Add days off');
    await until(() => expect(listed()).toEqual(['Tue, 24 Nov 2026 – Mon, 30 Nov 2026Family']));
    expect(sent('daysOff.add')).toEqual([{ fromDate: '2026-11-24', toDate: '2026-11-30', note: 'Family' }]);
    expect(said).toEqual([{ kind: 'success', message: 'Days off added successfully' }]);
    expect(field('First day').value).toBe('');
  });

  it('gives the focus back to the button, which was busy before the question', async () => {
    let answer = () => {};
    const inside = () => new Promise<BookingsInside>((resolve) => (answer = () => resolve({ total: 0, bookings: [] })));
    await daysOff({ answers: { 'daysOff.bookingsInside': inside } });
    await fill('First day', '2026-11-24');
    const opener = document.querySelector<HTMLElement>('form [type="submit"]');
    await act(async () => {
      opener?.focus();
      opener?.click();
    });
    // As a browser does with what is disabled.
    await act(async () => {
      field('Note').focus();
      field('Note').blur();
    });
    expect(document.activeElement).toBe(document.body);
    await act(async () => answer());
    await pressInDialog('Add days off');
    await until(() => expect(dialogText()).toBe(''));
    await until(() => expect(document.activeElement).toBe(opener));
  });

  // spec days-off.1
  it('may be for some hours of one day', async () => {
    const { sent } = await daysOff();
    await tick('Only some hours of one day');
    await fill('Day', '2026-11-25');
    await choose('From', '14:00');
    await choose('To', '13:00');
    await submit();
    await shown('The end must be later than the start');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('To');
    await choose('To', '16:00');
    await submit();
    await inDialog('Add days off');
    expect(dialogText()).toContain('Wed, 25 Nov 2026, 2:00 PM – 4:00 PM');
    expect(dialogText()).toContain('No bookings lie inside.');
    await pressInDialog('Add days off');
    await until(() =>
      expect(sent('daysOff.add')).toEqual([{ fromDate: '2026-11-25', toDate: '2026-11-25', start: '14:00', end: '16:00', note: '' }]),
    );
  });

  // spec days-off.2
  it.each([
    ['', '', 'First day', 'Please choose a day from today on'],
    ['2026-11-22', '', 'First day', 'Please choose a day from today on'],
    ['2026-11-26', '2026-11-25', 'Last day', 'The last day cannot be before the first'],
    ['2026-11-26', '2027-11-25', 'Last day', 'Days off can be planned up to 366 days ahead'],
    ['2027-11-25', '', 'First day', 'Days off can be planned up to 366 days ahead'],
  ])('from "%s" to "%s" says beside %s: %s', async (from, to, label, sentence) => {
    const { sent } = await daysOff();
    await fill('First day', from);
    await fill('Last day', to);
    await submit();
    await until(() => expect(errorOf(label)).toBe(sentence));
    expect(document.activeElement).toBe(field(label));
    expect(sent('daysOff.bookingsInside')).toEqual([]);
  });

  // spec days-off.2
  it('offers today to 366 days ahead in the zone of the platform', async () => {
    vi.setSystemTime(new Date('2026-11-23T18:45:00Z'));
    await daysOff();
    expect([field('First day').min, field('First day').max]).toEqual(['2026-11-24', '2027-11-25']);
  });

  it.each([
    ['days_off.past', 'First day', 'fromDate'],
    ['days_off.order', 'Last day', 'toDate'],
    ['days_off.too_far', 'Last day', 'toDate'],
  ] as const)('that the server refuses with %s says so beside %s, and nothing typed is lost', async (code, label, named) => {
    const add = () => {
      throw apiError(code, { field: named });
    };
    await daysOff({ answers: { 'daysOff.add': add } });
    await fill('First day', '2026-11-24');
    await fill('Last day', '2026-11-30');
    await submit();
    await pressInDialog('Add days off');
    await until(() => expect(errorOf(label)).toBe(apiError(code).message));
    expect(document.activeElement).toBe(field(label));
    expect([field('First day').value, field('Last day').value]).toEqual(['2026-11-24', '2026-11-30']);
  });

  // spec days-off.2
  it('that are too many say so above the button', async () => {
    const add = () => {
      throw apiError('days_off.too_many');
    };
    await daysOff({ answers: { 'daysOff.add': add } });
    await fill('First day', '2026-11-24');
    await submit();
    await pressInDialog('Add days off');
    await shown('You can plan at most 100 days off');
    expect(button('Add days off').type).toBe('submit');
  });
});
