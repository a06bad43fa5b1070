import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { DeleteProfileSection } from '#client/features/tutor-profile/delete-profile-section.tsx';
import { userTextDraft } from '#client/lib/drafts/draft.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import type { LeavingProfile } from '#shared/contracts/tutors.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { render } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aProfileView } from '#tests/support/views.ts';

const NOTHING: LeavingProfile = { bookings: 0, blogs: 0, favourites: 0, documents: 0 };
const MUCH: LeavingProfile = { bookings: 3, blogs: 2, favourites: 1, documents: 4 };
const ALWAYS = [
  'Students can no longer find or book you. Your subjects, rates, hours and days off are deleted.',
  'Your account keeps your rating and reviews.',
  'You keep your account. You can sign in as before and create a new profile.',
];

const { toasts } = collectToasts();

function Section() {
  const trpc = useTRPC();
  const { data: profile } = useQuery(trpc.tutors.own.queryOptions());
  useQuery(trpc.daysOff.own.queryOptions());
  return profile && <DeleteProfileSection userId="tutor-1" profileId={profile.id} />;
}

async function renderSection(answers: Answers = {}) {
  const draft = userTextDraft('tutor-1', 'post');
  draft.write('Typed.');
  const api = fakeApi({
    'tutors.own': () => aProfileView(),
    'daysOff.own': () => [],
    'tutors.leavingProfile': () => NOTHING,
    'tutors.deleteProfile': () => ({ message: 'done' }),
    ...answers,
  });
  const { user, queryClient } = await render(<Section />, { api });
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
  const openDialog = async () => {
    await press('Delete tutor profile');
    return screen.findByRole('dialog');
  };
  return { api, draft, press, openDialog, queryClient };
}

