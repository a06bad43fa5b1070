import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import type { TutorRow, VerificationView } from '#shared/contracts/verification.ts';
import { pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, button, field, fill, fillText, press, shown, texts, tick, until } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aProfileView, MONDAY_TEN } from '#tests/support/views.ts';
import { linksOf, visit } from '#tests/support/visit.ts';

const { listToasts } = collectToasts();

const NAME = 'Dilini Wickramasinghe';
const aRow = (overrides: Partial<TutorRow> = {}): TutorRow => ({
  ...{ id: 't1', user: { id: 'u1', name: NAME, email: 'dilini@vidya.test', profileImage: '' }, phone: '071 234 5678', status: 'active' },
  ...{ subjects: ['Physics', 'Chemistry', 'Biology'], isVerified: false, verificationStatus: 'pending', changedAt: null, completeness: 78 },
  ...{ isComplete: false, rating: 4.7, totalReviews: 12, createdAt: MONDAY_TEN },
  ...overrides,
});
const UNTICKED = { documents: false, education: false, experience: false, background: false, interview: false };
const DOCUMENT = { id: 'doc-1', url: '/files/stale', type: 'identity', uploadedAt: MONDAY_TEN };
const PENDING: Partial<TutorProfileView> = { isVerified: false, verificationStatus: 'pending', verificationChecks: UNTICKED, verificationDate: null };

