import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onControllerChange } from '#client/lib/service-worker.ts';
import { account } from '#tests/support/account-page.ts';
import { type Answers, networkError } from '#tests/support/fake-api.ts';
import { field, STUDENT, texts, tick, until } from '#tests/support/render.tsx';

const LABEL = 'Push notifications on this browser';
const KEY = 'the public key of the site';
const KEYS = { p256dh: 'a key', auth: 'a secret' };
const section = () => texts('#push')[0] ?? '';

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
  function subscriptionAt(place: string) {
    return {
      endpoint: place,
      toJSON: () => ({ endpoint: place, keys: KEYS }),
      unsubscribe: async () => {
        subscription = null;
        return true;
      },
    };
  }
  const asked: unknown[] = [];
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async (options: unknown) => {
      asked.push(options);
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
  return { asked, notification, endpoint: () => subscription?.endpoint ?? null };
}

/** A server that keeps where this session is told. */
function pushServer({ publicKey = KEY, endpoint = null }: { publicKey?: string | null; endpoint?: string | null } = {}) {
  let kept = endpoint;
  return {
    'push.config': () => ({ publicKey, endpoint: kept }),
    'push.subscribe': (input) => {
      kept = input.endpoint;
      return { message: 'on' };
    },
    'push.unsubscribe': () => {
      kept = null;
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
  it('is listened to no more, though the browser has another by then', () => {
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
  it('is turned on once the browser is allowed to, and off again', async () => {
    const browser = aBrowser();
    const { api } = await account(STUDENT, { answers: pushServer() });
    await until(() => expect(section()).toContain('Off.'));
    await tick(LABEL);
    await until(() => expect(section()).toContain('On. They end when you log out.'));
    expect(browser.asked).toEqual([{ userVisibleOnly: true, applicationServerKey: KEY }]);
    expect(api.calls).toContainEqual({ path: 'push.subscribe', input: { endpoint: 'https://push.test/1', keys: KEYS } });
    expect(field(LABEL).checked).toBe(true);
    await tick(LABEL);
    await until(() => expect(section()).toContain('Off.'));
    expect(api.calls).toContainEqual({ path: 'push.unsubscribe', input: { endpoint: 'https://push.test/1' } });
    expect([browser.endpoint(), field(LABEL).checked]).toEqual([null, false]);
  });

  // spec offline.1
  it('is on where this session has turned it on', async () => {
    aBrowser({ permission: 'granted', endpoint: 'https://push.test/own' });
    await account(STUDENT, { answers: pushServer({ endpoint: 'https://push.test/own' }) });
    await until(() => expect(section()).toContain('On.'));
  });

  // spec offline.9
  it('is off where another account had turned it on, and never takes over its address', async () => {
    const browser = aBrowser({ permission: 'granted', endpoint: 'https://push.test/others' });
    await account(STUDENT, { answers: pushServer() });
    await until(() => expect(section()).toContain('Off.'));
    await tick(LABEL);
    await until(() => expect(section()).toContain('On.'));
    expect(browser.endpoint()).toBe('https://push.test/1');
  });

  // spec offline.1
  it('says what to do where the browser blocks notifications, and sees that they were allowed', async () => {
    const { notification } = aBrowser({ permission: 'denied' });
    await account(STUDENT, { answers: pushServer() });
    await until(() => expect(section()).toContain('Your browser blocks notifications of this site.'));
    expect(field(LABEL).disabled).toBe(true);
    notification.permission = 'granted';
    await act(async () => void window.dispatchEvent(new Event('focus')));
    await until(() => expect(field(LABEL).disabled).toBe(false));
  });

  // spec offline.1
  it('stays off when the question of the browser is closed', async () => {
    aBrowser({ chosen: 'default' });
    await account(STUDENT, { answers: pushServer() });
    await until(() => expect(section()).toContain('Off.'));
    await tick(LABEL);
    await until(() => expect(section()).toContain('choose Allow'));
    expect(field(LABEL).checked).toBe(false);
  });

  // spec offline.1
  it('stays off, in the browser too, when the server cannot be told', async () => {
    const browser = aBrowser();
    const answers = { ...pushServer(), 'push.subscribe': () => Promise.reject(networkError()) };
    await account(STUDENT, { answers });
    await until(() => expect(section()).toContain('Off.'));
    await tick(LABEL);
    await until(() => expect(section()).toContain('Failed to change push notifications. Please try again.'));
    expect([browser.endpoint(), field(LABEL).checked]).toEqual([null, false]);
  });

  // spec offline.2 | D Realtime and notifications | Without VAPID keys the switch says so, and the server refuses |
  //   src/server/features/push/push.commands.ts
  it('says that the site has no keys', async () => {
    aBrowser();
    await account(STUDENT, { answers: pushServer({ publicKey: null }) });
    await until(() => expect(section()).toContain('Push notifications are not set up on this site.'));
  });

  // spec offline.1
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64)', 'This browser does not support push notifications.'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'add this site to your Home Screen first'],
  ])('says why there is none: %s', async (userAgent, reason) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    await account(STUDENT, { answers: pushServer() });
    await until(() => expect(section()).toContain(reason));
  });
});
