import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ProfileEditorPage } from '#client/features/tutor-profile/profile-editor-page.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { pressInDialog } from '#tests/support/account-page.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { FakeRequest } from '#tests/support/fake-request.ts';
import { button, press, render, shown, signIn, TUTOR, texts, until } from '#tests/support/render.tsx';
import { aProfileView } from '#tests/support/views.ts';

const aDocument = (index: number) => ({ id: `doc-${index}`, url: `/files/documents/${index}.webp?s=1`, type: 'identity', uploadedAt: new Date() });
const withDocuments = (count: number) => aProfileView({ revision: 1, documents: Array.from({ length: count }, (_, index) => aDocument(index + 1)) });
const aFile = (name: string, type = 'image/png', bytes = 100) => new File([new Uint8Array(bytes)], name, { type });

const rows = () => texts('#documents li').map((text) => text.replace(/(Open|Remove|Cancel|Undo|Try Again)+$/, ''));
const problems = () => texts('#documents [role="alert"] p');
const savedWith = (of: { calls: { path: string; input: unknown }[] }) =>
  of.calls.filter(({ path }) => path === 'tutors.saveProfile').map(({ input }) => input);

async function documents(profile: TutorProfileView = withDocuments(1)) {
  let stored = profile;
  signIn(TUTOR);
  const success = vi.spyOn(toast, 'success');
  const failure = vi.spyOn(toast, 'error');
  const api = fakeApi({
    'tutors.own': () => stored,
    'tutors.saveProfile': ({ documents: ids = [] }) => {
      stored = {
        ...stored,
        documents: ids.map((id) => ({ ...aDocument(1), id, url: `/files/documents/${id}.webp?s=2` })),
        revision: stored.revision + 1,
      };
      return { message: 'Profile updated successfully!', tutor: stored };
    },
    'catalogue.subjects': () => [],
    'daysOff.own': () => [],
    'catalogue.topicsOfSubject': () => [],
  });
  await render(<ProfileEditorPage now={new Date('2026-11-23T04:30:00Z')} photo={null} />, { api });
  await shown('Verification documents');
  return { api, success, failure };
}

