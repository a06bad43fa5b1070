import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Avatar } from '#client/ui/avatar.tsx';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import {
  account,
  clickButton,
  clickInDialog,
  getButton,
  getDialogText,
  getSection,
  listButtons,
  waitForNoDialog,
} from '#tests/support/account-page.ts';
import { type Answers, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { FakeRequest } from '#tests/support/fake-request.ts';
import { render, STUDENT } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';

describe('the photo', () => {
  const SENTENCES = { type: 'Please select a valid image file (JPG, PNG, or GIF)', size: 'File size must be less than 2MB' };
  const aFile = (type: string, bytes: number) => new File([new Uint8Array(bytes)], 'me', { type });
  // Unlike user.upload, it also chooses what the field does not accept.
  const choose = (file: File) => fireEvent.change(screen.getByLabelText('Photo', { selector: 'input' }), { target: { files: [file] } });
  const listImages = (src: string) => screen.queryAllByAltText(/^/).filter((image) => image.getAttribute('src') === src);

  // spec errors.29 | C §8 Profile and uploads | 'Please select a valid image file (JPG, PNG, or GIF)', 'File size must be less than 2MB' |
  //   src/shared/errors.ts
  // spec validation.8
  test.each([
    ['image/webp', 100, SENTENCES.type],
    ['application/pdf', 100, SENTENCES.type],
    ['image/png', LIMITS.imageBytes + 1, SENTENCES.size],
  ])('%s of %i bytes is refused before it is uploaded, where it cannot be made smaller', async (type, bytes, sentence) => {
    const { sent } = await account();
    choose(aFile(type, bytes));
    await screen.findByText(sentence);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent('auth.updateDetails')).toEqual([]);
  });

  // spec validation.8
  test('of exactly 2 MB can be cut, whether it was chosen or dropped', async () => {
    const { user } = await account();
    const isPrevented = !fireEvent.drop(screen.getByText(/^JPG, PNG or GIF/), { dataTransfer: { files: [aFile('image/png', LIMITS.imageBytes)] } });
    await screen.findByText('Choose the part to show');
    expect(isPrevented).toBe(true);
    await clickInDialog(user, 'Cancel');
    await waitForNoDialog();
  });

  // spec account.5
  test('can be removed, everywhere at once', async () => {
    const { user, sent } = await account({ ...STUDENT, profileImage: '/files/old.webp' });
    expect(listImages('/files/old.webp').length).toBeGreaterThan(1);
    await clickButton(user, 'Remove photo');
    await waitFor(() => expect(listImages('/files/old.webp')).toEqual([]));
    expect(sent('auth.updateDetails')).toEqual([{ profileImage: '' }]);
    expect(listButtons(getSection('Photo'))).toEqual(['Choose photo']);
  });

  test('that cannot be removed yet says when', async () => {
    const updateDetails = () => Promise.reject(rateLimitError(120));
    const { user } = await account({ ...STUDENT, profileImage: '/files/old.webp' }, { answers: { 'auth.updateDetails': updateDetails } });
    await clickButton(user, 'Remove photo');
    await screen.findByText('Too many requests. Please try again later. You can try again in 2 minutes.');
  });

  describe('that was cut', () => {
    const STORED = { status: 200, text: JSON.stringify({ data: { url: '/files/new.webp' } }) };
    const answer = ({ status, text } = STORED) => act(async () => FakeRequest.last.respond(status, text));

    beforeEach(() => {
      vi.stubGlobal('XMLHttpRequest', FakeRequest);
      FakeRequest.last = new FakeRequest();
      const context = { drawImage: () => {}, getImageData: () => ({ data: [0, 0, 0, 255] }) };
      Object.assign(HTMLCanvasElement.prototype, {
        getContext: () => context,
        toBlob: (take: (blob: Blob) => void, type: string) => take(new Blob(['square'], { type })),
      });
    });

    const getDialog = () => within(screen.getByRole('dialog'));
    const findImage = async () => within(await screen.findByRole('dialog')).findByAltText('');
    const getProgress = () => screen.getByRole<HTMLProgressElement>('progressbar');
    const waitForNoProgress = () => waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());

    async function cut(answers: Answers = {}) {
      const visited = await account(STUDENT, { answers });
      choose(aFile('image/jpeg', 100));
      const image = await findImage();
      for (const [name, value] of Object.entries({ offsetWidth: 200, offsetHeight: 200, naturalWidth: 200, naturalHeight: 200 }))
        Object.defineProperty(image, name, { value });
      fireEvent.load(image);
      await waitFor(() => expect(getButton('Save photo').disabled).toBe(false));
      await clickButton(visited.user, 'Save photo');
      await waitFor(() => expect(FakeRequest.last.sent).not.toBeNull());
      return visited;
    }

    // spec account.5 | S2 | Photo: choose or drop, crop to a square, upload with its progress | src/client/features/account/photo-dialog.tsx
    // spec errors.30 | C §8 Profile and uploads | 'Profile image uploaded successfully!' | src/shared/messages.ts
    test('is uploaded with its progress, and shown everywhere at once', async () => {
      const { sent } = await cut();
      await act(async () => FakeRequest.last.progress(1, 4));
      expect(getProgress().value).toBe(0.25);
      expect(getButton('Save photo').parentElement?.contains(getProgress()), 'beside the buttons, which stay in sight').toBe(true);
      await answer();
      await screen.findByText('Profile image uploaded successfully!');
      expect(sent('auth.updateDetails')).toEqual([{ profileImage: '/files/new.webp' }]);
      await waitFor(() => expect(listImages('/files/new.webp').length).toBeGreaterThan(1));
      await waitForNoDialog();
    });

    // spec account.5
    test('can be called off on its way', async () => {
      const { user, sent } = await cut();
      await screen.findByRole('progressbar');
      await clickInDialog(user, 'Cancel');
      await waitForNoProgress();
      expect(getDialogText()).not.toContain('Failed');
      expect(sent('auth.updateDetails')).toEqual([]);
    });

    test('can be called off while its last bytes arrive', async () => {
      const { sent } = await cut();
      await act(async () => {
        FakeRequest.last.respond(STORED.status, STORED.text);
        getButton('Cancel').click();
      });
      await waitForNoProgress();
      expect(sent('auth.updateDetails')).toEqual([]);
      expect(getButton('Save photo').disabled).toBe(false);
    });

    test('cannot be called off once it becomes one’s own, and says so', async () => {
      let save = () => {};
      const saved = new Promise<void>((resolve) => {
        save = resolve;
      });
      await cut({
        'auth.updateDetails': async ({ profileImage = '' }) => {
          await saved;
          return aViewer(STUDENT, { profileImage });
        },
      });
      expect(getButton('Cancel').disabled).toBe(false);
      await answer();
      await getDialog().findByText('Saving the photo…');
      expect(getButton('Cancel').disabled).toBe(true);
      expect(getProgress().hasAttribute('value')).toBe(false);
      save();
      await screen.findByText('Profile image uploaded successfully!');
      await waitForNoDialog();
    });

    test.each([
      ['has no URL', { status: 200, text: '{}' }, 'No URL received from photo upload'],
      ['is a refusal', { status: 400, text: JSON.stringify({ message: SENTENCES.type }) }, SENTENCES.type],
      ['says nothing', { status: 500, text: '' }, 'Failed to upload profile photo'],
    ])('stays to be tried again when the answer %s', async (_, failed, sentence) => {
      const { sent } = await cut();
      await answer(failed);
      await getDialog().findByText(sentence);
      expect(sent('auth.updateDetails')).toEqual([]);
      expect(getButton('Save photo').disabled).toBe(false);
    });

    // spec errors.31
    test('has its sentence when it is stored but cannot become one’s own', async () => {
      await cut({ 'auth.updateDetails': () => Promise.reject(networkError()) });
      await answer();
      await getDialog().findByText('Failed to update profile. Please try again.');
    });

    test('says when it can be made one’s own', async () => {
      await cut({ 'auth.updateDetails': () => Promise.reject(rateLimitError(120)) });
      await answer();
      await getDialog().findByText('Too many requests. Please try again later. You can try again in 2 minutes.');
    });

    test('tells of the arrow keys only where there is a keyboard to be expected, and leaves room for its buttons on a phone', () => {
      const styles = readFileSync('src/client/features/account/photo-dialog.module.css', 'utf8');
      expect(styles).toMatch(/^\.keys \{\n {2}display: none;\n\}/m);
      expect(styles).toMatch(/@media \(pointer: fine\) \{\n {2}\.keys \{\n {4}display: inline;/);
      expect(styles).toMatch(/@media \(max-width: 47\.99em\) \{\n {2}\.stage \{\n {4}height: clamp\(9rem, 34dvh, 22rem\);/);
    });

    test('is refused when it is no image, whatever it is called', async () => {
      await account();
      choose(aFile('image/png', 100));
      fireEvent.error(await findImage());
      await within(getSection('Photo')).findByText(SENTENCES.type);
      await waitForNoDialog();
    });
  });
});

describe('the photo of an avatar', () => {
  const isCovered = () => screen.getByText('NP').hasAttribute('data-covered');
  const getImage = () => screen.getByRole('img', { name: 'Nadeesha Perera' });

  test('lets no initials shine through what is transparent in it, once it has loaded', async () => {
    await render(<Avatar name="Nadeesha Perera" src="/transparent.png" />);
    expect(isCovered()).toBe(false);
    fireEvent.load(getImage());
    expect(isCovered()).toBe(true);
    expect(readFileSync('src/client/ui/avatar.module.css', 'utf8')).toMatch(/\.initials\[data-covered\] \{\n {2}visibility: hidden;/);
  });

  test('gives the initials back when it cannot be drawn after all', async () => {
    await render(<Avatar name="Nadeesha Perera" src="/transparent.png" />);
    fireEvent.load(getImage());
    fireEvent.error(getImage());
    expect(isCovered()).toBe(false);
  });
});
