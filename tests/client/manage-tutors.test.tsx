import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import type { TutorRow, VerificationView } from '#shared/contracts/verification.ts';
import { waitForFocus } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { ADMIN } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aProfileView, MONDAY_TEN } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

const { listToasts } = collectToasts();

const NAME = 'Dilini Wickramasinghe';
const makeRow = (overrides: Partial<TutorRow> = {}): TutorRow => ({
  ...{ id: 't1', user: { id: 'u1', name: NAME, email: 'dilini@vidya.test', profileImage: '' }, phone: '071 234 5678', status: 'active' },
  ...{ subjects: ['Physics', 'Chemistry', 'Biology'], isVerified: false, verificationStatus: 'pending', changedAt: null, completeness: 78 },
  ...{ revision: 6, isComplete: false, rating: 4.7, totalReviews: 12, createdAt: MONDAY_TEN },
  ...overrides,
});
const CHECKS = ['Documents', 'Education', 'Experience', 'Background', 'Interview'];
const NO_CHECKS = { documents: false, education: false, experience: false, background: false, interview: false };
const ALL_CHECKS = { documents: true, education: true, experience: true, background: true, interview: true };
const DOCUMENT = { id: 'doc-1', url: '/files/stale', type: 'identity', uploadedAt: MONDAY_TEN };
const PENDING: Partial<TutorProfileView> = {
  isVerified: false,
  verificationStatus: 'pending',
  verificationChecks: NO_CHECKS,
  verificationDate: null,
};
const VERIFIED = { isVerified: true, verificationStatus: 'approved' } as const;

type Stored = { row?: Partial<TutorRow>; profile?: Partial<TutorProfileView>; verification?: Partial<VerificationView> };

/** A server with one tutor, that stores what is decided. */
function makeAnswers({ row = {}, profile = {}, verification = {} }: Stored = {}) {
  let tutor = makeRow(row);
  let fullProfile = aProfileView({ id: 't1', documents: [DOCUMENT], revision: 7, ...PENDING, ...profile });
  let state: VerificationView = { changedAt: null, remindedAt: null, approval: null, lastRejection: '', ...verification };
  const verify = (isVerified: boolean) => {
    const verificationStatus = isVerified ? 'approved' : 'pending';
    tutor = { ...tutor, isVerified, verificationStatus, changedAt: null };
    fullProfile = { ...fullProfile, isVerified, verificationStatus };
    state = { ...state, changedAt: null };
  };
  return {
    'verification.tutors': ({ page = 1 }) => ({
      ...{ tutors: [tutor], page, totalPages: 3, total: 60 },
      counts: { all: 60, verified: 40, unverified: 20, pending: 5, changed: 2 },
    }),
    'tutors.forAdmin': () => fullProfile,
    'verification.tutor': () => state,
    'verification.approve': () => {
      verify(true);
      return { message: 'Tutor verified successfully' };
    },
    'verification.toggle': () => {
      verify(false);
      return { message: 'Tutor unverified successfully' };
    },
    'verification.review': () => {
      verify(true);
      return { message: 'Changes marked as reviewed successfully' };
    },
    'verification.reject': () => ({ message: 'Tutor rejected successfully' }),
    'verification.remind': () => ({ message: 'Profile reminder sent successfully' }),
    'verification.leaving': () => ({ bookings: 3, inProgress: 1, blogs: 2, favourites: 0, documents: 1 }),
    'verification.remove': () => ({ message: 'Tutor deleted successfully' }),
    'verification.document': ({ id }) => ({ url: `/files/fresh/${id}` }),
  } satisfies Answers;
}

async function visitTutors(answers: Answers = makeAnswers(), path = '/admin/tutors') {
  const page = await visit(path, ADMIN, answers);
  const listInputs = (procedure: string) => page.api.calls.filter((call) => call.path === procedure).map(({ input }) => input);
  const chooseAction = async (name: string) => {
    await page.user.click(await screen.findByRole('button', { name: `More about ${NAME}` }));
    await page.user.click(await screen.findByRole('menuitem', { name }));
  };
  const openReview = async () => {
    await page.user.click(await screen.findByRole('button', { name: `Review ${NAME}` }));
    await screen.findByRole('group', { name: 'Verification checks' });
    return within(await screen.findByRole('dialog', { name: `Verification of ${NAME}` }));
  };
  return { ...page, listInputs, chooseAction, openReview };
}

