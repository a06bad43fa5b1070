import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ProfileEditorPage } from '#client/features/tutor-profile/profile-editor-page.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { FakeRequest } from '#tests/support/fake-request.ts';
import { render, signIn, TUTOR } from '#tests/support/render.tsx';
import { aProfileView } from '#tests/support/views.ts';

const aDocument = (index: number) => ({ id: `doc-${index}`, url: `/files/documents/${index}.webp?s=1`, type: 'identity', uploadedAt: new Date() });
const withDocuments = (count: number) =>
  aProfileView({ revision: 1, subjects: [], documents: Array.from({ length: count }, (_, index) => aDocument(index + 1)) });
const aFile = (name: string, type = 'image/png', bytes = 100) => new File([new Uint8Array(bytes)], name, { type });

const getSection = () => within(screen.getByRole('region', { name: 'Verification documents' }));
const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
/** Without the labels of their buttons. */
const listRows = () =>
  getSection()
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/(Open|Remove|Cancel|Undo|Try Again)+$/, ''));
const listButtonsOfLastRow = () => {
  const [lastRow] = getSection().getAllByRole('listitem').slice(-1);
  return (
    lastRow &&
    within(lastRow)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  );
};

async function renderEditor(profile: TutorProfileView = withDocuments(1)) {
  let saved = profile;
  let isAnswerLost = false;
  let canRead = true;
  let isReadSlow = false;
  let answerRead = () => {};
  signIn(TUTOR);
  const success = vi.spyOn(toast, 'success');
  const failure = vi.spyOn(toast, 'error');
  const api = fakeApi({
    'tutors.own': () => {
      if (!canRead) throw apiError('request.invalid');
      const read = saved;
      return isReadSlow ? new Promise<TutorProfileView>((resolve) => (answerRead = () => resolve(read))) : read;
    },
    'tutors.saveProfile': ({ bio = saved.bio, documents: ids = saved.documents.map(({ id }) => id), revision }) => {
      if (revision !== saved.revision) throw apiError('tutor.profile_changed');
      saved = {
        ...saved,
        bio,
        documents: ids.map((id) => ({ ...aDocument(1), id, url: `/files/documents/${id}.webp?s=2` })),
        revision: saved.revision + 1,
      };
      if (isAnswerLost) throw networkError();
      return { message: 'Profile updated successfully!', tutor: saved };
    },
    'catalogue.subjects': () => [],
    'daysOff.own': () => [],
    'catalogue.topicsOfSubject': () => [],
  });
  const { user, queryClient } = await render(<ProfileEditorPage photo={null} />, { api });
  const input = await screen.findByLabelText<HTMLInputElement>('Verification documents', { selector: 'input' });
  return {
    api,
    success,
    failure,
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
    refetch: () => act(async () => void (await queryClient.invalidateQueries())),
    /** Begins to read the profile, and returns what answers it as it was then. */
    async readSlowly(begin: () => void = () => void queryClient.invalidateQueries()) {
      isReadSlow = true;
      await act(async () => begin());
      isReadSlow = false;
      return () => act(async () => answerRead());
    },
    changeElsewhere(bio: string) {
      saved = { ...saved, bio, revision: saved.revision + 1 };
    },
    /** The server saves, and the answer never arrives. */
    async saveUnanswered(button = 'Save Changes') {
      isAnswerLost = true;
      await user.click(getButton(button));
      await screen.findByText('Failed to update profile. Please try again.');
      isAnswerLost = false;
    },
    forbidReading() {
      canRead = false;
    },
    async fillBio(bio: string) {
      await user.clear(screen.getByLabelText('About you and your teaching'));
      await user.paste(bio);
    },
    confirm: async (name: RegExp) => user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name })),
    /** Also files that the browser would not offer. */
    async choose(...files: File[]) {
      Object.defineProperty(input, 'files', { value: files, configurable: true });
      await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
    },
  };
}

const findRequest = (index: number) =>
  waitFor(() => {
    const request = requests[index];
    if (!request?.sent && request?.opened[0] !== 'DELETE') throw new Error(`no request ${index} yet`);
    return request;
  });