/** A desk with one tutor, who is decided about. */
function aDesk({
  row = {},
  profile = {},
  view = {},
  ...more
}: { row?: Partial<TutorRow>; profile?: Partial<TutorProfileView>; view?: Partial<VerificationView> } & Answers = {}) {
  let tutor = aRow(row);
  let whole = aProfileView({ id: 't1', documents: [DOCUMENT], revision: 7, ...PENDING, ...profile });
  let known: VerificationView = { changedAt: null, remindedAt: null, approval: null, ...view };
  const verify = (isVerified: boolean) => {
    const verificationStatus = isVerified ? 'approved' : 'pending';
    tutor = { ...tutor, isVerified, verificationStatus, changedAt: null };
    whole = { ...whole, isVerified, verificationStatus };
    known = { ...known, changedAt: null };
  };
  const answers = {
    'verification.tutors': ({ page = 1 }) => ({
      ...{ tutors: [tutor], page, totalPages: 3, total: 60 },
      counts: { all: 60, verified: 40, unverified: 20, pending: 5, changed: 2 },
    }),
    'tutors.forAdmin': () => whole,
    'verification.tutor': () => known,
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
  return { ...answers, ...more };
}

async function desk(answers: Answers = aDesk(), path = '/admin/tutors') {
  const visited = await visit(path, ADMIN, answers);
  const sent = (name: string) => visited.api.calls.filter(({ path: called }) => called === name).map(({ input }) => input);
  return { ...visited, sent };
}
const choose = async (label: string, value: string) => {
  const select = [...document.querySelectorAll('select')].find((one) => one.labels[0]?.textContent?.startsWith(label));
  await act(async () => {
    if (select) select.value = value;
    select?.dispatchEvent(new Event('change', { bubbles: true }));
  });
};
const act1 = async (label: string) => {
  await press(`More about ${NAME}`);
  // The code of the menu comes after the first paint.
  await until(() => button(label));
  await press(label);
};
const review = async () => {
  await shown(NAME);
  await press(`Review ${NAME}`);
  await shown('Verification checks');
};

describe('the table of tutors', () => {
  // spec manage-tutors.2 | P §2 Admin area, S5 | A row tells who they are and where they stand; a page takes as many statements for many as for few |
  //   src/client/features/verification/tutors-table.tsx
  // spec admin.1
  it('says of each who they are and where they stand', async () => {
    await desk();
    await shown('60 tutors');
    expect(texts('tbody tr > *').slice(0, 5)).toEqual([
      expect.stringContaining(`${NAME}dilini@vidya.testJoined Mon, 23 Nov 2026`),
      'Physics, Chemistry +1',
      'Under Review',
      '78% Fair',
      expect.stringContaining('4.7'),
    ]);
    expect(texts('nav[aria-label="Pages"] p')).toEqual(['Page 1 of 3']);
    expect(texts('select')[0]).toContain('Waiting for review (5)');
    expect(linksOf('nav')).toContainEqual(['Manage Tutors', '/admin/tutors']);
  });

  // spec admin.2, manage-tutors.1
  it('is searched, filtered, sorted and turned by its address', async () => {
    const { sent, at } = await desk(aDesk(), '/admin/tutors?filter=changed&page=2');
    await shown('Page 2 of 3');
    await press('Next');
    await shown('Page 3 of 3');
    expect(at()).toBe('/admin/tutors?filter=changed&page=3');
    await fill('Search tutors', ' dilini ');
    await press('Search');
    await until(() => expect(at()).toBe('/admin/tutors?filter=changed&q=dilini'));
    await choose('Sort by', 'name');
    await until(() => expect(at()).toBe('/admin/tutors?filter=changed&q=dilini&sort=name'));
    await choose('Show', 'pending');
    await until(() => expect(at()).toBe('/admin/tutors?filter=pending&q=dilini&sort=name'));
    await until(() => expect(sent('verification.tutors').at(-1)).toEqual({ search: 'dilini', filter: 'pending', sortBy: 'name', page: 1 }));
    await press('Clear search');
    await until(() => expect(at()).toBe('/admin/tutors?filter=pending&sort=name'));
  });

  // spec manage-tutors.1
  it('says when nobody fits, and leads back', async () => {
    const none = { tutors: [], page: 1, totalPages: 1, total: 0, counts: { all: 60, verified: 40, unverified: 20, pending: 5, changed: 0 } };
    const { at } = await desk({ 'verification.tutors': () => none }, '/admin/tutors?q=nobody');
    await shown('No tutors found');
    await press('Show all tutors');
    await until(() => expect(at()).toBe('/admin/tutors'));
  });

  // spec admin.4
  it('says what failed, and tries again', async () => {
    let isDown = true;
    const answers = aDesk();
    const { api } = await desk({
      ...answers,
      'verification.tutors': (input, call) => (isDown ? Promise.reject(apiError('server.unavailable')) : answers['verification.tutors'](input, call)),
    });
    expect(api.calls.length).toBeGreaterThan(0);
    await until(() => button('Try Again'));
    isDown = false;
    await press('Try Again');
    await shown(NAME);
  });

  // spec admin.3
  it('goes back to the last page when the one that is asked for is no longer there', async () => {
    const { at } = await desk(aDesk(), '/admin/tutors?page=9');
    await until(() => expect(at()).toBe('/admin/tutors?page=3'));
  });
});

describe('the menu of a tutor', () => {
  // spec manage-tutors.9 | P §2 Admin area, R §4.9 73, C §9 | Remind of what is missing, once an hour whoever does it; Call, Copy email with a toast
  //   of 2 s, View Profile | src/client/features/verification/tutor-menu.tsx
  // spec constants.22 | C §9 | The copy-email toast: 2 s | src/client/features/verification/tell.ts
  // spec errors.66
  it('reminds, copies the email, and leads to profile and phone', async () => {
    const write = vi.fn(async () => {});
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write);
    const { sent } = await desk();
    await shown(NAME);
    await press(`More about ${NAME}`);
    await until(() =>
      expect(linksOf('[role="menu"]')).toEqual([
        ['View Profile', '/tutor/t1'],
        ['Call', 'tel:0712345678'],
      ]),
    );
    await press('Copy email');
    await until(() => expect(write).toHaveBeenCalledWith('dilini@vidya.test'));
    await act1('Remind');
    await until(() =>
      expect(listToasts()).toEqual([
        ['success', 'Email copied to clipboard'],
        ['success', 'Profile reminder sent successfully'],
      ]),
    );
    expect(sent('verification.remind')).toEqual([{ id: 't1' }]);
  });

  // spec manage-tutors.9
  it('says why no reminder went out, and reads again', async () => {
    const { sent } = await desk(aDesk({ 'verification.remind': () => Promise.reject(apiError('verification.reminded')) }));
    await shown(NAME);
    await act1('Remind');
    await until(() => expect(listToasts()).toEqual([['error', 'A reminder was sent less than an hour ago']]));
    await until(() => expect(sent('verification.tutors')).toHaveLength(2));
  });

  // spec manage-tutors.7 | P §2 Admin area, §5 | Reject with a reason, which stays where sending it fails |
  //   src/client/features/verification/reject-dialog.tsx
  it('rejects with a reason, which stays where sending it fails', async () => {
    let answer: () => Promise<never> | { message: string } = () => Promise.reject(networkError());
    const { sent } = await desk(aDesk({ 'verification.reject': () => answer() }));
    await shown(NAME);
    await act1('Reject');
    await until(() => pressInDialog('Reject'));
    await shown('Please provide a reason for rejection');
    expect(sent('verification.reject')).toEqual([]);
    await fillText('Reason for the rejection', ' Blurred ');
    await pressInDialog('Reject');
    await shown('Failed to reject tutor');
    answer = () => ({ message: 'Tutor rejected successfully' });
    await pressInDialog('Reject');
    await until(() => expect(listToasts()).toEqual([['success', 'Tutor rejected successfully']]));
    expect(sent('verification.reject')).toEqual([
      { id: 't1', reason: 'Blurred' },
      { id: 't1', reason: 'Blurred' },
    ]);
  });

  // spec manage-tutors.8 | P §4 Tutor verification, S5 | Unverify after confirmation; a second click in another tab does not turn it back |
  //   src/client/features/verification/unverify-dialog.tsx
  it('unverifies after a question, and never the other way round', async () => {
    const { sent } = await desk(aDesk({ row: { isVerified: true, verificationStatus: 'approved' } }));
    await shown('Verified');
    await act1('Unverify');
    await until(() => pressInDialog('Unverify'));
    await until(() => expect(listToasts()).toEqual([['success', 'Tutor unverified successfully']]));
    expect(sent('verification.toggle')).toEqual([{ id: 't1', isVerified: true }]);
    await shown('Under Review');
  });

  // spec manage-tutors.13 | S5 | Delete, with what happens said beforehand | src/client/features/verification/delete-tutor-dialog.tsx
  it('deletes after it was said what goes with it', async () => {
    const { sent } = await desk();
    await shown(NAME);
    await act1('Delete');
    await shown('3 bookings that have not ended are cancelled with a full refund noted, and the students are told.');
    expect(texts('[role="dialog"] li')).toEqual([
      expect.stringContaining('3 bookings'),
      '1 of them is a session under way now.',
      expect.stringContaining('signed out everywhere'),
      '2 blog posts are deleted.',
      '1 document is deleted.',
      expect.stringContaining('stay, without the name'),
    ]);
    await pressInDialog('Delete tutor');
    await until(() => expect(listToasts()).toEqual([['success', 'Tutor deleted successfully']]));
    expect(sent('verification.remove')).toEqual([{ id: 't1' }]);
  });
});

