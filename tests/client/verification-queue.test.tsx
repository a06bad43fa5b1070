import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import type { TutorRow } from '#shared/contracts/verification.ts';
import type { VerificationStatus } from '#shared/vocabulary/people.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { ADMIN } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aProfileView, MONDAY_TEN } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

const { listToasts } = collectToasts();

const IDS = ['t1', 't2', 't3'];
const NO_CHECKS = { documents: false, education: false, experience: false, background: false, interview: false };
const ALL_CHECKS = { documents: true, education: true, experience: true, background: true, interview: true };
const VERSION = { revision: 4, verificationStatus: 'pending' };
const TEMPLATE = 'Please upload a certificate for each qualification that your profile names.';

/** Three tutors who wait, until they are decided on. */
function makeQueue(more: Answers = {}) {
  const statuses = new Map<string, VerificationStatus>(IDS.map((id) => [id, 'pending']));
  const profileOf = (id: string): TutorProfileView =>
    aProfileView({
      ...{ id, user: { id: `u${id}`, name: `Tutor ${id}`, email: `${id}@vidya.test`, profileImage: '' }, revision: 4, verificationChecks: NO_CHECKS },
      documents: [
        { id: `${id}-degree`, url: '', type: 'qualification', uploadedAt: MONDAY_TEN },
        { id: `${id}-card`, url: '', type: 'identity', uploadedAt: MONDAY_TEN },
      ],
      isVerified: statuses.get(id) === 'approved',
      verificationStatus: statuses.get(id) ?? 'not_started',
    });
  const toRow = (id: string): TutorRow => {
    const { user, phone, status, isVerified, verificationStatus, revision, createdAt } = profileOf(id);
    const figures = { subjects: [], changedAt: null, completeness: 100, isComplete: true, rating: 0, totalReviews: 0 };
    return { id, user, phone, status, isVerified, verificationStatus, revision, createdAt, ...figures };
  };
  const answers = {
    'verification.tutors': () => {
      const tutors = IDS.filter((id) => statuses.get(id) === 'pending').map(toRow);
      const counts = { all: 3, verified: 0, unverified: 3, pending: tutors.length, changed: 0 };
      return { tutors, page: 1, totalPages: 1, total: tutors.length, counts };
    },
    'tutors.forAdmin': ({ id }) => profileOf(id),
    'verification.tutor': () => ({ changedAt: null, remindedAt: null, approval: null, lastRejection: '' }),
    'verification.document': ({ id }) => ({ url: `/files/${id}` }),
    'verification.approve': ({ id }) => {
      if (statuses.get(id) === 'approved') throw apiError('verification.verified');
      statuses.set(id, 'approved');
      return { message: 'Tutor verified successfully' };
    },
    'verification.reject': ({ id }) => {
      statuses.set(id, 'rejected');
      return { message: 'Tutor rejected successfully' };
    },
    ...more,
  } satisfies Answers;
  return { answers, decide: (id: string, status: VerificationStatus) => statuses.set(id, status) };
}

async function visitQueue({ answers } = makeQueue(), path = '/admin/verification') {
  const page = await visit(path, ADMIN, answers);
  await screen.findByRole('group', { name: 'Verification checks' });
  const listInputs = (procedure: string) => page.api.calls.filter((call) => call.path === procedure).map(({ input }) => input);
  return { ...page, listInputs };
}

const listTicked = () =>
  screen.getAllByRole<HTMLInputElement>('checkbox').flatMap((checkbox) => (checkbox.checked ? (checkbox.labels?.[0]?.textContent ?? '') : []));
const findTutor = (id: string) => screen.findByRole('heading', { level: 2, name: `Tutor ${id}` });

