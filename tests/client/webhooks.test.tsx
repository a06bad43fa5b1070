import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { AddWebhookInput, AttemptView, DeliveryView, SwitchWebhookInput, WebhookView } from '#shared/contracts/webhooks.ts';
import { WEBHOOK_EVENTS } from '#shared/vocabulary/integrations.ts';
import {
  account,
  clickButton,
  clickInDialog,
  fillField,
  findButtonOf,
  findDialogButton,
  findText,
  getButton,
  getDescription,
  getDialogText,
  getField,
  getSection,
  listButtons,
  waitForFocus,
} from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { getErrorOf, listErrors } from '#tests/support/field-errors.ts';
import { ADMIN, STUDENT, TUTOR } from '#tests/support/render.tsx';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { listLinks } from '#tests/support/visit.ts';

const URL_OF = 'https://receiver.example.com/news';
const aWebhook = (more: Partial<WebhookView> = {}): WebhookView => ({
  id: `id-of-${more.url ?? URL_OF}`,
  url: URL_OF,
  events: [...WEBHOOK_EVENTS],
  failingSince: null,
  offAt: null,
  isOffByFailures: false,
  createdAt: MONDAY_TEN,
  ...more,
});

/** Stores the webhooks of one account. */
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

const getHooks = () => getSection('Webhooks');
const getText = () => getHooks().textContent;
const listCards = () =>
  within(screen.getByRole('list', { name: 'Webhooks' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const waitForCards = (count: number) => waitFor(() => expect(listCards()).toHaveLength(count));
function querySecret(): string | null {
  const field = screen.queryByLabelText<HTMLInputElement>('Secret of this webhook');
  if (field) expect(field.readOnly).toBe(true);
  return field?.value ?? null;
}
const listBoxes = () => within(screen.getByRole('dialog')).getAllByRole<HTMLInputElement>('checkbox');
const toggleBox = async (user: UserEvent, index: number) => user.click(listBoxes()[index] ?? document.body);
const getSwitch = () => within(getHooks()).getByRole<HTMLInputElement>('switch', { name: 'Switched on' });
const toggle = async (user: UserEvent) => user.click(getSwitch());

async function openDialog(answers: Answers, name = 'Add a webhook') {
  const visited = await account(TUTOR, { answers });
  await clickButton(visited.user, name);
  await screen.findByLabelText('Address');
  return visited;
}

// spec webhooks.23 | S7, D Routes | On /account, for students and tutors: address, events, whether one is off and why |
//   src/client/features/account/programs/webhooks.tsx
describe('the webhooks', () => {
  test.each([STUDENT, TUTOR])('say what they are for, and where the reference is: $role', async (me) => {
    await account(me);
    await findText('You have no webhooks. Add the address of your program');
    expect(getText()).toContain('tells your program about changes to your bookings');
    expect(listLinks(getHooks())).toEqual([['Read the API reference (opens in a new tab)', '/api/docs']]);
  });

  test('are not there for an admin, who has no bookings', async () => {
    const { sent } = await account(ADMIN);
    expect([screen.queryByRole('region', { name: 'Webhooks' }), sent('webhooks.list')]).toEqual([null, []]);
  });

  test('show address and events, and why one is off or soon will be', async () => {
    const off = { offAt: MONDAY_TEN };
    await account(TUTOR, {
      answers: hookServer(
        aWebhook({ events: ['booking.created', 'booking.rescheduled'] }),
        aWebhook({ url: 'https://b.example.com', failingSince: MONDAY_TEN }),
        aWebhook({ url: 'https://c.example.com', ...off }),
        aWebhook({ url: 'https://d.example.com', ...off, isOffByFailures: true, failingSince: MONDAY_TEN }),
      ),
    });
    await screen.findByRole('list', { name: 'Webhooks' });
    await waitForCards(4);
    const [on = '', failing = '', byOwner = '', byFailures = ''] = listCards();
    expect(on).toContain(`${URL_OF}Sends: Requested, MovedSwitched on`);
    expect(failing).toContain('Sends: All five eventsEvery attempt has failed since Mon, 23 Nov 2026, 10:00 AM');
    expect(byOwner).toContain('You switched it off on Mon, 23 Nov 2026, 10:00 AM');
    expect(byFailures).toContain('We switched it off on Mon, 23 Nov 2026, 10:00 AM');
    expect(byFailures).toContain('because every message failed for 3 days');
    expect(byFailures).not.toContain('Every try has failed');
    const switches = screen.getAllByRole<HTMLInputElement>('switch', { name: 'Switched on' });
    expect(switches.map(({ checked }) => checked)).toEqual([true, true, false, false]);
  });

  test('leave the rest of the page alone where they cannot be fetched', async () => {
    let isAway = true;
    const { user } = await account(TUTOR, {
      answers: {
        'webhooks.list': () => {
          if (isAway) throw apiError('request.limited');
          return [];
        },
      },
    });
    await findText('Error Loading Webhooks');
    isAway = false;
    await clickButton(user, 'Try Again');
    await findText('You have no webhooks.');
  });
});

describe('the dialog for a new webhook', () => {
  // spec webhooks.24 | S7 | Adding one: errors beside the field, nothing typed is lost, the secret shown once; at five it says so in place of the
  //   button | src/client/features/account/programs/webhook-dialog.tsx
  test('adds all five events unless some are unticked, and shows the secret once', async () => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    const { user, sent } = await openDialog(hookServer());
    expect(listBoxes().map(({ checked }) => checked)).toEqual([true, true, true, true, true]);
    await toggleBox(user, 4);
    await fillField(user, 'Address', URL_OF);
    await clickInDialog(user, 'Add webhook');
    await waitFor(() => expect(querySecret()).toBe('whsec_1'));
    expect(sent('webhooks.add')).toEqual([{ url: URL_OF, events: WEBHOOK_EVENTS.slice(0, 4) }]);
    await findText('Webhook added successfully');
    expect(listCards()).toHaveLength(1);
    await waitForFocus(() => getButton('Copy secret'));
    await clickButton(user, 'Copy secret');
    await waitFor(() => expect(copied).toEqual(['whsec_1']));
    await clickButton(user, 'Done');
    expect(querySecret()).toBeNull();
    expect(document.activeElement?.textContent).toContain(URL_OF);
  });

  // spec webhooks.24
  test('requires an address and an event, and says so beside them', async () => {
    const { user, sent } = await openDialog(hookServer());
    for (const index of [0, 1, 2, 3, 4]) await toggleBox(user, index);
    await clickInDialog(user, 'Add webhook');
    await waitFor(() => expect(getErrorOf(getField('Address'))).toBe('Please enter an address that begins with https://'));
    expect(listErrors(screen.getByRole('dialog'))).toEqual(['Please enter an address that begins with https://']);
    expect(document.activeElement).toBe(getField('Address'));
    expect(getDescription(screen.getByRole('group', { name: 'Events to send' }))).toBe('Please choose at least one event');
    await fillField(user, 'Address', URL_OF);
    await clickInDialog(user, 'Add webhook');
    await waitForFocus(() => listBoxes()[0] ?? null);
    expect(sent('webhooks.add')).toEqual([]);
  });

  // spec webhooks.24
  test.each([
    ['webhook.url', 'Please enter an address that begins with https://'],
    ['webhook.url_private', 'This address is not on the public internet, so it cannot be called.'],
    ['webhook.url_taken', 'You already have a webhook with this address'],
  ] as const)('says beside the address why it was rejected, and keeps what was typed: %s', async (code, sentence) => {
    const { user } = await openDialog({ ...hookServer(), 'webhooks.add': () => Promise.reject(apiError(code)) });
    await toggleBox(user, 0);
    await fillField(user, 'Address', 'https://10.0.0.1');
    await clickInDialog(user, 'Add webhook');
    await waitFor(() => expect(getErrorOf(getField('Address'))).toBe(sentence));
    expect(listErrors(screen.getByRole('dialog'))).toEqual([sentence]);
    expect([getField('Address').value, listBoxes()[0]?.checked]).toEqual(['https://10.0.0.1', false]);
  });

  test.each([
    ['with the message of the server', apiError('webhook.too_many'), 'You can have at most 5 webhooks'],
    ['with its own', networkError(), 'Failed to add the webhook. Please try again.'],
  ])('says %s why no webhook was added', async (_, error, sentence) => {
    const { user } = await openDialog({ ...hookServer(), 'webhooks.add': () => Promise.reject(error) });
    await fillField(user, 'Address', URL_OF);
    await clickInDialog(user, 'Add webhook');
    expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toBe(sentence);
    expect(getField('Address').value).toBe(URL_OF);
  });

  // spec webhooks.24
  test('adds one webhook, however often its button is pressed', async () => {
    const { user, sent } = await openDialog({ ...hookServer(), 'webhooks.add': () => new Promise<never>(() => {}) });
    await fillField(user, 'Address', URL_OF);
    const add = getButton('Add webhook');
    await act(async () => {
      add.click();
      add.click();
    });
    await waitFor(() => expect(sent('webhooks.add')).toHaveLength(1));
    await act(async () => add.click());
    expect(sent('webhooks.add')).toHaveLength(1);
  });

  // spec webhooks.24
  test('is not offered beside five webhooks: the section says so in place of the button', async () => {
    await account(TUTOR, { answers: hookServer(...[1, 2, 3, 4, 5].map((index) => aWebhook({ url: `https://${index}.example.com` }))) });
    await findText('You have 5 webhooks, which is the limit. Remove one to add another.');
    expect(listButtons(getHooks())).not.toContain('Add a webhook');
  });
});

describe('a webhook', () => {
  // spec webhooks.25 | S7 | Changing, switching, a new secret, removing | src/client/features/account/programs/webhook-card.tsx
  test('can be changed, beginning with the address and events that it has', async () => {
    const { user, sent } = await openDialog(hookServer(aWebhook({ events: ['booking.created'] })), 'Change');
    expect([getField('Address').value, listBoxes().map(({ checked }) => checked)]).toEqual([URL_OF, [true, false, false, false, false]]);
    await toggleBox(user, 1);
    await fillField(user, 'Address', 'https://other.example.com');
    await clickInDialog(user, 'Save changes');
    await waitFor(() => expect(listCards()[0]).toContain('https://other.example.comSends: Requested, Confirmed'));
    expect(sent('webhooks.change')).toEqual([
      { id: `id-of-${URL_OF}`, url: 'https://other.example.com', events: ['booking.created', 'booking.confirmed'] },
    ]);
    await findText('Webhook saved successfully');
    await waitForFocus(() => getButton('Change'));
  });

  // spec webhooks.25
  test('is switched off and on at once, and back after an error', async () => {
    const server = hookServer(aWebhook());
    let isAway = false;
    const { user, sent } = await account(TUTOR, {
      answers: { ...server, 'webhooks.switch': (input) => (isAway ? Promise.reject(networkError()) : server['webhooks.switch'](input)) },
    });
    await waitFor(() => expect(getSwitch().checked).toBe(true));
    await toggle(user);
    await findText('You switched it off on');
    await toggle(user);
    await waitFor(() => expect(getText()).not.toContain('You switched it off on'));
    expect(sent('webhooks.switch')).toEqual([
      { id: `id-of-${URL_OF}`, isOn: false },
      { id: `id-of-${URL_OF}`, isOn: true },
    ]);
    isAway = true;
    await toggle(user);
    await findText('Failed to switch the webhook. Please try again.');
    await waitFor(() => expect(getSwitch().checked).toBe(true));
  });

  // spec webhooks.25
  test('ends as it was switched last, also when it is switched again before the server has answered', async () => {
    const server = hookServer(aWebhook());
    const gates: (() => void)[] = [];
    const { user, sent } = await account(TUTOR, {
      answers: {
        ...server,
        'webhooks.switch': async (input) => {
          await new Promise<void>((resolve) => gates.push(resolve));
          return server['webhooks.switch'](input);
        },
      },
    });
    await screen.findByRole('switch', { name: 'Switched on' });
    await toggle(user);
    expect(getSwitch().checked).toBe(false);
    await toggle(user);
    expect([getSwitch().checked, sent('webhooks.switch')]).toEqual([true, [{ id: `id-of-${URL_OF}`, isOn: false }]]);
    await act(async () => gates.shift()?.());
    await waitFor(() => expect(sent('webhooks.switch')).toHaveLength(2));
    await act(async () => gates.shift()?.());
    await waitFor(() => expect(server['webhooks.list']()[0]?.offAt).toBeNull());
    expect(getSwitch().checked).toBe(true);
  });

  // spec webhooks.25
  test('gets a new secret after a question, and shows it once', async () => {
    const { user, sent } = await account(TUTOR, { answers: hookServer(aWebhook()) });
    await clickButton(user, 'New secret');
    await waitFor(() => expect(getDialogText()).toContain('Messages are signed with the new secret immediately.'));
    await clickInDialog(user, 'Cancel');
    expect(sent('webhooks.renewSecret')).toEqual([]);
    await clickButton(user, 'New secret');
    await clickInDialog(user, 'Make a new secret');
    await waitFor(() => expect(querySecret()).toBe('whsec_1'));
    await waitForFocus(() => getButton('Copy secret'));
    await findText('Secret renewed successfully');
  });

  // spec webhooks.25
  test('is removed after a question', async () => {
    const { user } = await account(TUTOR, { answers: hookServer(aWebhook(), aWebhook({ url: 'https://b.example.com' })) });
    await user.click(await findButtonOf(URL_OF, 'Remove'));
    await waitFor(() => expect(getDialogText()).toContain('including any that are waiting, and delete its log.'));
    await clickInDialog(user, 'Remove webhook');
    await findText('Webhook removed successfully');
    await waitForCards(1);
    expect(listCards()[0]).toContain('https://b.example.com');
    await waitForFocus(() => screen.getByRole('list', { name: 'Webhooks' }).parentElement);
    expect(getDialogText()).toBe('');
  });

  // spec webhooks.25
  test('disappears, with a message, when it was removed in another tab', async () => {
    const server = hookServer(aWebhook());
    const { user } = await account(TUTOR, { answers: server });
    await screen.findByRole('button', { name: 'New secret' });
    server['webhooks.remove']({ id: `id-of-${URL_OF}` });
    await clickButton(user, 'New secret');
    await clickInDialog(user, 'Make a new secret');
    await findText('Webhook not found');
    await findText('You have no webhooks.');
  });

  test('leaves the focus in the section when it is switched after its removal in another tab', async () => {
    const server = hookServer(aWebhook());
    const { user } = await account(TUTOR, { answers: server });
    await screen.findByRole('switch', { name: 'Switched on' });
    server['webhooks.remove']({ id: `id-of-${URL_OF}` });
    await toggle(user);
    await findText('Webhook not found');
    await findText('You have no webhooks.');
    expect(document.activeElement?.textContent).toContain('You have no webhooks.');
    expect(document.activeElement).not.toBe(document.body);
  });

  // spec webhooks.25
  test.each([
    ['New secret', 'Make a new secret', 'Failed to make a new secret. Please try again.'],
    ['Remove', 'Remove webhook', 'Failed to remove the webhook. Please try again.'],
  ])('keeps the question, and the focus in it, when the server does not answer: %s', async (opener, confirm, sentence) => {
    const away = () => Promise.reject(networkError());
    const { user, sent } = await account(TUTOR, { answers: { ...hookServer(aWebhook()), 'webhooks.renewSecret': away, 'webhooks.remove': away } });
    await clickButton(user, opener);
    const confirming = await findDialogButton(confirm);
    await user.click(confirming);
    await findText(sentence);
    await waitForFocus(() => confirming);
    expect([listCards().length, sent('webhooks.list').length]).toEqual([1, 1]);
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
const listDeliveries = () =>
  within(getHooks())
    .queryAllByText(/^booking\./)
    .map((name) => name.closest('summary')?.textContent ?? '');
const waitForDeliveries = (count: number) => waitFor(() => expect(listDeliveries()).toHaveLength(count));
const openDelivery = async (user: UserEvent) => user.click(await within(getHooks()).findByText(/^booking\./));

async function openLog(deliveries: Answers['webhooks.deliveries'], more: { answers?: Answers; webhook?: Partial<WebhookView> } = {}) {
  const visited = await account(TUTOR, {
    answers: { ...hookServer(aWebhook(more.webhook)), ...more.answers, ...(deliveries && { 'webhooks.deliveries': deliveries }) },
  });
  await clickButton(visited.user, 'Show log');
  return visited;
}

// spec webhooks.26 | D Webhooks | The log on /account: state, tries and the message to the letter; Show more |
//   src/client/features/account/programs/webhook-log.tsx
describe('the log of a webhook', () => {
  test('explains, while it is empty, what it will show', async () => {
    const { user } = await openLog(() => NONE);
    await findText('No messages sent yet. When one of your bookings changes, you can see here for 30 days what was sent');
    await clickButton(user, 'Hide log');
    expect(getText()).not.toContain('No messages sent yet.');
  });

  test('says of each message whether it was delivered', async () => {
    const nextTryAt = new Date(MONDAY_TEN.getTime() + 300_000);
    const failed = anAttempt({ status: 500 });
    await openLog(() => ({
      deliveries: [
        aDelivery({ id: '1', event: 'booking.created', state: 'pending', nextTryAt: MONDAY_TEN, attempts: [] }),
        aDelivery({ id: '2', event: 'booking.rescheduled', state: 'pending', nextTryAt, attempts: [failed] }),
        aDelivery({ id: '3', event: 'booking.cancelled', state: 'failed', attempts: [failed] }),
        aDelivery({ id: '4', event: 'booking.completed' }),
      ],
      nextCursor: null,
    }));
    await waitForDeliveries(4);
    const [first, second, third, fourth] = listDeliveries();
    expect(first).toMatch(/^Requested booking\.createdMon, 23 Nov 2026, 10:00 AM.*On its way$/);
    expect(second).toMatch(/^Moved booking\.rescheduled.*Next attempt at Mon, 23 Nov 2026, 10:05 AM/);
    expect(third).toMatch(/^Cancelled .*Given up$/);
    expect(fourth).toMatch(/^Completed .*Delivered$/);
  });

  test('shows the tries of a message, and the message to the letter', async () => {
    const attempts = [
      anAttempt({ status: null, problem: 'no_answer', milliseconds: 10_000 }),
      anAttempt({ status: null, problem: 'refused_address', milliseconds: 3 }),
      anAttempt({ status: null, problem: 'lost_secret', milliseconds: 0 }),
      anAttempt({ status: 503 }),
      anAttempt({ status: 204, isReplay: true }),
    ];
    const { user } = await openLog(() => ({ deliveries: [aDelivery({ attempts })], nextCursor: null }));
    await openDelivery(user);
    const tries = within(await screen.findByRole('list', { name: 'Tries' })).getAllByRole('listitem');
    expect(tries).toHaveLength(5);
    const [silent, refusedAddress, lostSecret, unavailable, taken] = tries.map(({ textContent }) => textContent);
    expect(silent).toMatch(/^No answer.*10:00 AM.*after 10\.0 s$/);
    expect(refusedAddress).toMatch(/^The address was refused.*after 3 ms$/);
    expect(lostSecret).toMatch(/^Not sent: make a new secret first/);
    expect(unavailable).toMatch(/^Answered with 503.*after 340 ms$/);
    expect(taken).toMatch(/^Answered with 204.*after 340 ms, sent again by you$/);
    expect(getField('The message as it was sent').value).toBe('{"id":"delivery-1"}');
    expect(getText()).toContain('X-Webhook-Id is delivery-1');
  });

  test('shows the next page with Show more', async () => {
    const page = ({ cursor }: { cursor?: string | null }) =>
      cursor === 'older'
        ? { deliveries: [aDelivery({ id: 'old', event: 'booking.created' as const })], nextCursor: null }
        : { deliveries: [aDelivery()], nextCursor: 'older' };
    const { user } = await openLog(page);
    await clickButton(user, 'Show more');
    await waitForDeliveries(2);
    expect(listDeliveries()[1]).toContain('Requested');
    expect(listButtons(getHooks())).not.toContain('Show more');
    expect(document.activeElement?.textContent).toBe('End of the list');
  });

  test('says that it could not be fetched, and tries again', async () => {
    let isAway = true;
    const { user } = await openLog(() => {
      if (isAway) throw apiError('request.limited');
      return NONE;
    });
    await findText('Error Loading Log');
    isAway = false;
    await clickButton(user, 'Try Again');
    await findText('No messages sent yet.');
  });
});

// spec webhooks.27 | S7 | Send again | src/client/features/account/programs/webhook-log.tsx
describe('Send again', () => {
  test('is busy until the log shows the outcome, and says it', async () => {
    const attempts = [anAttempt({ status: 500 })];
    const delivery = () => aDelivery({ state: attempts.length > 1 ? 'delivered' : 'failed', attempts: [...attempts] });
    const { user, sent } = await openLog(() => ({ deliveries: [delivery()], nextCursor: null }), {
      answers: { 'webhooks.replay': () => ({ message: 'It is being sent again' }) },
    });
    await openDelivery(user);
    await clickButton(user, 'Send again');
    await findText('It is being sent…');
    expect(getButton('Send again').disabled).toBe(true);
    const looks = sent('webhooks.list').length;
    attempts.push(anAttempt({ status: 204, isReplay: true }));
    await findText('Sent again. Answered with 204.');
    expect(listDeliveries()[0]).toContain('Delivered');
    expect(sent('webhooks.replay')).toEqual([{ id: 'delivery-1' }]);
    expect(document.activeElement).toBe(getButton('Send again'));
    await waitFor(() => expect(sent('webhooks.list').length).toBeGreaterThan(looks));
  });

  test('shows the error of the server', async () => {
    const { user } = await openLog(() => ({ deliveries: [aDelivery()], nextCursor: null }), {
      answers: { 'webhooks.replay': () => Promise.reject(apiError('webhook.delivery_not_found')) },
    });
    await openDelivery(user);
    await clickButton(user, 'Send again');
    await findText('This delivery is no longer in the log');
    expect(getButton('Send again').disabled).toBe(false);
  });

  test('is not offered while the webhook is off: the log says what to do', async () => {
    const { user } = await openLog(() => ({ deliveries: [aDelivery()], nextCursor: null }), { webhook: { offAt: MONDAY_TEN } });
    await openDelivery(user);
    await findText('Switch the webhook on to send this again.');
    expect(listButtons(getHooks())).not.toContain('Send again');
  });
});