const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function rejectIn(review: ReturnType<typeof within>, user: UserEvent): Promise<void> {
  await user.click(review.getByRole('button', { name: 'Reject' }));
  const dialog = await findDialog(`Reject ${NAME}?`);
  await user.type(dialog.getByRole('textbox', { name: /^Reason for the rejection/ }), 'Blurred');
  await user.click(dialog.getByRole('button', { name: /^Reject/ }));
}

/** Of the only row: the header, then the cells, without that of the checkbox. */
const getCells = () => {
  const row = within(screen.getByRole('table', { name: 'Tutors' })).getAllByRole('row')[1];
  if (!row) return expect.fail('no row');
  return [...within(row).getAllByRole('rowheader'), ...within(row).getAllByRole('cell').slice(1)];
};
/** The badges; what follows is how complete the profile is. */
const getStatus = () => getCells()[3]?.textContent.replace('78% Fair', '');
const getCheckbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

describe('the table of tutors', () => {
  const openTable = () => visit('/admin/tutors', ADMIN, makeAnswers());

  // spec s12-desk.60 | S12 D | Columns can be hidden, and stay so in this browser; name and actions always stay |
  //   src/client/ui/column-choice.tsx, src/client/lib/hidden-columns.ts
  test('hides a column, also when the page is opened again', async () => {
    const { user } = await openTable();
    await screen.findByRole('columnheader', { name: 'Rating' });
    await user.click(screen.getByText('Columns'));
    const choice = screen.getByRole('group', { name: 'Columns to show' });
    expect(within(choice).queryByRole('checkbox', { name: /^(Tutor|Actions)$/ })).toBeNull();
    await user.click(within(choice).getByRole('checkbox', { name: 'Rating' }));
    expect(screen.queryByRole('columnheader', { name: 'Rating' })).toBeNull();
    cleanup();
    await openTable();
    await screen.findByText('Columns (3 of 4)');
    expect(screen.queryByRole('columnheader', { name: 'Rating' })).toBeNull();
    expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeDefined();
  });

  // spec s12-desk.61 | S12 D | Search, filter and order can be saved under a name, opened and deleted |
  //   src/client/ui/saved-views.tsx, src/client/lib/saved-views.ts
  test('saves a view under a name, opens and deletes it', async () => {
    const { user, router } = await visit('/admin/tutors?filter=pending&sort=oldest&page=2', ADMIN, makeAnswers());
    await user.click(await screen.findByText('Saved views'));
    await user.type(screen.getByLabelText('Name of this view'), 'Oldest waiting');
    await user.click(screen.getByRole('button', { name: 'Save this view' }));
    await router.navigate({ to: '/admin/tutors', search: {} });
    await user.click(await screen.findByRole('button', { name: 'Oldest waiting' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ filter: 'pending', sort: 'oldest' }));
    await user.click(screen.getByRole('button', { name: 'Delete the view Oldest waiting' }));
    expect(screen.queryByRole('button', { name: 'Oldest waiting' })).toBeNull();
  });
});