async function choose(...files: File[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('#documents input[type="file"]');
  Object.defineProperty(input, 'files', { value: files, configurable: true });
  await act(async () => void input?.dispatchEvent(new Event('change', { bubbles: true })));
}

/** The request that is on its way, once it is. */
const sent = (index: number) =>
  until(() => {
    const request = requests[index];
    if (!request?.sent && request?.opened[0] !== 'DELETE') throw new Error(`no request ${index} yet`);
    return request;
  });
const stored = (id: string) => JSON.stringify({ data: [{ id, url: `/files/documents/${id}.webp?s=1` }] });
const answer = async (index: number, status: number, text: string) => {
  const request = await sent(index);
  await act(async () => request.answer(status, text));
};

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
  it('are uploaded one after another with their progress, and saved with the profile', async () => {
    const { api, success } = await documents();
    await choose(aFile('nic.png'), aFile('degree.jpg', 'image/jpeg'));
    const first = await sent(0);
    await act(async () => first.progress(1, 4));
    expect(document.querySelector('#documents progress')?.getAttribute('value')).toBe('0.25');
    expect(rows()).toEqual(['Document 1', 'nic.png25%', 'degree.jpgWaiting…']);
    await answer(0, 200, stored('new-1'));
    await answer(1, 200, stored('new-2'));
    await until(() => expect(rows()).toEqual(['Document 1', 'nic.pngUploaded, not saved yet', 'degree.jpgUploaded, not saved yet']));
    expect(success).toHaveBeenCalledExactlyOnceWith('2 image(s) uploaded successfully!');
    await press('Save Changes');
    await until(() => expect(rows()).toEqual(['Document 1', 'nic.png', 'degree.jpg']));
    expect(savedWith(api)).toEqual([expect.objectContaining({ documents: ['doc-1', 'new-1', 'new-2'] })]);
  });

  // spec profile.17
  it('hold back the saving while they are on their way, with the reason', async () => {
    await documents();
    await choose(aFile('nic.png'));
    await shown('Your images are still being uploaded. You can save once they are there.');
    expect(button('Save Changes').disabled).toBe(true);
    await answer(0, 200, stored('new-1'));
    await until(() => expect(button('Save Changes').disabled).toBe(false));
  });

  it('can be dropped into the box', async () => {
    await documents();
    const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer: { files: [aFile('nic.png')] } });
    await act(async () => void document.querySelector('#documents [data-path="documents"]')?.parentElement?.dispatchEvent(drop));
    await sent(0);
    expect(drop.defaultPrevented).toBe(true);
    expect(rows()[1]).toContain('nic.png');
  });

  // spec profile.16
  it.each([
    ['a.pdf is not a supported file type. Please upload JPG or PNG images only.', [aFile('a.pdf', 'application/pdf')]],
    ['a.png is too large. Maximum file size is 2MB.', [aFile('a.png', 'image/png', LIMITS.imageBytes + 1)]],
    ['You can only add 4 more image(s). Maximum 5 images allowed total.', [1, 2, 3, 4, 5].map((index) => aFile(`${index}.png`))],
  ])('that cannot be are refused before anything is sent: %s', async (sentence, files) => {
    await documents();
    await choose(...files);
    await until(() => expect(problems()).toEqual([sentence]));
    expect([requests.length, rows()]).toEqual([0, ['Document 1']]);
  });

  // spec profile.16
  it('are five at most', async () => {
    await documents(withDocuments(5));
    expect(button('Choose images').disabled).toBe(true);
    await shown('You have added as many as you can.');
  });

  // spec profile.18 | S3 | What failed takes none of the five places, and is sent again only where that makes sense |
  //   src/client/features/tutor-profile/use-document-uploads.ts
  it('that the server refuses say why, and are not sent again', async () => {
    await documents();
    await choose(aFile('nic.png'));
    await answer(0, 400, JSON.stringify({ success: false, message: 'nic.png is not a supported file type. Please upload JPG or PNG images only.' }));
    await shown('nic.png is not a supported file type. Please upload JPG or PNG images only.');
    expect(texts('#documents li:last-child button')).toEqual(['Remove']);
  });

  // spec profile.18
  it('that failed take no place among the five', async () => {
    await documents(withDocuments(4));
    await choose(aFile('nic.png'));
    await answer(0, 503, '');
    await shown('Failed to upload documents. Please try again.');
    expect(button('Choose images').disabled).toBe(false);
    await choose(aFile('degree.png'));
    await answer(1, 200, stored('new-1'));
    await until(() => expect(rows()[4]).toBe('degree.pngUploaded, not saved yet'));
    expect(texts('#documents li:last-child button'), 'no room for another try').toEqual(['Remove']);
    await press('Remove Document 1');
    expect(button('Try nic.png again')).toBeDefined();
  });

  // spec profile.17
  it('that could not be sent say why, and can be tried again', async () => {
    const { success } = await documents();
    await choose(aFile('nic.png'));
    await answer(0, 503, '');
    await shown('Failed to upload documents. Please try again.');
    expect([success.mock.calls, button('Save Changes').disabled]).toEqual([[], false]);
    await press('Try nic.png again');
    await answer(1, 200, stored('new-1'));
    await until(() => expect(rows()[1]).toBe('nic.pngUploaded, not saved yet'));
  });

  // spec profile.17
  it('can be called off on their way', async () => {
    await documents();
    await choose(aFile('nic.png'), aFile('degree.png'));
    await sent(0);
    await press('Cancel nic.png');
    await answer(1, 200, stored('new-2'));
    await until(() => expect(rows()).toEqual(['Document 1', 'degree.pngUploaded, not saved yet']));
  });

  // spec profile.19 | R §4.2 11 | One that no profile has goes from the server at once, one that is saved with the next saving |
  //   src/client/features/tutor-profile/use-document-uploads.ts
  // spec errors.63
  it('that are not saved go from the server at once', async () => {
    const { success } = await documents();
    await choose(aFile('nic.png'));
    await answer(0, 200, stored('new-1'));
    await until(() => expect(rows()).toHaveLength(2));
    await press('Remove nic.png');
    expect(requests[1]?.opened).toEqual(['DELETE', '/api/upload/new-1']);
    await answer(1, 200, '{"success":true}');
    await until(() => expect(rows()).toEqual(['Document 1']));
    expect(success).toHaveBeenLastCalledWith('Image deleted successfully!');
  });

  // spec errors.62 | C §8 Profile and uploads | 'Server error ({status}): Unable to delete image' where the answer is no JSON |
  //   src/client/lib/rpc/upload.ts
  // spec profile.19
  it('stay where they could not be deleted', async () => {
    const { failure } = await documents();
    await choose(aFile('nic.png'));
    await answer(0, 200, stored('new-1'));
    await until(() => expect(rows()).toHaveLength(2));
    await press('Remove nic.png');
    await answer(1, 502, '<html>');
    await until(() => expect(failure).toHaveBeenCalledWith('Server error (502): Unable to delete image'));
    expect(rows()).toHaveLength(2);
  });

  // spec profile.19
  it('that are saved leave the draft only, and can be brought back to their place', async () => {
    const { api } = await documents(withDocuments(3));
    await press('Remove Document 2');
    await until(() => expect(rows()).toEqual(['Document 1', 'Document 3', 'Document 2Taken off once you save']));
    expect(requests).toEqual([]);
    await press('Bring Document 2 back');
    expect(rows()).toEqual(['Document 1', 'Document 2', 'Document 3']);
    await press('Remove Document 1');
    await press('Save Changes');
    await until(() => expect(savedWith(api)).toEqual([expect.objectContaining({ documents: ['doc-2', 'doc-3'] })]));
  });

  // spec profile.26
  it('come back with Discard, and those uploaded for nothing go', async () => {
    await documents(withDocuments(2));
    await press('Remove Document 1');
    await choose(aFile('nic.png'));
    await answer(0, 200, stored('new-1'));
    await until(() => expect(rows()).toContain('nic.pngUploaded, not saved yet'));
    await press('Discard');
    await pressInDialog('Discard');
    await until(() => expect(rows()).toEqual(['Document 1', 'Document 2']));
    expect(requests[1]?.opened).toEqual(['DELETE', '/api/upload/new-1']);
  });

  // spec profile.20 | D Tutor profile and verification | They open in a new tab by a link that still holds |
  //   src/client/features/tutor-profile/document-rows.tsx
  it('open in a tab of their own by a link that still holds, or by a fresh one', async () => {
    const { api } = await documents();
    const link = () => document.querySelector<HTMLAnchorElement>('#documents a[target="_blank"]');
    const click = () => new MouseEvent('click', { bubbles: true, cancelable: true });
    expect([link()?.getAttribute('href'), link()?.rel]).toEqual(['/files/documents/1.webp?s=1', 'noopener noreferrer']);

    const replace = vi.fn();
    vi.stubGlobal('open', () => ({ location: { replace }, opener: window, close: () => {} }));
    const asked = () => api.calls.filter(({ path }) => path === 'tutors.own').length;
    const before = asked();
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20 * 60_000);
    const late = click();
    await act(async () => void link()?.dispatchEvent(late));
    await until(() => expect(replace).toHaveBeenCalledWith('/files/documents/1.webp?s=1'));
    expect([late.defaultPrevented, asked()]).toEqual([true, before + 1]);
  });
});
