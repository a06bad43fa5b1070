import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import type { Account } from '#client/lib/session/session.ts';
import type { SessionView } from '#shared/contracts/account.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import type { Answers } from './fake-api.ts';
import { STUDENT } from './render.tsx';
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
    'savedSearches.list': () => [],
    'archives.own': () => null,
    'webhooks.list': () => [],
    'mail.preferences': () => [],
    ...answers,
  });
  await screen.findByLabelText('Full name');
  const sent = (procedure: string) => visited.api.calls.filter((call) => call.path === procedure).map(({ input }) => input);
  return { ...visited, sent, change };
}

export const getSection = (name: string) => screen.getByRole('region', { name });
export const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const listButtons = (part: HTMLElement) =>
  within(part)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);

/** A text, or a part of one, wherever it is shown. */
export const findText = (text: string) => screen.findAllByText(text, { exact: false });

export const clickButton = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));

export async function fillField(user: UserEvent, label: string, text: string): Promise<void> {
  await user.clear(getField(label));
  await user.paste(text);
  await user.tab();
}

/** What a screen reader says after the name of a control, such as its error. */
export const getDescription = (control: HTMLElement) =>
  `${control.getAttribute('aria-describedby') ?? ''}`
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** One of several buttons of a name, by what describes it. */
export const findButtonOf = (description: string, name: string) =>
  waitFor(() => {
    const button = screen.getAllByRole('button', { name }).find((candidate) => getDescription(candidate) === description);
    if (!button) throw new Error(`there is no button ${name} of ${description}`);
    return button;
  });

export const getDialogText = () => screen.queryByRole('dialog')?.textContent ?? '';
/** By the beginning of its name: confirming buttons have a second, hidden label. */
export const findDialogButton = async (text: string) =>
  within(await screen.findByRole('dialog')).findByRole('button', { name: (name) => name.startsWith(text) });
export const clickInDialog = async (user: UserEvent, text: string) => user.click(await findDialogButton(text));
export const waitForNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
export const waitForFocus = (find: () => HTMLElement | null) =>
  waitFor(() => {
    const [focused, expected] = [document.activeElement, find()];
    const describeElement = (element: Element | null) => element?.outerHTML.slice(0, 200) ?? 'nothing';
    expect(focused === expected, `${describeElement(focused)} has the focus instead of ${describeElement(expected)}`).toBe(true);
  });