describe('the table of tutors', () => {
  // spec manage-tutors.2 | P §2 Admin area, S5 | A row tells who they are and where they stand; a page takes as many statements for many as for few |
  //   src/client/features/verification/tutors-table.tsx
  // spec admin.1
  test('shows who each tutor is, and the state of the verification', async () => {
    await visitTutors();
    expect(await screen.findByText('60 tutors')).toBeDefined();
    expect(
      getCells()
        .slice(0, 5)
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringContaining(`${NAME}dilini@vidya.test`),
      'Mon, 23 Nov 2026',
      'Physics, Chemistry +1',
      'Under Review78% Fair',
      expect.stringContaining('4.7'),
    ]);
    expect(within(screen.getByRole('navigation', { name: 'Pages' })).getByText('Page 1 of 3')).toBeDefined();
    expect(screen.getByRole('option', { name: 'Waiting for review (5)' })).toBeDefined();
    expect(screen.getAllByRole('navigation').flatMap(listLinks)).toContainEqual(['Manage Tutors', '/admin/tutors']);
  });

  // spec admin.2, manage-tutors.1
  test('is searched, filtered, sorted and paged by its address', async () => {
    const { user, listInputs, at } = await visitTutors(makeAnswers(), '/admin/tutors?filter=changed&page=2');
    expect(await screen.findByText('Page 2 of 3')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Page 3 of 3')).toBeDefined();
    expect(at()).toBe('/admin/tutors?filter=changed&page=3');
    await user.type(screen.getByRole('searchbox', { name: 'Search tutors' }), ' dilini ');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(at()).toBe('/admin/tutors?filter=changed&q=dilini'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'name');
    await waitFor(() => expect(at()).toBe('/admin/tutors?filter=changed&q=dilini&sort=name'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'pending');
    await waitFor(() => expect(at()).toBe('/admin/tutors?filter=pending&q=dilini&sort=name'));
    await waitFor(() => expect(listInputs('verification.tutors').at(-1)).toEqual({ search: 'dilini', filter: 'pending', sortBy: 'name', page: 1 }));
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(at()).toBe('/admin/tutors?filter=pending&sort=name'));
  });

  // spec manage-tutors.1
  test('offers all tutors where none is found', async () => {
    const none = { tutors: [], page: 1, totalPages: 1, total: 0, counts: { all: 60, verified: 40, unverified: 20, pending: 5, changed: 0 } };
    const { user, at } = await visitTutors({ 'verification.tutors': () => none }, '/admin/tutors?q=nobody');
    expect(await screen.findByText('No tutors found')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show all tutors' }));
    await waitFor(() => expect(at()).toBe('/admin/tutors'));
  });

  // spec manage-tutors.1
  test('announces the count in one region, also where none is found', async () => {
    const none = { tutors: [], page: 1, totalPages: 1, total: 0, counts: { all: 60, verified: 40, unverified: 20, pending: 5, changed: 0 } };
    const answers = makeAnswers();
    const { user } = await visitTutors({
      ...answers,
      'verification.tutors': (input) => (input.search === 'nobody' ? none : answers['verification.tutors'](input)),
    });
    const region = await screen.findByText('60 tutors');
    await user.type(screen.getByRole('searchbox', { name: 'Search tutors' }), 'nobody{Enter}');
    expect(await screen.findByText('0 tutors')).toBe(region);
    expect(region.getAttribute('role')).toBe('status');
  });

  // spec admin.4
  test('says what failed, and tries again', async () => {
    let isDown = true;
    const answers = makeAnswers();
    const { user } = await visitTutors({
      ...answers,
      'verification.tutors': (input) => (isDown ? Promise.reject(apiError('server.unavailable')) : answers['verification.tutors'](input)),
    });
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByText('Error Loading Tutors')).toBeDefined();
    isDown = false;
    await user.click(retry);
    expect(await screen.findByText(NAME)).toBeDefined();
  });

  // spec admin.3
  test('goes back to the last page where the requested page no longer exists', async () => {
    const { at } = await visitTutors(makeAnswers(), '/admin/tutors?page=9');
    await waitFor(() => expect(at()).toBe('/admin/tutors?page=3'));
  });
});

