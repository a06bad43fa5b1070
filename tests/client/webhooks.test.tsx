import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { AddWebhookInput, AttemptView, DeliveryView, SwitchWebhookInput, WebhookView } from '#shared/contracts/webhooks.ts';
import { WEBHOOK_EVENTS } from '#shared/vocabulary/outside.ts';
import { account, dialogText, errorOf, inDialog, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, button, field, fill, press, STUDENT, shown, TUTOR, texts, until } from '#tests/support/render.tsx';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { linksOf } from '#tests/support/visit.ts';

const URL_OF = 'https://receiver.example.com/news';
const aWebhook = (more: Partial<WebhookView> = {}): WebhookView => ({
  id: `id of ${more.url ?? URL_OF}`,
  url: URL_OF,
  events: [...WEBHOOK_EVENTS],
  failingSince: null,
  offAt: null,
  isOffByFailures: false,
  createdAt: MONDAY_TEN,
  ...more,
});

/** A server that keeps the webhooks of whoever is signed in. */
function hookServer(...first: WebhookView[]) {
  let webhooks = first;
  let secrets = 0;
  const secret = () => {
    secrets += 1;
    return `whsec_${secrets}`;
  };
  const change = (id: string, changes: Partial<WebhookView>) => {
    const [found] = webhooks.filter((one) => one.id === id);
    if (!found) throw apiError('webhook.not_found');
    const changed = { ...found, ...changes };
    webhooks = webhooks.map((one) => (one.id === id ? changed : one));
    return changed;
  };
  return {
    'webhooks.list': () => webhooks,
    'webhooks.add': ({ url, events }: AddWebhookInput) => {
      const made = aWebhook({ url, events });
      webhooks = [...webhooks, made];
      return { ...made, secret: secret() };
    },
    'webhooks.change': ({ id, ...changes }: AddWebhookInput & { id: string }) => change(id, changes),
    'webhooks.switch': ({ id, isOn }: SwitchWebhookInput) =>
      change(id, { offAt: isOn ? null : MONDAY_TEN, isOffByFailures: false, failingSince: null }),
    'webhooks.renewSecret': ({ id }: { id: string }) => {
      change(id, {});
      return { secret: secret() };
    },
    'webhooks.remove': ({ id }: { id: string }) => {
      change(id, {});
      webhooks = webhooks.filter((one) => one.id !== id);
      return { message: 'Webhook removed successfully' };
    },
  } satisfies Answers;
}

const section = () => texts('#webhooks')[0] ?? '';
const cards = () => texts('#webhooks ul[aria-label="Webhooks"] > li');
const secrets = () => [...document.querySelectorAll<HTMLInputElement>('#webhooks input[readonly]')].map(({ value }) => value);
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('[role="dialog"] input[type="checkbox"]')];
const turn = (index: number) => act(async () => boxes()[index]?.click());
const onOff = () => {
  const [found] = document.querySelectorAll<HTMLInputElement>('#webhooks input[type="checkbox"]');
  if (!found) throw new Error('there is no switch');
  return found;
};
const flip = () => act(async () => onOff().click());

async function opened(answers: Answers, name = 'Add a webhook') {
  const visited = await account(TUTOR, { answers });
  await until(() => button(name).focus());
  await press(name);
  await until(() => field('Address'));
  return visited;
}