const listSentences = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('deleting the tutor profile', () => {
  // spec profile.34 | S3, D Accounts | Deleting the profile says beforehand what happens |
  //   src/client/features/tutor-profile/delete-profile-section.tsx
  test('says beforehand what happens', async () => {
    const { openDialog } = await renderSection({ 'tutors.leavingProfile': () => MUCH });
    expect(listSentences(await openDialog())).toEqual([
      '3 bookings that have not ended are cancelled. The students owe nothing, and we tell them.',
      ALWAYS[0],
      '4 documents are deleted.',
      '2 blog posts are deleted.',
      '1 student loses you as a favorite.',
      ALWAYS[1],
      ALWAYS[2],
    ]);
    expect(screen.getByText('This cannot be undone.')).toBeDefined();
  });

  // spec profile.34
  test('names nothing that is not there', async () => {
    const { openDialog } = await renderSection();
    expect(listSentences(await openDialog())).toEqual(ALWAYS);
  });

  // spec profile.34
  test('happens only when confirmed, reads again what was read before and removes drafts', async () => {
    const { api, draft, press, openDialog } = await renderSection();
    await openDialog();
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([api.inputsOf('tutors.deleteProfile'), draft.read()]).toEqual([[], 'Typed.']);
    await openDialog();
    await press(/^Delete my profile/);
    await waitFor(() => expect([api.inputsOf('tutors.own').length, api.inputsOf('daysOff.own').length]).toEqual([2, 2]));
    expect(draft.read()).toBeNull();
    expect(api.inputsOf('tutors.deleteProfile')).toHaveLength(1);
    expect(toasts).toEqual([{ kind: 'success', message: 'Your tutor profile was deleted successfully' }]);
  });

  test('looks up each time what would happen', async () => {
    let bookings = 1;
    const { press, openDialog } = await renderSection({ 'tutors.leavingProfile': () => ({ ...NOTHING, bookings }) });
    await openDialog();
    expect(screen.getByText(/^1 booking that has not ended is cancelled/)).toBeDefined();
    await press('Cancel');
    bookings = 2;
    await press('Delete tutor profile');
    expect(await screen.findByText(/^2 bookings that have not ended are cancelled/)).toBeDefined();
  });

  // spec profile.34
  test('is not offered where its consequences cannot be read, and can be tried again', async () => {
    let isLimited = true;
    const { press } = await renderSection({
      'tutors.leavingProfile': () => {
        if (isLimited) throw apiError('request.limited');
        return NOTHING;
      },
    });
    await press('Delete tutor profile');
    expect(await screen.findByText('Too many requests. Please try again later.')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    isLimited = false;
    await press('Try Again');
    expect(await screen.findByRole('button', { name: /^Delete my profile/ })).toBeDefined();
  });

  // spec profile.34
  test('says why it was refused, and loses nothing', async () => {
    const { draft, press, openDialog } = await renderSection({
      'tutors.deleteProfile': () => {
        throw apiError('tutor.profile_not_found');
      },
    });
    await openDialog();
    await press(/^Delete my profile/);
    expect(await screen.findByText('Tutor profile not found')).toBeDefined();
    expect([draft.read(), toasts]).toEqual(['Typed.', []]);
  });

  // spec profile.37 | S3, D Errors | Where the answer to the deletion was lost, the profile is read again: one that is gone was deleted, and the
  //   fresh one is not asked about | src/client/features/tutor-profile/delete-profile-section.tsx
  test('whose answer was lost is done where the profile is gone, and removes drafts', async () => {
    let id = 'old';
    const { api, draft, press, openDialog } = await renderSection({
      'tutors.own': () => aProfileView({ id }),
      'tutors.deleteProfile': () => {
        id = 'fresh';
        throw networkError();
      },
    });
    await openDialog();
    const readsBefore = api.inputsOf('daysOff.own').length;
    await press(/^Delete my profile/);
    await waitFor(() => expect(toasts).toEqual([{ kind: 'success', message: 'Your tutor profile was deleted successfully' }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(draft.read()).toBeNull();
    await waitFor(() => expect(api.inputsOf('daysOff.own').length).toBeGreaterThan(readsBefore));
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Delete tutor profile');
  });

  // spec profile.37
  test('that did not arrive says so, keeps drafts, and can be tried again', async () => {
    let isLost = true;
    const { api, draft, press, openDialog } = await renderSection({
      'tutors.deleteProfile': () => {
        if (isLost) throw networkError();
        return { message: 'done' };
      },
    });
    await openDialog();
    await press(/^Delete my profile/);
    expect(await screen.findByText('Failed to delete tutor profile. Please try again.')).toBeDefined();
    expect([draft.read(), toasts]).toEqual(['Typed.', []]);
    isLost = false;
    await press('Try Again');
    await press(/^Delete my profile/);
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(api.inputsOf('tutors.deleteProfile')).toHaveLength(2);
  });

  // spec profile.37
  test.each([
    ['is tried again', false],
    ['reads the fresh profile by itself', true],
  ])('whose answer was lost with the network is done once the page %s', async (_, isReadByPage) => {
    let id = 'old';
    let isOffline = false;
    const { api, draft, press, openDialog, queryClient } = await renderSection({
      'tutors.own': () => {
        if (isOffline) throw networkError();
        return aProfileView({ id });
      },
      'tutors.deleteProfile': () => {
        [id, isOffline] = ['fresh', true];
        throw networkError();
      },
    });
    await openDialog();
    await press(/^Delete my profile/);
    expect(await screen.findByText('Failed to delete tutor profile. Please try again.')).toBeDefined();
    const previewCount = api.inputsOf('tutors.leavingProfile').length;
    isOffline = false;
    if (isReadByPage) await act(() => queryClient.invalidateQueries());
    else await press('Try Again');
    await waitFor(() => expect(toasts).toEqual([{ kind: 'success', message: 'Your tutor profile was deleted successfully' }]));
    expect([api.inputsOf('tutors.leavingProfile').length, draft.read(), screen.queryByRole('dialog')]).toEqual([previewCount, null, null]);
    expect(await screen.findByRole('button', { name: 'Delete tutor profile' })).toBeDefined();
  });
});