describe('the menu of a tutor', () => {
  // spec manage-tutors.9 | P §2 Admin area, R §4.9 73, C §9 | Remind of what is missing, once an hour whoever does it; Call, Copy email with a toast
  //   of 2 s, View Profile | src/client/features/verification/tutors-table.tsx
  // spec constants.22 | C §9 | The copy-email toast: 2 s | src/client/features/verification/tutor-actions.ts
  // spec errors.66
  test('reminds the tutor, copies the email, and leads to profile and phone', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { user, listInputs, chooseAction } = await visitTutors();
    await user.click(await screen.findByRole('button', { name: `More about ${NAME}` }));
    const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
    expect(items.filter((item) => item.hasAttribute('href')).map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      ['View Profile', '/tutor/t1'],
      ['Call', 'tel:0712345678'],
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Copy email' }));
    await waitFor(() => expect(write).toHaveBeenCalledWith('dilini@vidya.test'));
    await chooseAction('Remind');
    await waitFor(() =>
      expect(listToasts()).toEqual([
        ['success', 'Email copied to clipboard'],
        ['success', 'Profile reminder sent successfully'],
      ]),
    );
    expect(listInputs('verification.remind')).toEqual([{ id: 't1' }]);
  });

  // spec manage-tutors.9
  test('says that the reminder was sent before the table is loaded again', async () => {
    const answers = makeAnswers();
    let reads = 0;
    const { chooseAction } = await visitTutors({
      ...answers,
      'verification.tutors': (input) => {
        reads += 1;
        return reads === 1 ? answers['verification.tutors'](input) : new Promise(() => {});
      },
    });
    await chooseAction('Remind');
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Profile reminder sent successfully']]));
    expect(reads).toBe(2);
  });

  // spec manage-tutors.9
  test('says why no reminder was sent, and loads the table again', async () => {
    const { listInputs, chooseAction } = await visitTutors({
      ...makeAnswers(),
      'verification.remind': () => Promise.reject(apiError('verification.reminded')),
    });
    await chooseAction('Remind');
    await waitFor(() => expect(listToasts()).toEqual([['error', 'A reminder was sent less than an hour ago']]));
    await waitFor(() => expect(listInputs('verification.tutors')).toHaveLength(2));
  });

  test('forgets what was wrong with a rejection that was cancelled', async () => {
    const { user, chooseAction } = await visitTutors();
    await chooseAction('Reject');
    const dialog = await findDialog(`Reject ${NAME}?`);
    await user.click(dialog.getByRole('button', { name: /^Reject/ }));
    await dialog.findByText('Please provide a reason for rejection');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await chooseAction('Reject');
    expect((await findDialog(`Reject ${NAME}?`)).queryByText('Please provide a reason for rejection')).toBeNull();
  });

  // spec manage-tutors.7 | P §2 Admin area, §5 | Reject with a reason, which stays where sending it fails |
  //   src/client/features/verification/reject-dialog.tsx
  test('rejects with a reason, which stays where sending it fails', async () => {
    let answer: () => Promise<never> | { message: string } = () => Promise.reject(networkError());
    const { user, listInputs, chooseAction } = await visitTutors({ ...makeAnswers(), 'verification.reject': () => answer() });
    await chooseAction('Reject');
    const dialog = await findDialog(`Reject ${NAME}?`);
    const reject = dialog.getByRole('button', { name: /^Reject/ });
    await user.click(reject);
    expect(await dialog.findByText('Please provide a reason for rejection')).toBeDefined();
    expect(listInputs('verification.reject')).toEqual([]);
    await user.type(dialog.getByRole('textbox', { name: /^Reason for the rejection/ }), ' Blurred ');
    await user.click(reject);
    expect(await dialog.findByText('Failed to reject tutor')).toBeDefined();
    answer = () => ({ message: 'Tutor rejected successfully' });
    await user.click(reject);
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Tutor rejected successfully']]));
    expect(listInputs('verification.reject')).toEqual([
      { id: 't1', reason: 'Blurred', revision: 6, verificationStatus: 'pending' },
      { id: 't1', reason: 'Blurred', revision: 6, verificationStatus: 'pending' },
    ]);
  });

  // spec s12-desk.64
  test('rejects the profile that was looked at, and says so where it is no longer the one', async () => {
    let isOutdated = true;
    const { user, listInputs, openReview } = await visitTutors({
      ...makeAnswers(),
      'verification.reject': () => {
        if (isOutdated) throw apiError('verification.outdated');
        return { message: 'Tutor rejected successfully' };
      },
    });
    const review = await openReview();
    await rejectIn(review, user);
    const message = 'This profile has changed since you opened it. Please look at it again.';
    await waitFor(() => expect(listToasts()).toEqual([['error', message]]));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: `Reject ${NAME}?` })).toBeNull());
    isOutdated = false;
    await user.click(review.getByRole('button', { name: 'Reject' }));
    const again = await findDialog(`Reject ${NAME}?`);
    expect(again.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reason for the rejection/ }).value).toBe('Blurred');
    await user.click(again.getByRole('button', { name: /^Reject/ }));
    await waitFor(() => expect(listInputs('verification.reject')).toHaveLength(2));
    expect(listInputs('verification.reject')[0]).toEqual({ id: 't1', reason: 'Blurred', revision: 7, verificationStatus: 'pending' });
  });

  // spec manage-tutors.8 | P §4 Tutor verification, S5 | Unverify after confirmation; a second click in another tab does not turn it back |
  //   src/client/features/verification/unverify-dialog.tsx
  test('unverifies after a question, and never verifies', async () => {
    const { user, listInputs, chooseAction } = await visitTutors(makeAnswers({ row: VERIFIED }));
    await chooseAction('Unverify');
    await user.click((await findDialog(`Unverify ${NAME}?`)).getByRole('button', { name: /^Unverify/ }));
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Tutor unverified successfully']]));
    expect(listInputs('verification.toggle')).toEqual([{ id: 't1', isVerified: true }]);
    await waitFor(() => expect(getStatus()).toBe('Under Review'));
  });

  // spec manage-tutors.13 | S5 | Delete, with what happens said beforehand | src/client/features/verification/delete-tutor-dialog.tsx
  test('deletes after the consequences were shown', async () => {
    const { user, listInputs, chooseAction } = await visitTutors();
    await chooseAction('Delete');
    const dialog = await findDialog(`Delete ${NAME}?`);
    await dialog.findByText('3 bookings that have not ended are cancelled. The students owe nothing, and we tell them.');
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('3 bookings'),
      '1 of them is a session under way now.',
      expect.stringContaining('signed out everywhere'),
      '2 blog posts are deleted.',
      '1 document is deleted.',
      expect.stringContaining('stay, without the name'),
    ]);
    await user.click(dialog.getByRole('button', { name: /^Delete tutor/ }));
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Tutor deleted successfully']]));
    expect(listInputs('verification.remove')).toEqual([{ id: 't1' }]);
  });

  // spec s12-desk.63
  test('leaves the focus on the page once the row is gone, also where the dialog of the checks was opened from it', async () => {
    const answers = makeAnswers();
    let isRejected = false;
    const { user, openReview } = await visitTutors({
      ...answers,
      'verification.tutors': (input) => ({ ...answers['verification.tutors'](input), ...(isRejected && { tutors: [], total: 0, totalPages: 1 }) }),
      'verification.reject': () => {
        isRejected = true;
        return { message: 'Tutor rejected successfully' };
      },
    });
    const review = await openReview();
    await rejectIn(review, user);
    await screen.findByText('No tutors yet');
    await user.click(review.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitForFocus(() => screen.getByRole('main'));
  });
});