// spec webhooks.23 | S7, D Routes | On /account, for students and tutors: address, events, whether one is off and why |
//   src/client/features/account/programs/webhooks.tsx
describe('the webhooks', () => {
  it.each([STUDENT, TUTOR])('say what they are for, and where it is written how to take a message: $role', async (me) => {
    await account(me);
    await shown('You have no webhooks. Add the address of your program');
    expect(section()).toContain('tells a program of yours at once what happens to your bookings');
    expect(linksOf('#webhooks')).toEqual([['Read the API reference (opens in a new tab)', '/api/docs']]);
  });

  it('are none of an admin, who has no bookings', async () => {
    const { sent } = await account(ADMIN);
    expect([document.getElementById('webhooks'), sent('webhooks.list')]).toEqual([null, []]);
  });

  it('are listed with address and events, and why one is off or soon will be', async () => {
    const off = { offAt: MONDAY_TEN };
    await account(TUTOR, {
      answers: hookServer(
        aWebhook({ events: ['booking.created', 'booking.rescheduled'] }),
        aWebhook({ url: 'https://b.example.com', failingSince: MONDAY_TEN }),
        aWebhook({ url: 'https://c.example.com', ...off }),
        aWebhook({ url: 'https://d.example.com', ...off, isOffByFailures: true, failingSince: MONDAY_TEN }),
      ),
    });
    await until(() => expect(cards()).toHaveLength(4));
    const [on = '', failing = '', byOwner = '', byFailures = ''] = cards();
    expect(on).toContain(`${URL_OF}Told of: Requested, MovedSwitched on`);
    expect(failing).toContain('Told of: All five eventsEvery try has failed since Mon, 23 Nov 2026, 10:00 AM');
    expect(byOwner).toContain('You switched it off on Mon, 23 Nov 2026, 10:00 AM');
    expect(byFailures).toContain('We switched it off on Mon, 23 Nov 2026, 10:00 AM');
    expect(byFailures).toContain('because nothing was taken for 3 days');
    expect(byFailures).not.toContain('Every try has failed');
    const states = [...document.querySelectorAll<HTMLInputElement>('#webhooks input[type="checkbox"]')].map(({ checked }) => checked);
    expect(states).toEqual([true, true, false, false]);
  });

  it('that could not be read leave the rest of the page alone', async () => {
    let isAway = true;
    await account(TUTOR, {
      answers: {
        'webhooks.list': () => {
          if (isAway) throw apiError('request.limited');
          return [];
        },
      },
    });
    await shown('Error Loading Webhooks');
    isAway = false;
    await press('Try Again');
    await shown('You have no webhooks.');
  });
});