const uploaded = (id: string) => JSON.stringify({ data: [{ id, url: `/files/documents/${id}.webp?s=1` }] });
async function answer(index: number, status: number, body: string): Promise<void> {
  const request = await findRequest(index);
  await act(async () => request.respond(status, body));
}

const requests: FakeRequest[] = [];

class CountedRequest extends FakeRequest {
  constructor() {
    super();
    requests.push(this);
  }
}

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('XMLHttpRequest', CountedRequest);
});

describe('verification documents', () => {
  // spec profile.17 | P §4 Document upload, S3 | They go up with their progress, can be called off and tried again, and hold back saving meanwhile |
  //   src/client/features/tutor-profile/use-document-uploads.ts
  // spec errors.63 | C §8 Profile and uploads | 'N image(s) uploaded successfully!', 'Image deleted successfully!' | src/shared/messages.ts
  test('are uploaded one after another with their progress, and saved with the profile', async () => {
    const { api, success, press, choose } = await renderEditor();
    await choose(aFile('nic.png'), aFile('degree.jpg', 'image/jpeg'));
    const first = await findRequest(0);
    await act(async () => first.progress(1, 4));
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Uploading nic.png' }).value).toBe(0.25);
    expect(listRows()).toEqual(['Document 1', 'nic.png25%', 'degree.jpgWaiting…']);
    await answer(0, 200, uploaded('new-1'));
    await answer(1, 200, uploaded('new-2'));
    await waitFor(() => expect(listRows()).toEqual(['Document 1', 'nic.pngUploaded, not saved yet', 'degree.jpgUploaded, not saved yet']));
    expect(success).toHaveBeenCalledExactlyOnceWith('2 image(s) uploaded successfully!');
    await press('Save Changes');
    await waitFor(() => expect(listRows()).toEqual(['Document 1', 'nic.png', 'degree.jpg']));
    expect(api.inputsOf('tutors.saveProfile')).toEqual([expect.objectContaining({ documents: ['doc-1', 'new-1', 'new-2'] })]);
  });

  // spec profile.17
  test('disable saving while they are on their way, with the reason', async () => {
    const { choose } = await renderEditor();
    await choose(aFile('nic.png'));
    expect(screen.getByText('Your images are still uploading. You can save when they finish.')).toBeDefined();
    expect(getButton('Save Changes').disabled).toBe(true);
    await answer(0, 200, uploaded('new-1'));
    await waitFor(() => expect(getButton('Save Changes').disabled).toBe(false));
  });

  test('can be dropped into the box', async () => {
    await renderEditor();
    const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer: { files: [aFile('nic.png')] } });
    await act(async () => void getButton('Choose images').parentElement?.dispatchEvent(drop));
    await findRequest(0);
    expect(drop.defaultPrevented).toBe(true);
    expect(listRows()[1]).toContain('nic.png');
  });

  // spec profile.16
  test.each([
    ['a.pdf is not a supported file type. Please upload JPG or PNG images only.', [aFile('a.pdf', 'application/pdf')]],
    ['a.png is too large. Maximum file size is 2MB.', [aFile('a.png', 'image/png', LIMITS.imageBytes + 1)]],
    ['You can only add 4 more image(s). Maximum 5 images allowed total.', [1, 2, 3, 4, 5].map((index) => aFile(`${index}.png`))],
  ])('are refused before anything is sent: %s', async (message, files) => {
    const { choose } = await renderEditor();
    await choose(...files);
    await waitFor(() =>
      expect(
        getSection()
          .getAllByRole('alert')
          .map(({ textContent }) => textContent),
      ).toEqual([message]),
    );
    expect([requests.length, listRows()]).toEqual([0, ['Document 1']]);
  });

  // spec profile.16
  test('are five at most', async () => {
    await renderEditor(withDocuments(5));
    expect(getButton('Choose images').disabled).toBe(true);
    expect(screen.getByText('You have reached the limit.')).toBeDefined();
  });

  // spec profile.18 | S3 | What failed takes none of the five places, and is sent again only where that makes sense |
  //   src/client/features/tutor-profile/use-document-uploads.ts
  test('show why the server refused them, and are not sent again', async () => {
    const { choose } = await renderEditor();
    await choose(aFile('nic.png'));
    await answer(0, 400, JSON.stringify({ success: false, message: 'nic.png is not a supported file type. Please upload JPG or PNG images only.' }));
    expect(await screen.findByText('nic.png is not a supported file type. Please upload JPG or PNG images only.')).toBeDefined();
    expect(listButtonsOfLastRow()).toEqual(['Remove']);
  });

  // spec s12-seen.4 | S12 E | The error of a file that was refused goes when another file is chosen |
  //   src/client/features/tutor-profile/use-document-uploads.ts
  test('do not stay beside a new one when they were refused', async () => {
    const { choose } = await renderEditor();
    await choose(aFile('nic.png'));
    await answer(0, 400, JSON.stringify({ success: false, message: 'nic.png is not a supported file type. Please upload JPG or PNG images only.' }));
    await screen.findByText('nic.png is not a supported file type. Please upload JPG or PNG images only.');
    await choose(aFile('degree.png'));
    await answer(1, 200, uploaded('new-1'));
    await waitFor(() => expect(listRows()).toEqual(['Document 1', 'degree.pngUploaded, not saved yet']));
  });

  // spec profile.18
  test('do not count among the five when they failed', async () => {
    const { press, choose } = await renderEditor(withDocuments(4));
    await choose(aFile('nic.png'));
    await answer(0, 503, '');
    expect(await screen.findByText('Failed to upload documents. Please try again.')).toBeDefined();
    expect(getButton('Choose images').disabled).toBe(false);
    await choose(aFile('degree.png'));
    await answer(1, 200, uploaded('new-1'));
    await waitFor(() => expect(listRows()[4]).toBe('degree.pngUploaded, not saved yet'));
    expect(listButtonsOfLastRow(), 'no room for another try').toEqual(['Remove']);
    await press('Remove Document 1');
    expect(getButton('Try nic.png again')).toBeDefined();
  });

  // spec profile.17
  test('show why they could not be sent, and can be sent again', async () => {
    const { success, press, choose } = await renderEditor();
    await choose(aFile('nic.png'));
    await answer(0, 503, '');
    expect(await screen.findByText('Failed to upload documents. Please try again.')).toBeDefined();
    expect([success.mock.calls, getButton('Save Changes').disabled]).toEqual([[], false]);
    await press('Try nic.png again');
    await answer(1, 200, uploaded('new-1'));
    await waitFor(() => expect(listRows()[1]).toBe('nic.pngUploaded, not saved yet'));
  });

  // spec profile.17
  test('can be cancelled on their way', async () => {
    const { press, choose } = await renderEditor();
    await choose(aFile('nic.png'), aFile('degree.png'));
    await findRequest(0);
    await press('Cancel nic.png');
    await answer(1, 200, uploaded('new-2'));
    await waitFor(() => expect(listRows()).toEqual(['Document 1', 'degree.pngUploaded, not saved yet']));
  });

  // spec profile.19 | R §4.2 11 | One that no profile has goes from the server at once, one that is saved with the next saving |
  //   src/client/features/tutor-profile/use-document-uploads.ts
  // spec errors.63
  test('are deleted from the server at once where no profile has them', async () => {
    const { success, press, choose } = await renderEditor();
    await choose(aFile('nic.png'));
    await answer(0, 200, uploaded('new-1'));
    await waitFor(() => expect(listRows()).toHaveLength(2));
    await press('Remove nic.png');
    expect((await findRequest(1)).opened).toEqual(['DELETE', '/api/upload/new-1']);
    await answer(1, 200, '{"success":true}');
    await waitFor(() => expect(listRows()).toEqual(['Document 1']));
    expect(success).toHaveBeenLastCalledWith('Image deleted successfully!');
  });

  // spec profile.19
  test('are deleted also where another one is removed meanwhile', async () => {
    const { failure, choose, readSlowly } = await renderEditor();
    await choose(aFile('nic.png'), aFile('degree.png'));
    await answer(0, 200, uploaded('new-1'));
    await answer(1, 200, uploaded('new-2'));
    await waitFor(() => expect(listRows()).toHaveLength(3));
    const answerRead = await readSlowly(() => getButton('Remove nic.png').click());
    await act(async () => getButton('Remove degree.png').click());
    await answerRead();
    await answer(2, 200, '{"success":true}');
    await answer(3, 200, '{"success":true}');
    await waitFor(() => expect(listRows()).toEqual(['Document 1']));
    expect(failure).not.toHaveBeenCalled();
  });

  // spec errors.62 | C §8 Profile and uploads | 'Server error ({status}): Unable to delete image' where the answer is no JSON |
  //   src/client/lib/rpc/upload.ts
  // spec profile.19
  test('stay listed where they could not be deleted', async () => {
    const { failure, press, choose } = await renderEditor();
    await choose(aFile('nic.png'));
    await answer(0, 200, uploaded('new-1'));
    await waitFor(() => expect(listRows()).toHaveLength(2));
    await press('Remove nic.png');
    await answer(1, 502, '<html>');
    await waitFor(() => expect(failure).toHaveBeenCalledWith('Server error (502): Unable to delete image'));
    expect(listRows()).toHaveLength(2);
  });

  // spec profile.19
  test('that are saved leave the draft only, and can be brought back to their place', async () => {
    const { api, press } = await renderEditor(withDocuments(3));
    await press('Remove Document 2');
    await waitFor(() => expect(listRows()).toEqual(['Document 1', 'Document 3', 'Document 2Removed when you save']));
    expect(requests).toEqual([]);
    await press('Bring Document 2 back');
    expect(listRows()).toEqual(['Document 1', 'Document 2', 'Document 3']);
    await press('Remove Document 1');
    await press('Save Changes');
    await waitFor(() => expect(api.inputsOf('tutors.saveProfile')).toEqual([expect.objectContaining({ documents: ['doc-2', 'doc-3'] })]));
  });

  // spec profile.26
  test('come back with Discard, which deletes those that were uploaded since', async () => {
    const { press, confirm, choose } = await renderEditor(withDocuments(2));
    await press('Remove Document 1');
    await choose(aFile('nic.png'));
    await answer(0, 200, uploaded('new-1'));
    await waitFor(() => expect(listRows()).toContain('nic.pngUploaded, not saved yet'));
    await press('Discard');
    await confirm(/^Discard/);
    await waitFor(() => expect(listRows()).toEqual(['Document 1', 'Document 2']));
    expect((await findRequest(1)).opened).toEqual(['DELETE', '/api/upload/new-1']);
  });

  // spec profile.36 | P §2 Tutor area | Where the answer to saving was lost, what was saved keeps its files: Discard, loading the saved profile and
  //   Remove delete only what no profile has, and nothing while nobody knows | src/client/features/tutor-profile/use-document-uploads.ts,
  //   src/client/features/tutor-profile/draft-state.ts
  describe('that were saved, though the answer was lost,', () => {
    async function renderSaved() {
      const editor = await renderEditor();
      await editor.choose(aFile('nic.png'));
      await answer(0, 200, uploaded('new-1'));
      await editor.saveUnanswered();
      return editor;
    }
    /** Of files, after what was asked of the server before is answered. */
    async function listDeletions() {
      await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 50))));
      return requests.flatMap(({ opened: [method, path] }) => (method === 'DELETE' ? [path] : []));
    }

    test('keep their files with Discard, which shows them as saved and deletes one that is not', async () => {
      const { api, press, confirm, choose } = await renderSaved();
      await choose(aFile('degree.png'));
      await answer(1, 200, uploaded('new-2'));
      await waitFor(() => expect(listRows()).toHaveLength(3));
      const readsBefore = api.inputsOf('tutors.own').length;
      await press('Discard');
      await confirm(/^Discard/);
      await waitFor(() => expect(listRows()).toEqual(['Document 1', 'Document 2']));
      expect(await listDeletions()).toEqual(['/api/upload/new-2']);
      expect(api.inputsOf('tutors.own')).toHaveLength(readsBefore + 1);
    });

    test('keep their files with Discard while the profile cannot be read', async () => {
      const { press, confirm, forbidReading } = await renderSaved();
      forbidReading();
      await press('Discard');
      await confirm(/^Discard/);
      await waitFor(() => expect(listRows()).toEqual(['Document 1']));
      expect(await listDeletions()).toEqual([]);
    });

    test('keep their files where an answer comes that is older than the saving', async () => {
      const editor = await renderEditor();
      await editor.choose(aFile('nic.png'));
      await answer(0, 200, uploaded('new-1'));
      const answerRead = await editor.readSlowly();
      await editor.saveUnanswered();
      await editor.press('Discard');
      await editor.confirm(/^Discard/);
      await waitFor(() => expect(listRows()).toEqual(['Document 1', 'Document 2']));
      await answerRead();
      expect(await listDeletions()).toEqual([]);
      await editor.fillBio('Typed.');
      await editor.press('Discard');
      await editor.confirm(/^Discard/);
      await screen.findByText('All changes saved');
      expect(listRows()).toEqual(['Document 1', 'Document 2']);
    });

    test('keep their files where the saved profile is loaded, and one that is not saved goes', async () => {
      const { press, confirm, choose, fillBio, changeElsewhere, saveUnanswered } = await renderEditor();
      await choose(aFile('nic.png'));
      await answer(0, 200, uploaded('new-1'));
      await fillBio('Typed here.');
      changeElsewhere('Typed elsewhere.');
      await press('Save Changes');
      await screen.findByText('Changed in both: about you.');
      await saveUnanswered('Save mine anyway');
      await choose(aFile('degree.png'));
      await answer(1, 200, uploaded('new-2'));
      await press('Load the saved profile');
      await confirm(/^Load it/);
      await waitFor(() => expect(listRows()).toEqual(['Document 1', 'Document 2']));
      expect(await listDeletions()).toEqual(['/api/upload/new-2']);
    });

    test('keep their files where they are removed and saved at once', async () => {
      const { press, choose, readSlowly } = await renderEditor();
      await choose(aFile('nic.png'));
      await answer(0, 200, uploaded('new-1'));
      const answerRead = await readSlowly(() => getButton('Remove nic.png').click());
      await press('Save Changes');
      await screen.findByText('All changes saved');
      await answerRead();
      await waitFor(() => expect(listRows()).toEqual(['Document 1', 'nic.pngRemoved when you save']));
      expect(await listDeletions()).toEqual([]);
    });

    test('leave the draft alone with Remove, and can be brought back', async () => {
      const { api, press } = await renderSaved();
      await press('Remove nic.png');
      await waitFor(() => expect(listRows()).toEqual(['Document 1', 'nic.pngRemoved when you save']));
      expect(await listDeletions()).toEqual([]);
      await press('Bring nic.png back');
      await screen.findByText('All changes saved');
      await press('Remove nic.png');
      await press('Save Changes');
      await waitFor(() => expect(listRows()).toEqual(['Document 1']));
      expect(api.inputsOf('tutors.saveProfile').at(-1)).toMatchObject({ documents: ['doc-1'], revision: 2 });
    });

    test('count as saved as soon as the profile is read, without a conflict', async () => {
      const { refetch } = await renderSaved();
      expect(listRows()).toEqual(['Document 1', 'nic.pngUploaded, not saved yet']);
      await refetch();
      await screen.findByText('All changes saved');
      expect(listRows()).toEqual(['Document 1', 'nic.png']);
      expect(screen.queryByText('This profile was changed in another tab')).toBeNull();
    });

    test('count as saved where they are sent again', async () => {
      const { press } = await renderSaved();
      await press('Save Changes');
      await screen.findByText('All changes saved');
      expect(screen.queryByText('This profile was changed in another tab')).toBeNull();
      expect(document.activeElement).toBe(getButton('Save Changes'));
    });
  });

  // spec profile.20 | D Tutor profile and verification | They open in a new tab by a link that still holds |
  //   src/client/features/tutor-profile/document-rows.tsx
  test('open in a tab of their own by a link that still holds, or by a fresh one', async () => {
    const { api } = await renderEditor();
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Open Document 1 in a new tab' });
    expect([link.getAttribute('href'), link.target, link.rel]).toEqual(['/files/documents/1.webp?s=1', '_blank', 'noopener noreferrer']);

    const replace = vi.fn();
    vi.stubGlobal('open', () => ({ location: { replace }, opener: window, close: () => {} }));
    const readsBefore = api.inputsOf('tutors.own').length;
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20 * 60_000);
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    await act(async () => void link.dispatchEvent(click));
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/files/documents/1.webp?s=1'));
    expect([click.defaultPrevented, api.inputsOf('tutors.own').length]).toEqual([true, readsBefore + 1]);
  });
});
