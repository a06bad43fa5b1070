import { describe, expect, it } from 'vitest';
import { DeleteProfileSection } from '#client/features/tutor-profile/delete-profile-section.tsx';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { LeavingProfile } from '#shared/contracts/tutors.ts';
import { inDialog, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi } from '#tests/support/fake-api.ts';
import { press, render, shown, texts, until } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aProfileView } from '#tests/support/views.ts';

const NOTHING: LeavingProfile = { bookings: 0, blogs: 0, favourites: 0, documents: 0 };
const MUCH: LeavingProfile = { bookings: 3, blogs: 2, favourites: 1, documents: 4 };
const ALWAYS = [
  'Students can no longer find or book you. Your subjects, rates, hours and days off are deleted.',
  'Your rating and the reviews of your students stay with your account.',
  'Your account stays: you can sign in as before and fill in a new profile.',
];

const { said } = collectToasts();

function Screen({ onDeleted }: { onDeleted: () => void }) {
  trpc.tutors.own.useQuery();
  trpc.daysOff.own.useQuery();
  return <DeleteProfileSection onDeleted={onDeleted} />;
}

async function section(answers: Answers = {}) {
  let told = 0;
  const api = fakeApi({
    'tutors.own': () => aProfileView(),
    'daysOff.own': () => [],
    'tutors.leavingProfile': () => NOTHING,
    'tutors.deleteProfile': () => ({ message: 'done' }),
    ...answers,
  });
  await render(<Screen onDeleted={() => (told += 1)} />, { api });
  const asked = (path: string) => api.calls.filter((call) => call.path === path).length;
  return { asked, told: () => told };
}

const sentences = () => texts('[role="dialog"] li');

describe('deleting the tutor profile', () => {
  // spec profile.34 | S3, D Accounts | Deleting the profile says beforehand what happens |
  //   src/client/features/tutor-profile/delete-profile-section.tsx
  it('says beforehand what happens', async () => {
    await section({ 'tutors.leavingProfile': () => MUCH });
    await press('Delete tutor profile');
    await inDialog('Delete my profile');
    expect(sentences()).toEqual([
      '3 bookings that have not ended are cancelled with a full refund noted, and the students are told.',
      ALWAYS[0],
      '4 documents are deleted.',
      '2 blog posts are deleted.',
      '1 student loses you as a favourite.',
      ALWAYS[1],
      ALWAYS[2],
    ]);
    await shown('This cannot be undone.');
  });

  // spec profile.34
  it('names nothing that is not there', async () => {
    await section();
    await press('Delete tutor profile');
    await inDialog('Delete my profile');
    expect(sentences()).toEqual(ALWAYS);
  });

  // spec profile.34
  it('is done only when confirmed, and what was read before is read again', async () => {
    const { asked, told } = await section();
    await press('Delete tutor profile');
    await pressInDialog('Cancel');
    await until(() => expect(texts('[role="dialog"]')).toEqual([]));
    expect([asked('tutors.deleteProfile'), told()]).toEqual([0, 0]);
    await press('Delete tutor profile');
    await pressInDialog('Delete my profile');
    await until(() => expect(told()).toBe(1));
    await until(() => expect([asked('tutors.own'), asked('daysOff.own')]).toEqual([2, 2]));
    expect(asked('tutors.deleteProfile')).toBe(1);
    expect(said).toEqual([{ kind: 'success', message: 'Your tutor profile was deleted successfully' }]);
  });

  it('asks anew each time what would happen', async () => {
    let bookings = 1;
    await section({ 'tutors.leavingProfile': () => ({ ...NOTHING, bookings }) });
    await press('Delete tutor profile');
    await shown('1 booking that has not ended is cancelled');
    await pressInDialog('Cancel');
    bookings = 2;
    await press('Delete tutor profile');
    await shown('2 bookings that have not ended are cancelled');
  });

  // spec profile.34
  it('that cannot be told beforehand is not offered, and can be tried again', async () => {
    let isAway = true;
    const leaving = () => {
      if (isAway) throw apiError('request.limited');
      return NOTHING;
    };
    await section({ 'tutors.leavingProfile': leaving });
    await press('Delete tutor profile');
    await shown('Too many requests. Please try again later.');
    expect(texts('[role="dialog"]')).toEqual([]);
    isAway = false;
    await press('Try Again');
    await inDialog('Delete my profile');
  });

  // spec profile.34
  it('that is refused says why, and nothing is lost', async () => {
    const { told } = await section({
      'tutors.deleteProfile': () => {
        throw apiError('tutor.profile_not_found');
      },
    });
    await press('Delete tutor profile');
    await pressInDialog('Delete my profile');
    await shown('Tutor profile not found');
    expect([told(), said]).toEqual([0, []]);
  });
});