describe('a new webhook', () => {
  // spec webhooks.24 | S7 | Adding one: errors beside the field, nothing typed is lost, the secret shown once; at five it says so in place of the
  //   button | src/client/features/account/programs/webhook-dialog.tsx
  it('has all five events unless some are taken away, and shows its secret once', async () => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    const { sent } = await opened(hookServer());
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true, true, true]);
    await turn(4);
    await fill('Address', URL_OF);
    await pressInDialog('Add webhook');
    await until(() => expect(secrets()).toEqual(['whsec_1']));
    expect(sent('webhooks.add')).toEqual([{ url: URL_OF, events: WEBHOOK_EVENTS.slice(0, 4) }]);
    await shown('Webhook added successfully');
    expect(cards()).toHaveLength(1);
    await until(() => expect(document.activeElement?.textContent).toBe('Copy secret'));
    await press('Copy secret');
    await until(() => expect(copied).toEqual(['whsec_1']));
    await press('Done');
    expect(secrets()).toEqual([]);
    expect(document.activeElement?.textContent).toContain(URL_OF);
  });

  // spec webhooks.24
  it('has an address and an event at least, which is said beside them', async () => {
    const { sent } = await opened(hookServer());
    for (const index of [0, 1, 2, 3, 4]) await turn(index);
    await pressInDialog('Add webhook');
    await until(() => expect(errorOf('Address')).toBe('Please enter an address that begins with https://'));
    expect(document.activeElement).toBe(field('Address'));
    expect(texts('[role="dialog"] fieldset p')).toEqual(['Please choose at least one event']);
    await fill('Address', URL_OF);
    await pressInDialog('Add webhook');
    await until(() => expect(document.activeElement).toBe(boxes()[0]));
    expect(sent('webhooks.add')).toEqual([]);
  });

  // spec webhooks.24
  it.each([
    ['webhook.url', 'Please enter an address that begins with https://'],
    ['webhook.url_private', 'This address is not on the public internet, so it cannot be called.'],
    ['webhook.url_taken', 'You already have a webhook with this address'],
  ] as const)('says beside the address why it was refused, and keeps what was typed: %s', async (code, sentence) => {
    await opened({ ...hookServer(), 'webhooks.add': () => Promise.reject(apiError(code)) });
    await turn(0);
    await fill('Address', 'https://10.0.0.1');
    await pressInDialog('Add webhook');
    await until(() => expect(errorOf('Address')).toBe(sentence));
    expect([field('Address').value, boxes()[0]?.checked]).toEqual(['https://10.0.0.1', false]);
  });

  it.each([
    ['in the words of the server', apiError('webhook.too_many'), 'You can have at most 5 webhooks'],
    ['in its own', networkError(), 'Failed to add the webhook. Please try again.'],
  ])('that could not be added says why %s', async (_, error, sentence) => {
    await opened({ ...hookServer(), 'webhooks.add': () => Promise.reject(error) });
    await fill('Address', URL_OF);
    await pressInDialog('Add webhook');
    await until(() => expect(texts('[role="dialog"] [role="alert"]')).toEqual([sentence]));
    expect(field('Address').value).toBe(URL_OF);
  });

  // spec webhooks.24
  it('is added once, however often it is asked for', async () => {
    const { sent } = await opened({ ...hookServer(), 'webhooks.add': () => new Promise<never>(() => {}) });
    await fill('Address', URL_OF);
    const add = await inDialog('Add webhook');
    await act(async () => {
      add.click();
      add.click();
    });
    await until(() => expect(sent('webhooks.add')).toHaveLength(1));
    await act(async () => add.click());
    expect(sent('webhooks.add')).toHaveLength(1);
  });

  // spec webhooks.24
  it('is not offered beside five others: it says so in place of the button', async () => {
    await account(TUTOR, { answers: hookServer(...[1, 2, 3, 4, 5].map((index) => aWebhook({ url: `https://${index}.example.com` }))) });
    await shown('You have 5 webhooks, the most there can be. Remove one to add another.');
    expect(texts('#webhooks button')).not.toContain('Add a webhook');
  });
});

