import { act } from 'react';
import type { Account } from '#client/lib/session/session.ts';
import type { SessionView } from '#shared/contracts/account.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import type { Answers } from './fake-api.ts';
import { field, STUDENT, shown, until } from './render.tsx';
import { aViewer } from './views.ts';
import { visit } from './visit.ts';

const NOW = new Date();
const HOUR = 3_600_000;
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR);

export const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
/** Two days and three days old, the second last used three hours ago. */
export const HERE: SessionView = { id: 'here', isCurrent: true, origin: 'password', userAgent: '', createdAt: hoursAgo(48), lastUsedAt: hoursAgo(1) };
export const PHONE: SessionView = {
  id: 'phone',
  isCurrent: false,
  origin: 'google',
  userAgent: ANDROID,
  createdAt: hoursAgo(72),
  lastUsedAt: hoursAgo(3),
};

/** The page /account of this person, at a server that keeps what it is told. */
export async function account(
  me: Account = STUDENT,
  { own: more, answers, path = '/account' }: { own?: Partial<Viewer>; answers?: Answers; path?: string } = {},
) {
  let own = aViewer(me, more);
  const change = (changes: Partial<Viewer>) => {
    own = { ...own, ...changes };
    return own;
  };
  const visited = await visit(path, me, {
    'auth.me': () => own,
    'auth.updateDetails': (changes) => change(changes),
    'auth.cancelEmailChange': () => change({ pendingEmail: null }),
    'auth.factors': () => ({ hasApp: false, recoveryCodes: 0, passkeys: [], isRequired: false }),
    'account.sessions': () => [HERE, PHONE],
    'calendar.feed': () => null,
    'apiKeys.list': () => [],
    'webhooks.list': () => [],
    'mail.preferences': () => [],
    ...answers,
  });
  await shown('Full name');
  const sent = (procedure: string) => visited.api.calls.filter((call) => call.path === procedure).map(({ input }) => input);
  return { ...visited, sent, change };
}

/** The sentence beside the field. */
export const errorOf = (label: string) => document.getElementById(field(label).getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent;

export const inDialog = (name: string) =>
  until(() => {
    const found = [...document.querySelectorAll('[role="dialog"] :is(button, a)')].find((one) => one.textContent?.includes(name));
    if (!(found instanceof HTMLElement)) throw new Error(`no ${name} in the dialog`);
    return found;
  });

export async function pressInDialog(name: string): Promise<void> {
  const found = await inDialog(name);
  await act(async () => found.click());
}

export const dialogText = () => document.querySelector('[role="dialog"]')?.textContent ?? '';
