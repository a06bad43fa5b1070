import { readFileSync } from 'node:fs';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Avatar } from '#client/ui/avatar.tsx';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { account, dialogText, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { FakeRequest } from '#tests/support/fake-request.ts';
import { button, press, render, STUDENT, shown, texts, until } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';

describe('the photo', () => {
  const SENTENCES = { type: 'Please select a valid image file (JPG, PNG, or GIF)', size: 'File size must be less than 2MB' };
  const aFile = (type: string, bytes: number) => new File([new Uint8Array(bytes)], 'me', { type });
  async function choose(file: File) {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    await act(async () => void input?.dispatchEvent(new Event('change', { bubbles: true })));
  }

  // spec errors.29 | C §8 Profile and uploads | 'Please select a valid image file (JPG, PNG, or GIF)', 'File size must be less than 2MB' |
  //   src/shared/errors.ts
  // spec validation.8
  it.each([
    ['image/webp', 100, SENTENCES.type],
    ['application/pdf', 100, SENTENCES.type],
    ['image/png', LIMITS.imageBytes + 1, SENTENCES.size],
  ])('%s of %i bytes is refused before it is uploaded', async (type, bytes, sentence) => {
    const { api } = await account();
    await choose(aFile(type, bytes));
    await shown(sentence);
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    expect(api.calls.some(({ path }) => path === 'auth.updateDetails')).toBe(false);
  });

  // spec validation.8
  it('of exactly 2 MB can be cut, whether it was chosen or dropped', async () => {
    await account();
    const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
      dataTransfer: { files: [aFile('image/png', LIMITS.imageBytes)] },
    });
    await act(async () => void document.querySelector('#photo > div')?.dispatchEvent(drop));
    await shown('Choose the part to show');
    expect(drop.defaultPrevented).toBe(true);
    await pressInDialog('Cancel');
    await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  });

  // spec account.5
  it('can be removed, everywhere at once', async () => {
    const { sent } = await account({ ...STUDENT, profileImage: '/files/old.webp' });
    expect(document.querySelectorAll('img[src="/files/old.webp"]').length).toBeGreaterThan(1);
    await press('Remove photo');
    await until(() => expect(document.querySelectorAll('img[src="/files/old.webp"]')).toHaveLength(0));
    expect(sent('auth.updateDetails')).toEqual([{ profileImage: '' }]);
    expect(texts('#photo button')).toEqual(['Choose photo']);
  });

  it('that cannot be removed yet says when', async () => {
    const updateDetails = () => Promise.reject(rateLimitError(120));
    await account({ ...STUDENT, profileImage: '/files/old.webp' }, { answers: { 'auth.updateDetails': updateDetails } });
    await press('Remove photo');
    await shown('Too many requests. Please try again later. You can try again in 2 minutes.');
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

    const imageInDialog = () =>
      until(() => {
        const found = document.querySelector<HTMLImageElement>('[role="dialog"] img');
        if (!found) throw new Error('no image yet');
        return found;
      });

    async function cut(answers: Answers = {}) {
      const visited = await account(STUDENT, { answers });
      await choose(aFile('image/jpeg', 100));
      const image = await imageInDialog();
      for (const [name, value] of Object.entries({ offsetWidth: 200, offsetHeight: 200, naturalWidth: 200, naturalHeight: 200 }))
        Object.defineProperty(image, name, { value });
      await act(async () => void image.dispatchEvent(new Event('load')));
      await until(() => expect(button('Save photo').disabled).toBe(false));
      await press('Save photo');
      await until(() => expect(FakeRequest.last.sent).not.toBeNull());
      return visited;
    }

    // spec account.5 | S2 | Photo: choose or drop, crop to a square, upload with its progress | src/client/features/account/photo-dialog.tsx
    // spec errors.30 | C §8 Profile and uploads | 'Profile image uploaded successfully!' | src/shared/messages.ts
    it('is uploaded with its progress, and shown everywhere at once', async () => {
      const { sent } = await cut();
      await act(async () => FakeRequest.last.progress(1, 4));
      expect(document.querySelector('progress')?.value).toBe(0.25);
      const saves = button('Save photo');
      expect(saves.parentElement?.querySelector('progress'), 'beside the buttons, which stay in sight').not.toBeNull();
      await answer();
      await shown('Profile image uploaded successfully!');
      expect(sent('auth.updateDetails')).toEqual([{ profileImage: '/files/new.webp' }]);
      await until(() => expect(document.querySelectorAll('img[src="/files/new.webp"]').length).toBeGreaterThan(1));
      await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    });

    // spec account.5
    it('can be called off on its way', async () => {
      const { sent } = await cut();
      await until(() => expect(document.querySelector('progress')).not.toBeNull());
      await pressInDialog('Cancel');
      await until(() => expect(document.querySelector('progress')).toBeNull());
      expect(dialogText()).not.toContain('Failed');
      expect(sent('auth.updateDetails')).toEqual([]);
    });

    it('can be called off while its last bytes arrive', async () => {
      const { sent } = await cut();
      await act(async () => {
        FakeRequest.last.respond(STORED.status, STORED.text);
        button('Cancel').click();
      });
      await until(() => expect(document.querySelector('progress')).toBeNull());
      expect(sent('auth.updateDetails')).toEqual([]);
      expect(button('Save photo').disabled).toBe(false);
    });

    it('cannot be called off once it becomes one’s own, and says so', async () => {
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
      expect(button('Cancel').disabled).toBe(false);
      await answer();
      await until(() => expect(dialogText()).toContain('Saving the photo…'));
      expect(button('Cancel').disabled).toBe(true);
      expect(document.querySelector('progress')?.hasAttribute('value')).toBe(false);
      save();
      await shown('Profile image uploaded successfully!');
      await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    });

    it.each([
      ['has no URL', { status: 200, text: '{}' }, 'No URL received from photo upload'],
      ['is a refusal', { status: 400, text: JSON.stringify({ message: SENTENCES.type }) }, SENTENCES.type],
      ['says nothing', { status: 500, text: '' }, 'Failed to upload profile photo'],
    ])('stays to be tried again when the answer %s', async (_, failed, sentence) => {
      const { sent } = await cut();
      await answer(failed);
      await until(() => expect(dialogText()).toContain(sentence));
      expect(sent('auth.updateDetails')).toEqual([]);
      expect(button('Save photo').disabled).toBe(false);
    });

    // spec errors.31
    it('has its sentence when it is stored but cannot become one’s own', async () => {
      await cut({
        'auth.updateDetails': () => {
          throw networkError();
        },
      });
      await answer();
      await until(() => expect(dialogText()).toContain('Failed to update profile. Please try again.'));
    });

    it('says when it can be made one’s own', async () => {
      await cut({ 'auth.updateDetails': () => Promise.reject(rateLimitError(120)) });
      await answer();
      await until(() => expect(dialogText()).toContain('You can try again in 2 minutes.'));
    });

    it('tells of the arrow keys only where there is a keyboard to be expected, and leaves room for its buttons on a phone', () => {
      const styles = readFileSync('src/client/features/account/photo-dialog.module.css', 'utf8');
      expect(styles).toMatch(/^\.keys \{\n {2}display: none;\n\}/m);
      expect(styles).toMatch(/@media \(pointer: fine\) \{\n {2}\.keys \{\n {4}display: inline;/);
      expect(styles).toMatch(/@media \(max-width: 47\.99em\) \{\n {2}\.stage \{\n {4}height: clamp\(9rem, 34dvh, 22rem\);/);
    });

    it('is refused when it is no image, whatever it is called', async () => {
      await account();
      await choose(aFile('image/png', 100));
      const image = await imageInDialog();
      await act(async () => void image.dispatchEvent(new Event('error')));
      await until(() => expect(texts('#photo p')).toContain(SENTENCES.type));
      await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    });
  });
});

describe('the photo of an avatar', () => {
  const isCovered = () => document.querySelector('span[data-covered]') !== null;
  const load = () => act(async () => void document.querySelector('img')?.dispatchEvent(new Event('load')));

  it('lets no initials shine through what is transparent in it, once it has loaded', async () => {
    await render(<Avatar name="Nadeesha Perera" src="/transparent.png" />);
    expect(isCovered()).toBe(false);
    await load();
    expect(isCovered()).toBe(true);
    expect(document.querySelector('span[data-covered]')?.textContent).toBe('NP');
    expect(readFileSync('src/client/ui/avatar.module.css', 'utf8')).toMatch(/\.initials\[data-covered\] \{\n {2}visibility: hidden;/);
  });

  it('gives the initials back when it cannot be drawn after all', async () => {
    await render(<Avatar name="Nadeesha Perera" src="/transparent.png" />);
    await load();
    await act(async () => void document.querySelector('img')?.dispatchEvent(new Event('error')));
    expect(isCovered()).toBe(false);
  });
});