describe('a webhook', () => {
  // spec webhooks.25 | S7 | Changing, switching, a new secret, removing | src/client/features/account/programs/webhook-card.tsx
  it('gets another address and other events, and begins with those it has', async () => {
    const { sent } = await opened(hookServer(aWebhook({ events: ['booking.created'] })), 'Change');
    expect([field('Address').value, boxes().map(({ checked }) => checked)]).toEqual([URL_OF, [true, false, false, false, false]]);
    await turn(1);
    await fill('Address', 'https://other.example.com');
    await pressInDialog('Save changes');
    await until(() => expect(cards()[0]).toContain('https://other.example.comTold of: Requested, Confirmed'));
    expect(sent('webhooks.change')).toEqual([
      { id: `id of ${URL_OF}`, url: 'https://other.example.com', events: ['booking.created', 'booking.confirmed'] },
    ]);
    await shown('Webhook saved successfully');
    await until(() => expect(document.activeElement).toBe(button('Change')));
  });

  // spec webhooks.25
  it('is switched off and on at once, and back where that went wrong', async () => {
    const server = hookServer(aWebhook());
    let isAway = false;
    const { sent } = await account(TUTOR, {
      answers: { ...server, 'webhooks.switch': (input) => (isAway ? Promise.reject(networkError()) : server['webhooks.switch'](input)) },
    });
    await until(() => expect(onOff().checked).toBe(true));
    await flip();
    await shown('You switched it off on');
    await flip();
    await until(() => expect(section()).not.toContain('You switched it off on'));
    expect(sent('webhooks.switch').map((input) => input)).toEqual([
      { id: `id of ${URL_OF}`, isOn: false },
      { id: `id of ${URL_OF}`, isOn: true },
    ]);
    isAway = true;
    await flip();
    await shown('Failed to switch the webhook. Please try again.');
    expect(onOff().checked).toBe(true);
  });

  // spec webhooks.25
  it('that is switched to and fro while the server thinks ends as it was wanted last', async () => {
    const server = hookServer(aWebhook());
    const gates: (() => void)[] = [];
    const { sent } = await account(TUTOR, {
      answers: {
        ...server,
        'webhooks.switch': async (input) => {
          await new Promise<void>((resolve) => gates.push(resolve));
          return server['webhooks.switch'](input);
        },
      },
    });
    await until(() => onOff());
    await flip();
    expect(onOff().checked).toBe(false);
    await flip();
    expect([onOff().checked, sent('webhooks.switch')]).toEqual([true, [{ id: `id of ${URL_OF}`, isOn: false }]]);
    await act(async () => gates.shift()?.());
    await until(() => expect(sent('webhooks.switch')).toHaveLength(2));
    await act(async () => gates.shift()?.());
    await until(() => expect(server['webhooks.list']()[0]?.offAt).toBeNull());
    expect(onOff().checked).toBe(true);
  });

  // spec webhooks.25
  it('gets a new secret after a question, which is shown once', async () => {
    const { sent } = await account(TUTOR, { answers: hookServer(aWebhook()) });
    await until(() => button('New secret').focus());
    await press('New secret');
    await until(() => expect(dialogText()).toContain('Messages are signed with the new one at once.'));
    await pressInDialog('Cancel');
    expect(sent('webhooks.renewSecret')).toEqual([]);
    await press('New secret');
    await pressInDialog('Make a new secret');
    await until(() => expect(secrets()).toEqual(['whsec_1']));
    await until(() => expect(document.activeElement?.textContent).toBe('Copy secret'));
    await shown('Secret renewed successfully');
  });

  // spec webhooks.25
  it('is removed after a question', async () => {
    await account(TUTOR, { answers: hookServer(aWebhook(), aWebhook({ url: 'https://b.example.com' })) });
    await until(() => button('Remove').focus());
    await press('Remove');
    await until(() => expect(dialogText()).toContain('What still waits is not sent, and the log is deleted.'));
    await pressInDialog('Remove webhook');
    await shown('Webhook removed successfully');
    await until(() => expect(cards()).toHaveLength(1));
    expect(cards()[0]).toContain('https://b.example.com');
    await until(() => expect(document.activeElement).toBe(document.querySelector('#webhooks ul')?.parentElement));
    expect(dialogText()).toBe('');
  });

  // spec webhooks.25
  it('that was removed in another tab says so, and is gone here too', async () => {
    const server = hookServer(aWebhook());
    await account(TUTOR, { answers: server });
    await until(() => button('New secret'));
    server['webhooks.remove']({ id: `id of ${URL_OF}` });
    await press('New secret');
    await pressInDialog('Make a new secret');
    await shown('Webhook not found');
    await shown('You have no webhooks.');
  });

  it('that was removed in another tab says so when it is switched, and leaves the focus in the section', async () => {
    const server = hookServer(aWebhook());
    await account(TUTOR, { answers: server });
    await until(() => onOff().focus());
    server['webhooks.remove']({ id: `id of ${URL_OF}` });
    await flip();
    await shown('Webhook not found');
    await shown('You have no webhooks.');
    expect(document.activeElement?.textContent).toContain('You have no webhooks.');
    expect(document.activeElement).not.toBe(document.body);
  });

  // spec webhooks.25
  it.each([
    ['New secret', 'Make a new secret', 'Failed to make a new secret. Please try again.'],
    ['Remove', 'Remove webhook', 'Failed to remove the webhook. Please try again.'],
  ])('keeps the question, and the focus in it, where the server did not answer: %s', async (opener, confirm, sentence) => {
    const away = () => Promise.reject(networkError());
    const { sent } = await account(TUTOR, { answers: { ...hookServer(aWebhook()), 'webhooks.renewSecret': away, 'webhooks.remove': away } });
    await until(() => button(opener));
    await press(opener);
    const confirming = await inDialog(confirm);
    await act(async () => {
      confirming.focus();
      confirming.click();
    });
    await shown(sentence);
    await until(() => expect(document.activeElement).toBe(confirming));
    expect([cards().length, sent('webhooks.list').length]).toEqual([1, 1]);
  });
});