describe('the verification of a tutor', () => {
  // spec manage-tutors.4 | P §2 Admin area, §4, §5 | The verification modal: five checks, ticked beforehand when verified; it approves only once all
  //   are ticked, and only the profile that was looked at | src/client/features/verification/use-decision.ts
  // spec s5-bad-input.2
  test('approves the version that was looked at once all five checks are ticked; table and dialog show it', async () => {
    const { user, listInputs, openReview } = await visitTutors();
    const dialog = await openReview();
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Please complete all verification checks before approving');
    expect(document.activeElement).toBe(getCheckbox('Documents'));
    for (const check of CHECKS) await user.click(getCheckbox(check));
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Tutor verified successfully']]));
    expect(listInputs('verification.approve')).toEqual([{ id: 't1', verificationChecks: ALL_CHECKS, revision: 7, verificationStatus: 'pending' }]);
    expect(await dialog.findByRole('button', { name: 'Unverify' })).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(getCheckbox('Documents')));
    expect(getStatus()).toBe('Verified');
    expect(getCheckbox('Interview').checked).toBe(true);
  });

  // spec manage-tutors.3
  test('shows the introduction video', async () => {
    const { openReview } = await visitTutors(makeAnswers({ profile: { introductionVideo: 'dQw4w9WgXcQ' } }));
    (await openReview()).getByRole('link', { name: 'https://youtu.be/dQw4w9WgXcQ' });
  });

  // spec manage-tutors.3
  test('shows what the profile has and what is missing', async () => {
    const { openReview } = await visitTutors(makeAnswers({ profile: { documents: [], availableLocations: '' } }));
    const dialog = await openReview();
    const completeness = within(dialog.getByRole('region', { name: 'Profile completeness' }));
    const items = completeness.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items.filter((text) => text?.endsWith('missing'))).toEqual([
      'ID documents missing',
      'Social media (optional)missing',
      'Locations (optional)missing',
    ]);
    expect(items.filter((text) => text?.endsWith('there'))).toHaveLength(6);
    expect(completeness.getByText('Fair').parentElement?.textContent).toBe('67% Fair');
  });

  // spec manage-tutors.5 | S5, R §4.9 69 | Approved twice in two tabs: the second hears so, and sees it |
  //   src/server/features/verification/verification.commands.ts
  test('says what another admin did meanwhile, and shows it', async () => {
    const answers = makeAnswers();
    const { user, openReview } = await visitTutors({
      ...answers,
      'verification.approve': () => {
        answers['verification.approve']();
        return Promise.reject(apiError('verification.verified'));
      },
    });
    const dialog = await openReview();
    for (const check of CHECKS) await user.click(getCheckbox(check));
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Tutor is already verified');
    expect(await dialog.findByRole('button', { name: 'Unverify' })).toBeDefined();
  });

  // spec manage-tutors.6 | P §2 Admin area, D Tutor profile and verification | Documents open in a new tab by a link that the click fetches |
  //   src/client/features/verification/document-list.tsx
  // spec manage-tutors.11
  test('shows what has changed, with the documents of then, until it is marked as reviewed', async () => {
    const { user, listInputs, openReview } = await visitTutors(
      makeAnswers({
        row: { ...VERIFIED, changedAt: MONDAY_TEN },
        profile: { ...VERIFIED, verificationChecks: aProfileView().verificationChecks },
        verification: {
          changedAt: MONDAY_TEN,
          approval: {
            ...{ education: [{ degree: 'BSc Eng', institution: 'University of Moratuwa', year: 2014 }], experience: [] },
            ...{ documents: [{ ...DOCUMENT, id: 'doc-old' }], approvedBy: 'Ayesha', approvedAt: MONDAY_TEN },
          },
        },
      }),
    );
    const dialog = await openReview();
    expect(getStatus()).toBe('VerifiedChanged');
    const changes = dialog.getByRole('region', { name: 'Changed since verification' }).textContent;
    expect(changes).toContain('ChangedBefore: BSc Eng, University of Moratuwa, 2014Now: BSc Eng, University of Moratuwa, 2015');
    expect(changes).toContain('AddedTutor, Own classes (2016 - present)');
    expect(changes).toContain('RemovedIdentity 2');
    expect(['Documents', 'Interview'].map((check) => getCheckbox(check).checked)).toEqual([true, true]);

    const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
    // The part of a window that is used.
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as never);
    await user.click(dialog.getByRole('button', { name: 'Open removed Identity 2 in a new tab' }));
    expect(open).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('/files/fresh/doc-old'));
    expect(tab.opener).toBeNull();

    await user.click(dialog.getByRole('button', { name: 'Mark as reviewed' }));
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Changes marked as reviewed successfully']]));
    expect(listInputs('verification.review')).toHaveLength(1);
    await waitFor(() => expect(getStatus()).toBe('Verified'));
  });
});