describe('the queue of tutors who wait for verification', () => {
  // spec s12-desk.1 | S12 D | Tutors who wait are shown one after the other, oldest first, at an address that names who is shown, with the place in the
  //   queue | src/client/features/verification/queue-page.tsx, src/client/features/verification/use-queue.ts
  test('shows one after the other, the oldest first, at an address of its own', async () => {
    const { user, at, listInputs } = await visitQueue();
    await findTutor('t1');
    expect(screen.getByText('1 of 3')).toBeDefined();
    await waitFor(() => expect(at()).toBe('/admin/verification?tutor=t1'));
    expect(listInputs('verification.tutors')[0]).toEqual({ filter: 'pending', sortBy: 'oldest', limit: 100 });
    await user.keyboard('j');
    await findTutor('t2');
    expect(at()).toBe('/admin/verification?tutor=t2');
    expect(screen.getByText('2 of 3')).toBeDefined();
    await user.keyboard('k');
    await findTutor('t1');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(at()).toBe('/admin/tutors?filter=pending'));
  });

  // spec s12-desk.1
  test('is reached from Manage Tutors, with how many wait', async () => {
    await visit('/admin/tutors', ADMIN, makeQueue().answers);
    await screen.findByRole('link', { name: 'Review one by one (3)' });
    expect(listLinks(screen.getByRole('main'))).toContainEqual(['Review one by one (3)', '/admin/verification']);
  });

  // spec s12-desk.1
  test('shows the headline and the introduction video, which visitors see, and why the profile was rejected before', async () => {
    const profile = aProfileView({
      isVerified: false,
      verificationStatus: 'pending',
      headline: 'A/L maths without fear',
      introductionVideo: 'dQw4w9WgXcQ',
    });
    const verification = { changedAt: null, remindedAt: null, approval: null, lastRejection: 'The certificate is blurred.' };
    await visitQueue(makeQueue({ 'tutors.forAdmin': () => profile, 'verification.tutor': () => verification }));
    expect(screen.getByText('A/L maths without fear')).toBeDefined();
    expect(screen.getByText('The certificate is blurred.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'https://youtu.be/dQw4w9WgXcQ' }).getAttribute('target')).toBe('_blank');
  });

  // spec s12-desk.2 | S12 D | Approving or rejecting goes on to the next who waits, and the last says that nobody does; approving needs every check |
  //   src/client/features/verification/queue-tutor.tsx, src/client/features/verification/use-decision.ts
  test('goes on with each decision, by few keys, until nobody waits', async () => {
    const { user, at, listInputs } = await visitQueue();
    await user.keyboard('a');
    expect((await screen.findByRole('alert')).textContent).toBe('Please complete all verification checks before approving');
    await user.keyboard('ca');
    await findTutor('t2');
    expect(listInputs('verification.approve')).toEqual([{ id: 't1', verificationChecks: ALL_CHECKS, ...VERSION }]);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Documents' }).checked).toBe(false);
    await user.keyboard('12345a');
    await findTutor('t3');
    await user.keyboard('ca');
    await screen.findByText('Nobody waits for verification');
    expect(at()).toBe('/admin/verification');
    expect(listInputs('verification.approve')).toHaveLength(3);
  });

  // spec s12-desk.62 | S12 D | Ticks stay in this browser until somebody decides, also on the way to another tutor; where the tutor changes the
  //   profile meanwhile, they go, and it is said | src/client/features/verification/use-decision.ts
  test('keeps the ticks on the way to another tutor and back', async () => {
    const { user } = await visitQueue();
    await user.keyboard('15j');
    await findTutor('t2');
    expect(listTicked()).toEqual([]);
    await user.keyboard('k');
    await findTutor('t1');
    expect(listTicked()).toEqual(['Documents', 'Interview']);
    await user.keyboard('ca');
    await findTutor('t2');
    expect(localStorage.getItem(`draft:${ADMIN.id}:checks t1`)).toBeNull();
  });

  // spec s12-desk.62
  test('says why the ticks are gone where the tutor has changed the profile', async () => {
    const stored = { revision: 3, verificationStatus: 'pending', checks: { ...NO_CHECKS, interview: true } };
    localStorage.setItem(`draft:${ADMIN.id}:checks t1`, JSON.stringify(stored));
    const { user } = await visitQueue();
    expect(screen.getByRole('alert').textContent).toBe('This profile has changed since you opened it. Please look at it again.');
    expect(listTicked()).toEqual([]);
    await user.keyboard('1');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  // spec s12-desk.62
  test('begins with every tick at a verified profile, also where it was read ahead', async () => {
    const verified = (id: string) =>
      aProfileView({ id, user: { id: `u${id}`, name: `Tutor ${id}`, email: `${id}@vidya.test`, profileImage: '' }, revision: 4 });
    const changed = { changedAt: MONDAY_TEN, remindedAt: null, approval: null, lastRejection: '' };
    const { user } = await visitQueue(
      makeQueue({ 'tutors.forAdmin': ({ id }) => verified(id), 'verification.tutor': () => changed }),
      '/admin/verification?show=changed',
    );
    expect(listTicked()).toHaveLength(5);
    await user.keyboard('j');
    await findTutor('t2');
    expect(listTicked()).toHaveLength(5);
  });

  // spec s12-desk.3 | S12 D | A key does nothing while somebody types, in a dialog, with Ctrl, or where the keys are switched off |
  //   src/client/lib/page-keys.ts
  test('leaves its keys to whoever types, to dialogs and to the browser', async () => {
    const { user, listInputs } = await visitQueue();
    await user.keyboard('c{Control>}a{/Control}');
    await user.keyboard('r');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Tutor t1?' }));
    await user.type(dialog.getByRole('textbox', { name: /^Reason for the rejection/ }), 'ajk');
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('ajk');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('?');
    const keys = within(await screen.findByRole('dialog', { name: 'Keys' }));
    await user.click(keys.getByRole('switch', { name: 'Use the keys' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('aj');
    await findTutor('t1');
    expect(listInputs('verification.approve')).toEqual([]);
  });

  // spec s12-desk.4 | S12 D | A rejection can begin with a template, which can be changed before it is sent; the list of templates is edited too, and
  //   kept in the browser | src/client/features/verification/reject-dialog.tsx, src/client/features/verification/rejection-templates.ts
  test('rejects with a template that was changed, and edits the templates', async () => {
    const { user, listInputs } = await visitQueue();
    await user.keyboard('r');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Tutor t1?' }));
    await user.selectOptions(
      dialog.getByRole('combobox', { name: 'Template' }),
      dialog.getByRole('option', { name: /^Please upload a certificate/ }),
    );
    const reason = dialog.getByRole<HTMLTextAreaElement>('textbox');
    expect(reason.value).toBe(TEMPLATE);
    await user.type(reason, ' Thank you.');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await findTutor('t2');
    expect(listInputs('verification.reject')).toEqual([{ id: 't1', reason: `${TEMPLATE} Thank you.`, ...VERSION }]);
    await user.keyboard('r');
    await user.click(await screen.findByRole('button', { name: 'Edit the templates' }));
    const list = await screen.findByRole('textbox', { name: 'Templates' });
    await user.clear(list);
    await user.type(list, 'First.{Enter}{Enter}Second.');
    await user.click(screen.getByRole('button', { name: 'Save templates' }));
    const again = within(await screen.findByRole('dialog', { name: 'Reject Tutor t2?' }));
    expect(again.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Choose a template to begin with', 'First.', 'Second.']);
  });

  // spec s12-desk.64 | S12 D, S5 | A rejection is of the profile as it was when its dialog opened; where the tutor has changed it meanwhile, the dialog
  //   closes, it is said, and the reason stays | src/client/features/verification/reject-dialog.tsx, src/client/features/verification/queue-tutor.tsx
  test('rejects no profile that the tutor has changed meanwhile, and keeps the reason', async () => {
    const { answers } = makeQueue();
    let revision = 4;
    const { user, listInputs, queryClient } = await visitQueue(
      makeQueue({
        'tutors.forAdmin': (...call) => ({ ...answers['tutors.forAdmin'](...call), revision, headline: `Version ${revision}` }),
        'verification.reject': (input) => {
          if (input.revision !== revision) throw apiError('verification.outdated');
          return { message: 'Tutor rejected successfully' };
        },
      }),
    );
    await user.keyboard('r');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Tutor t1?' }));
    await user.type(dialog.getByRole('textbox'), 'Blurred');
    revision = 5;
    await act(() => queryClient.invalidateQueries());
    await screen.findByText('Version 5');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('alert').textContent).toBe('This profile has changed since you opened it. Please look at it again.');
    await user.keyboard('r');
    const again = within(await screen.findByRole('dialog', { name: 'Reject Tutor t1?' }));
    expect(again.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Blurred');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await findTutor('t2');
    const rejection = { id: 't1', reason: 'Blurred', verificationStatus: 'pending' };
    expect(listInputs('verification.reject')).toEqual([
      { ...rejection, revision: 4 },
      { ...rejection, revision: 5 },
    ]);
  });

  // spec s12-desk.5 | S12 D | What another admin has decided meanwhile is told, and is no error | src/client/features/verification/queue-tutor.tsx
  test('says what another admin has decided meanwhile, and goes on', async () => {
    const queue = makeQueue();
    const { user } = await visitQueue(queue);
    queue.decide('t1', 'approved');
    await user.keyboard('ca');
    await screen.findByText('Tutor t1 is verified. There is nothing to decide any more.');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(listToasts()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Next tutor who waits' }));
    await findTutor('t2');
    expect(screen.getByText('2 of 3')).toBeDefined();
  });

  // spec s12-desk.6 | S12 D | Documents are shown in the page beside the checks, with what each should prove, one after the other, larger and turned |
  //   src/client/features/verification/document-viewer.tsx
  test('shows the documents beside the checks, with what each should prove', async () => {
    const { user } = await visitQueue();
    const viewer = within(screen.getByRole('region', { name: 'Documents' }));
    expect(viewer.getByText(/^Should prove BSc/)).toBeDefined();
    expect((await viewer.findByRole('img')).getAttribute('src')).toBe('/files/t1-degree');
    await user.keyboard('d');
    expect(viewer.getByText('Should show the name Tutor t1')).toBeDefined();
    await waitFor(() => expect(viewer.getByRole('img').getAttribute('src')).toBe('/files/t1-card'));
    await user.keyboard('+t');
    expect(viewer.getByText('150%')).toBeDefined();
    expect(viewer.getByRole('img').style.transform).toContain('rotate(90deg)');
    await user.keyboard('d');
    expect(viewer.getByText('100%')).toBeDefined();
  });
});