describe('the verification of a tutor', () => {
  // spec manage-tutors.4 | P §2 Admin area, §4, §5 | The verification modal: five checks, ticked beforehand when verified; it approves only once all
  //   are ticked, and only the profile that was looked at | src/client/features/verification/use-decision.ts
  // spec s5-bad-input.2
  it('is approved once all five are ticked, of the profile that was looked at; table and dialog show it', async () => {
    const { sent } = await desk();
    await review();
    await pressInDialog('Approve');
    await until(() => expect(texts('[role="dialog"] [role="alert"]')).toEqual(['Please complete all verification checks before approving']));
    expect(document.activeElement).toBe(field('Documents'));
    for (const check of ['Documents', 'Education', 'Experience', 'Background', 'Interview']) await tick(check);
    await act(async () => button('Approve').focus());
    await pressInDialog('Approve');
    await until(() => expect(listToasts()).toEqual([['success', 'Tutor verified successfully']]));
    const all = { documents: true, education: true, experience: true, background: true, interview: true };
    expect(sent('verification.approve')).toEqual([{ id: 't1', verificationChecks: all, revision: 7 }]);
    await until(() => button('Unverify'));
    await until(() => expect(document.activeElement).toBe(field('Documents')));
    expect(texts('tbody .mantine-Badge-label')).toEqual(['Verified']);
    expect(field('Interview').checked).toBe(true);
  });

  // spec manage-tutors.3
  it('tells of a profile what is there and what is missing', async () => {
    await desk(aDesk({ profile: { documents: [], availableLocations: '' } }));
    await review();
    expect(texts('[role="dialog"] section[aria-labelledby] li').filter((text) => text.endsWith('missing'))).toEqual([
      'ID documents missing',
      'Social media (optional)missing',
      'Locations (optional)missing',
    ]);
    expect(texts('[role="dialog"] section[aria-labelledby]')[0]).toContain('67% Fair');
  });

  // spec manage-tutors.5 | S5, R §4.9 69 | Approved twice in two tabs: the second hears so, and sees it |
  //   src/server/features/verification/verification.commands.ts
  it('says what another admin did meanwhile, and shows it', async () => {
    const answers = aDesk();
    await desk({
      ...answers,
      'verification.approve': (input, call) => {
        void answers['verification.approve'](input, call);
        return Promise.reject(apiError('verification.verified'));
      },
    });
    await review();
    for (const check of ['Documents', 'Education', 'Experience', 'Background', 'Interview']) await tick(check);
    await pressInDialog('Approve');
    await until(() => expect(texts('[role="dialog"] [role="alert"]')).toEqual(['Tutor is already verified']));
    await until(() => button('Unverify'));
  });

  // spec manage-tutors.6 | P §2 Admin area, D Tutor profile and verification | Documents open in a new tab by a link that the click fetches |
  //   src/client/features/verification/use-open-document.ts
  // spec manage-tutors.11
  it('shows what has changed, with the documents of then, until it is marked as reviewed', async () => {
    const approved = aProfileView();
    const view = {
      changedAt: MONDAY_TEN,
      approval: {
        ...{ education: [{ degree: 'BSc Eng', institution: 'University of Moratuwa', year: 2014 }], experience: [] },
        ...{ documents: [{ ...DOCUMENT, id: 'doc-old' }], approvedBy: 'Ayesha', approvedAt: MONDAY_TEN },
      },
    };
    const profile = { isVerified: true, verificationStatus: 'approved', verificationChecks: approved.verificationChecks } as const;
    const { sent } = await desk(aDesk({ row: { isVerified: true, verificationStatus: 'approved', changedAt: MONDAY_TEN }, profile, view }));
    await review();
    expect(texts('tbody .mantine-Badge-label')).toEqual(['Verified', 'Changed']);
    const changes = texts('[role="dialog"] section[aria-labelledby]')[0];
    expect(changes).toContain('ChangedBefore: BSc Eng, University of Moratuwa, 2014Now: BSc Eng, University of Moratuwa, 2015');
    expect(changes).toContain('AddedTutor, Own classes (2016 - present)');
    expect(changes).toContain('RemovedIdentity 2');
    expect(['Documents', 'Interview'].map((check) => field(check).checked)).toEqual([true, true]);

    const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
    const open = vi.fn(() => tab);
    vi.stubGlobal('open', open);
    window.open = open as never;
    await press('Open removed Identity 2 in a new tab');
    expect(open).toHaveBeenCalledTimes(1);
    await until(() => expect(tab.location.replace).toHaveBeenCalledWith('/files/fresh/doc-old'));
    expect(tab.opener).toBeNull();

    await pressInDialog('Mark as reviewed');
    await until(() => expect(listToasts()).toEqual([['success', 'Changes marked as reviewed successfully']]));
    expect(sent('verification.review')).toHaveLength(1);
    await until(() => expect(texts('tbody .mantine-Badge-label')).toEqual(['Verified']));
  });
});
