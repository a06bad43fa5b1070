import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { DeleteProfileSection } from '#client/features/tutor-profile/delete-profile-section.tsx';
import { userTextDraft } from '#client/lib/drafts/draft.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import type { LeavingProfile } from '#shared/contracts/tutors.ts';
import { type Answers, apiError, fakeApi } from '#tests/support/fake-api.ts';
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
  useQuery(trpc.tutors.own.queryOptions());
  useQuery(trpc.daysOff.own.queryOptions());
  return <DeleteProfileSection userId="tutor-1" />;
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
  const { user } = await render(<Section />, { api });
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
  const openDialog = async () => {
    await press('Delete tutor profile');
    return screen.findByRole('dialog');
  };
  return { api, draft, press, openDialog };
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
});