const anAttempt = (more: Partial<AttemptView> = {}): AttemptView => ({
  id: `attempt ${JSON.stringify(more)}`,
  at: MONDAY_TEN,
  milliseconds: 340,
  status: 200,
  problem: null,
  isReplay: false,
  ...more,
});
const aDelivery = (more: Partial<DeliveryView> = {}): DeliveryView => ({
  id: 'delivery-1',
  event: 'booking.confirmed',
  state: 'delivered',
  body: '{"id":"delivery-1"}',
  createdAt: MONDAY_TEN,
  nextTryAt: null,
  attempts: [anAttempt()],
  ...more,
});

const NONE = { deliveries: [], nextCursor: null };
const lines = () => texts('#webhooks details summary');
const open = (index = 0) => act(async () => document.querySelectorAll<HTMLElement>('#webhooks details summary')[index]?.click());

async function logOf(deliveries: Answers['webhooks.deliveries'], more: { answers?: Answers; webhook?: Partial<WebhookView> } = {}) {
  const visited = await account(TUTOR, {
    answers: { ...hookServer(aWebhook(more.webhook)), ...more.answers, ...(deliveries && { 'webhooks.deliveries': deliveries }) },
  });
  await until(() => button('Show log'));
  await press('Show log');
  return visited;
}

// spec webhooks.26 | D Webhooks | The log on /account: state, tries and the message to the letter; Show more |
//   src/client/features/account/programs/webhook-log.tsx
describe('the log of a webhook', () => {
  it('that has nothing yet says what will stand there', async () => {
    await logOf(() => NONE);
    await shown('Nothing was sent yet. When something happens to one of your bookings, you see here for 30 days what was sent');
    await press('Hide log');
    expect(section()).not.toContain('Nothing was sent yet.');
  });

  it('says of each what became of it', async () => {
    const nextTryAt = new Date(MONDAY_TEN.getTime() + 300_000);
    const failed = anAttempt({ status: 500 });
    await logOf(() => ({
      deliveries: [
        aDelivery({ id: '1', event: 'booking.created', state: 'pending', nextTryAt: MONDAY_TEN, attempts: [] }),
        aDelivery({ id: '2', event: 'booking.rescheduled', state: 'pending', nextTryAt, attempts: [failed] }),
        aDelivery({ id: '3', event: 'booking.cancelled', state: 'failed', attempts: [failed] }),
        aDelivery({ id: '4', event: 'booking.completed' }),
      ],
      nextCursor: null,
    }));
    await until(() => expect(lines()).toHaveLength(4));
    const [first, second, third, fourth] = lines();
    expect(first).toMatch(/^Requested booking\.createdMon, 23 Nov 2026, 10:00 AM.*On its way$/);
    expect(second).toMatch(/^Moved booking\.rescheduled.*Waiting for another try at Mon, 23 Nov 2026, 10:05 AM/);
    expect(third).toMatch(/^Cancelled .*Given up$/);
    expect(fourth).toMatch(/^Completed .*Delivered$/);
  });

  it('shows of one its tries, and the message to the letter', async () => {
    const attempts = [
      anAttempt({ status: null, problem: 'no_answer', milliseconds: 10_000 }),
      anAttempt({ status: null, problem: 'refused_address', milliseconds: 3 }),
      anAttempt({ status: null, problem: 'lost_secret', milliseconds: 0 }),
      anAttempt({ status: 503 }),
      anAttempt({ status: 204, isReplay: true }),
    ];
    await logOf(() => ({ deliveries: [aDelivery({ attempts })], nextCursor: null }));
    await until(() => expect(lines()).toHaveLength(1));
    await open();
    await until(() => expect(texts('#webhooks ol[aria-label="Tries"] > li')).toHaveLength(5));
    const [silent, refusedAddress, lostSecret, unavailable, taken] = texts('#webhooks ol[aria-label="Tries"] > li');
    expect(silent).toMatch(/^No answer.*10:00 AM.*after 10\.0 s$/);
    expect(refusedAddress).toMatch(/^The address was refused.*after 3 ms$/);
    expect(lostSecret).toMatch(/^Not sent: the secret has to be renewed/);
    expect(unavailable).toMatch(/^Answered with 503.*after 340 ms$/);
    expect(taken).toMatch(/^Answered with 204.*after 340 ms, sent again by you$/);
    expect(document.querySelector<HTMLTextAreaElement>('#webhooks textarea')?.value).toBe('{"id":"delivery-1"}');
    expect(section()).toContain('X-Webhook-Id is delivery-1');
  });

  it('goes on where it ends', async () => {
    const page = ({ cursor }: { cursor?: string | null }) =>
      cursor === 'older'
        ? { deliveries: [aDelivery({ id: 'old', event: 'booking.created' as const })], nextCursor: null }
        : { deliveries: [aDelivery()], nextCursor: 'older' };
    await logOf(page);
    await until(() => button('Show more').focus());
    await press('Show more');
    await until(() => expect(lines()).toHaveLength(2));
    expect(lines()[1]).toContain('Requested');
    expect(texts('#webhooks button')).not.toContain('Show more');
    // The button is gone: the focus stays at its place.
    expect(document.activeElement?.textContent).toBe('End of the list');
  });

  it('that could not be read says so, and tries again', async () => {
    let isAway = true;
    await logOf(() => {
      if (isAway) throw apiError('request.limited');
      return NONE;
    });
    await shown('Error Loading Log');
    isAway = false;
    await press('Try Again');
    await shown('Nothing was sent yet.');
  });
});

