import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onControllerChange } from '#client/lib/service-worker.ts';
import { account, getSection } from '#tests/support/account-page.ts';
import { type Answers, networkError } from '#tests/support/fake-api.ts';
import { STUDENT } from '#tests/support/render.tsx';

const LABEL = 'Push notifications on this browser';
const KEY = 'the public key of the site';
const KEYS = { p256dh: 'a key', auth: 'a secret' };
const getSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: LABEL });
const waitForText = (text: string) => waitFor(() => expect(getSection('Push notifications').textContent).toContain(text));

/** A browser with a push service, which gives a new address for each subscription. */
function aBrowser({
  permission = 'default',
  chosen = 'granted',
  endpoint = null,
}: {
  permission?: string;
  chosen?: string;
  endpoint?: string | null;
} = {}) {
  let index = 0;
  let subscription = endpoint === null ? null : subscriptionAt(endpoint);
  function subscriptionAt(address: string) {
    return {
      endpoint: address,
      toJSON: () => ({ endpoint: address, keys: KEYS }),
      unsubscribe: async () => {
        subscription = null;
        return true;
      },
    };
  }
  const subscribeCalls: unknown[] = [];
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async (options: unknown) => {
      subscribeCalls.push(options);
      index += 1;
      subscription = subscriptionAt(`https://push.test/${index}`);
      return subscription;
    },
  };
  const registration = { pushManager, active: { postMessage: () => {} } };
  const worker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    register: async () => registration,
    getRegistration: async () => registration,
  });
  const notification = { permission, requestPermission: async () => Object.assign(notification, { permission: chosen }).permission };
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', notification);
  return { subscribeCalls, notification, endpoint: () => subscription?.endpoint ?? null };
}

/** Stores the subscription of one session. */
function pushServer({ publicKey = KEY, endpoint = null }: { publicKey?: string | null; endpoint?: string | null } = {}) {
  let stored = endpoint;
  return {
    'push.config': () => ({ publicKey, endpoint: stored }),
    'push.subscribe': (input) => {
      stored = input.endpoint;
      return { message: 'on' };
    },
    'push.unsubscribe': () => {
      stored = null;
      return { message: 'off' };
    },
  } satisfies Answers;
}

beforeEach(() => vi.stubEnv('PROD', true));
afterEach(() => {
  vi.unstubAllEnvs();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

describe('a worker that takes over', () => {
  test('has no listener any more, though the browser has another worker by then', () => {
    const first = Object.assign(new EventTarget(), {});
    Object.defineProperty(navigator, 'serviceWorker', { value: first, configurable: true });
    let times = 0;
    const stop = onControllerChange(() => {
      times += 1;
    });
    first.dispatchEvent(new Event('controllerchange'));
    Reflect.deleteProperty(navigator, 'serviceWorker');
    stop();
    first.dispatchEvent(new Event('controllerchange'));
    expect(times).toBe(1);
  });
});

describe('the switch of push notifications', () => {
  // spec offline.1 | D Realtime and notifications, Routes | Opt-in for each browser, on /account; a browser that blocks or cannot says why |
  //   src/client/features/account/push-switch.tsx
  test('is turned on once the browser is allowed to, and off again', async () => {
    const browser = aBrowser();
    const { user, api } = await account(STUDENT, { answers: pushServer() });
    await waitForText('Off.');
    await user.click(getSwitch());
    await waitForText('On until you log out.');
    expect(browser.subscribeCalls).toEqual([{ userVisibleOnly: true, applicationServerKey: KEY }]);
    expect(api.calls).toContainEqual({ path: 'push.subscribe', input: { endpoint: 'https://push.test/1', keys: KEYS } });
    expect(getSwitch().checked).toBe(true);
    await user.click(getSwitch());
    await waitForText('Off.');
    expect(api.calls).toContainEqual({ path: 'push.unsubscribe', input: { endpoint: 'https://push.test/1' } });
    expect([browser.endpoint(), getSwitch().checked]).toEqual([null, false]);
  });

  // spec offline.1
  test('is on where this session has turned it on', async () => {
    aBrowser({ permission: 'granted', endpoint: 'https://push.test/own' });
    await account(STUDENT, { answers: pushServer({ endpoint: 'https://push.test/own' }) });
    await waitForText('On until');
  });

  // spec offline.9
  test('is off where another account had turned it on, and never takes over its address', async () => {
    const browser = aBrowser({ permission: 'granted', endpoint: 'https://push.test/others' });
    const { user } = await account(STUDENT, { answers: pushServer() });
    await waitForText('Off.');
    await user.click(getSwitch());
    await waitForText('On until');
    expect(browser.endpoint()).toBe('https://push.test/1');
  });

  // spec offline.1
  test('says what to do where the browser blocks notifications, and sees that they were allowed', async () => {
    const { notification } = aBrowser({ permission: 'denied' });
    await account(STUDENT, { answers: pushServer() });
    await waitForText('Your browser blocks notifications of this site.');
    expect(getSwitch().disabled).toBe(true);
    notification.permission = 'granted';
    await act(async () => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(getSwitch().disabled).toBe(false));
  });

  // spec offline.1
  test('stays off when the prompt of the browser is closed', async () => {
    aBrowser({ chosen: 'default' });
    const { user } = await account(STUDENT, { answers: pushServer() });
    await waitForText('Off.');
    await user.click(getSwitch());
    await waitForText('choose Allow');
    expect(getSwitch().checked).toBe(false);
  });

  // spec offline.1
  test('stays off, in the browser too, when the server does not answer', async () => {
    const browser = aBrowser();
    const answers = { ...pushServer(), 'push.subscribe': () => Promise.reject(networkError()) };
    const { user } = await account(STUDENT, { answers });
    await waitForText('Off.');
    await user.click(getSwitch());
    await waitForText('Failed to change push notifications. Please try again.');
    expect([browser.endpoint(), getSwitch().checked]).toEqual([null, false]);
  });

  // spec offline.2 | D Realtime and notifications | Without VAPID keys the switch says so, and the server refuses |
  //   src/server/features/push/push.commands.ts
  test('says that the site has no keys', async () => {
    aBrowser();
    await account(STUDENT, { answers: pushServer({ publicKey: null }) });
    await waitForText('Push notifications are not set up on this site.');
  });

  // spec offline.1
  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64)', 'This browser does not support push notifications.'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'add this site to your Home Screen first'],
  ])('says why there is none: %s', async (userAgent, reason) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    await account(STUDENT, { answers: pushServer() });
    await waitForText(reason);
  });
});
