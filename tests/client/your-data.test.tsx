import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Account } from '#client/lib/session/session.ts';
import type { ArchiveView } from '#shared/contracts/archives.ts';
import { account, clickButton, findText, getSection, listButtons } from '#tests/support/account-page.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { ADMIN, STUDENT } from '#tests/support/render.tsx';

const MAKING = { id: 'a-1', state: 'making', requestedAt: new Date(), expiresAt: null, bytes: null } as const;
const READY = { ...MAKING, state: 'ready', expiresAt: new Date('2026-03-03T04:30:00Z'), bytes: 3_500_000 } as const;

async function openSection(archive: ArchiveView, answers?: Answers, me: Account = STUDENT) {
  let own = archive;
  const visited = await account(me, { answers: { 'archives.own': () => own, ...answers } });
  await waitFor(() => expect(listButtons(getSection('Your data')).length + screen.queryAllByText(/We are making/).length).toBeGreaterThan(0));
  const set = (next: ArchiveView) => {
    own = next;
  };
  return { ...visited, set };
}

describe('the section "Your data"', () => {
  // spec s13-privacy.11 | S13 7 | "Download my data" on the account page of every role; it says what is going on, and changes without a reload |
  //   src/client/features/account/your-data.tsx, src/client/features/notifications/realtime-feed.ts
  test.each([STUDENT, ADMIN])('asks for a copy, and says that it is being made: $role', async (me) => {
    const { user, sent } = await openSection(null, { 'archives.request': () => MAKING }, me);
    await clickButton(user, 'Download my data');
    await findText('We are making your copy. You can leave this page: we notify you when it is ready.');
    expect(sent('archives.request')).toHaveLength(1);
    expect(listButtons(getSection('Your data'))).toEqual([]);
  });

  // spec s13-privacy.11
  test('downloads a copy that is ready by a link of its own', async () => {
    const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      addresses.push(this.getAttribute('href'));
    });
    const addresses: (string | null)[] = [];
    const { user, sent } = await openSection(READY, { 'archives.link': () => ({ url: '/archive?id=a-1' }) });
    expect(getSection('Your data').textContent).toContain('Your copy is ready (3.3 MB). You can download it until ');
    await clickButton(user, 'Download');
    await waitFor(() => expect(addresses).toContain('/archive?id=a-1'));
    expect(sent('archives.link')).toEqual([{ id: 'a-1' }]);
    pressed.mockRestore();
  });

  // spec s13-privacy.6
  test('says that a copy could not be made, and offers to try again', async () => {
    const { user } = await openSection({ ...MAKING, state: 'failed' }, { 'archives.request': () => MAKING });
    await findText('We could not make your copy.');
    await clickButton(user, 'Try again');
    await findText('We are making your copy. You can leave this page: we notify you when it is ready.');
  });

  // spec s13-privacy.11
  test('shows what is true when the copy was removed or asked for elsewhere', async () => {
    const { user, set } = await openSection(READY, {
      'archives.link': () => Promise.reject(apiError('archive.not_found')),
      'archives.request': () => Promise.reject(apiError('archive.in_progress')),
    });
    set(null);
    await clickButton(user, 'Download');
    await findText('This copy of your data is no longer available. Please ask for a new one.');
    set(MAKING);
    await clickButton(user, 'Download my data');
    await findText('We are making your copy. You can leave this page: we notify you when it is ready.');
  });
});