// spec webhooks.27 | S7 | Send again | src/client/features/account/programs/webhook-log.tsx
describe('Send again', () => {
  it('is busy until the log knows how it went, and says it', async () => {
    const attempts = [anAttempt({ status: 500 })];
    const delivery = () => aDelivery({ state: attempts.length > 1 ? 'delivered' : 'failed', attempts: [...attempts] });
    const { sent } = await logOf(() => ({ deliveries: [delivery()], nextCursor: null }), {
      answers: { 'webhooks.replay': () => ({ message: 'It is being sent again' }) },
    });
    await until(() => expect(lines()).toHaveLength(1));
    await open();
    await until(() => button('Send again').focus());
    await press('Send again');
    await shown('It is being sent…');
    expect(button('Send again').disabled).toBe(true);
    const looks = sent('webhooks.list').length;
    attempts.push(anAttempt({ status: 204, isReplay: true }));
    await shown('Sent again. Answered with 204.');
    expect(lines()[0]).toContain('Delivered');
    expect(sent('webhooks.replay')).toEqual([{ id: 'delivery-1' }]);
    expect(document.activeElement).toBe(button('Send again'));
    await until(() => expect(sent('webhooks.list').length).toBeGreaterThan(looks));
  });

  it('says what the server says against it', async () => {
    await logOf(() => ({ deliveries: [aDelivery()], nextCursor: null }), {
      answers: { 'webhooks.replay': () => Promise.reject(apiError('webhook.delivery_not_found')) },
    });
    await until(() => expect(lines()).toHaveLength(1));
    await open();
    await until(() => button('Send again').focus());
    await press('Send again');
    await shown('This delivery is no longer in the log');
    expect(button('Send again').disabled).toBe(false);
  });

  it('is not offered while the webhook is off, and says what to do', async () => {
    await logOf(() => ({ deliveries: [aDelivery()], nextCursor: null }), { webhook: { offAt: MONDAY_TEN } });
    await until(() => expect(lines()).toHaveLength(1));
    await open();
    await shown('Switch the webhook on to send this again.');
    expect(texts('#webhooks button')).not.toContain('Send again');
  });
});
