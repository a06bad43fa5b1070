import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Editor } from '@tiptap/core';
import Image from '@tiptap/extension-image';
import StarterKit from '@tiptap/starter-kit';
import { act, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { BlogEditor } from '#client/features/blogs/blog-editor.tsx';
import { BlogTagsField } from '#client/features/blogs/blog-tags-field.tsx';
import { ImageDialog, insertImage } from '#client/features/blogs/image-dialog.tsx';
import { LinkDialog, setLink, toHref } from '#client/features/blogs/link-dialog.tsx';
import { FakeRequest } from '#tests/support/fake-request.ts';
import { render } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';

const findButton = (name: string) => screen.findByRole('button', { name });
const getButton = (name: string) => screen.getByRole('button', { name });

describe('toHref', () => {
  // spec blogs.3
  test.each([
    ['nie.lk', 'https://nie.lk'],
    [' nie.lk ', 'https://nie.lk'],
    ['http://nie.lk/x', 'http://nie.lk/x'],
    ['mailto:a@b.lk', 'mailto:a@b.lk'],
    ['', ''],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['nowhere', null],
  ])('of %j is %j', (typed, href) => {
    expect(toHref(typed)).toBe(href);
  });
});

// spec blogs.11 | S3 | Images and links replace no words; an image is seen before it is added | src/client/features/blogs/link-dialog.tsx,
//   src/client/features/blogs/image-dialog.tsx
describe('what is inserted into a post', () => {
  const makeEditor = (content: string) => new Editor({ extensions: [StarterKit, Image], content });

  test('follows the selected text, which stays', () => {
    const editor = makeEditor('<p>One two</p>');
    editor.commands.setTextSelection({ from: 1, to: 8 });
    insertImage(editor, { src: '/files/photos/a.webp', alt: 'A tree' });
    expect(editor.getHTML()).toContain('<p>One two</p><img src="/files/photos/a.webp" alt="A tree">');
  });

  test('is a link around the selected text, and its own address beside an image', () => {
    const editor = makeEditor('<p>One two</p><img src="/files/photos/a.webp" alt="A tree">');
    editor.commands.setTextSelection({ from: 1, to: 4 });
    setLink(editor, 'https://nie.lk');
    expect(editor.getHTML()).toMatch(/<a [^>]*href="https:\/\/nie.lk"[^>]*>One<\/a> two/);
    editor.commands.setNodeSelection(9);
    setLink(editor, 'https://doenets.lk');
    expect(editor.getHTML()).toContain('src="/files/photos/a.webp"');
    expect(editor.getText()).toContain('https://doenets.lk');
  });
});

// spec s12-seen.1 | S12 E | A pasted image is added as with the Image button; one that cannot be is named, and does not vanish later |
//   src/client/features/blogs/pasted-images.ts, src/client/features/blogs/blog-editor.tsx
describe('an image that is pasted into a post', () => {
  const { listToasts } = collectToasts();

  async function paste({ html = '', files = [] as File[] }) {
    const onChange = vi.fn();
    await render(<BlogEditor content="" version={0} labelId="label" error={undefined} errorId="error" onChange={onChange} />);
    const data = { files, types: [], getData: (type: string) => (type === 'text/html' ? html : '') };
    fireEvent.paste(await screen.findByRole('textbox'), { clipboardData: data });
    return onChange;
  }

  test('is the chosen one of the image dialog', async () => {
    await paste({ html: '<img src="https://example.com/a.png">', files: [new File(['x'], 'tree.png', { type: 'image/png' })] });
    await screen.findByRole('dialog', { name: 'Add an image' });
    await screen.findByText('tree.png');
    expect(listToasts()).toEqual([]);
  });

  test('is refused there where its type is not accepted', async () => {
    await paste({ files: [new File(['x'], 'tree.webp', { type: 'image/webp' })] });
    expect((await screen.findByRole('alert')).textContent).toContain('tree.webp: Please select a valid image file (JPG, PNG, or GIF)');
  });

  test('is left out with a sentence where it lies on another page, and the text stays', async () => {
    const onChange = await paste({ html: '<p>One <img src="https://example.com/a.png"><img src="/files/photos/b.webp"></p>' });
    await waitFor(() => expect(listToasts()).toHaveLength(1));
    expect(listToasts()[0]?.[1]).toContain('Images from other pages were left out.');
    expect(onChange.mock.lastCall?.[0]).toContain('One');
    expect(onChange.mock.lastCall?.[0]).toContain('src="/files/photos/b.webp"');
    expect(onChange.mock.lastCall?.[0]).not.toContain('example.com');
  });
});

// spec blogs.3
describe('the link dialog', () => {
  const INVALID = 'Please enter a valid address, such as https://example.com';

  test('rejects an address that leads nowhere, and links the next one', async () => {
    const onLink = vi.fn();
    const { user } = await render(<LinkDialog opened href="" onClose={vi.fn()} onLink={onLink} />);
    await user.type(await screen.findByRole('textbox', { name: 'Address' }), 'nowhere{Enter}');
    expect(await screen.findByText(INVALID)).toBeDefined();
    expect(onLink).not.toHaveBeenCalled();
    await user.type(screen.getByRole('textbox', { name: 'Address' }), '.lk');
    await user.click(getButton('Set link'));
    await waitFor(() => expect(onLink).toHaveBeenCalledWith('https://nowhere.lk'));
    expect(screen.queryByRole('button', { name: 'Remove link' })).toBeNull();
  });

  test('shows the link at the cursor, and removes it', async () => {
    const onLink = vi.fn();
    const { user } = await render(<LinkDialog opened href="https://nie.lk" onClose={vi.fn()} onLink={onLink} />);
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' })).value).toBe('https://nie.lk');
    await user.click(getButton('Remove link'));
    expect(onLink).toHaveBeenCalledWith('');
  });
});

// spec blogs.11
describe('the image dialog', () => {
  const chooseFile = async (file: File) => fireEvent.change(await screen.findByLabelText(/^Image \(JPG/), { target: { files: [file] } });

  test('shows the image before it is added, and drops it on Cancel', async () => {
    const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const onClose = vi.fn();
    const { user } = await render(<ImageDialog opened onClose={onClose} onImage={vi.fn()} />);
    await chooseFile(new File(['x'], 'tree.png', { type: 'image/png' }));
    expect(await screen.findByText('tree.png')).toBeDefined();
    expect(create).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('img', { name: 'Preview' }).getAttribute('src')).toBe('blob:preview');
    await user.click(getButton('Cancel'));
    expect(onClose).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(revoke).toHaveBeenCalledWith('blob:preview'));
  });

  test('names a file that is no image when it is chosen', async () => {
    await render(<ImageDialog opened onClose={vi.fn()} onImage={vi.fn()} />);
    await chooseFile(new File(['x'], 'notes.txt', { type: 'text/plain' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^notes\.txt: /);
  });

  test('adds nothing before an image is chosen', async () => {
    const onImage = vi.fn();
    const { user } = await render(<ImageDialog opened onClose={vi.fn()} onImage={onImage} />);
    await user.click(await findButton('Add image'));
    expect((await screen.findByRole('alert')).textContent).toBe('Please select a valid image file (JPG, PNG, or GIF)');
    expect(onImage).not.toHaveBeenCalled();
  });

  test('drops the error of a failed upload when another image is chosen, and on Cancel', async () => {
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
    function Page() {
      const [isOpen, setOpen] = useState(true);
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
          <ImageDialog opened={isOpen} onClose={() => setOpen(false)} onImage={vi.fn()} />
        </>
      );
    }
    const { user } = await render(<Page />);
    const failToUpload = async () => {
      FakeRequest.last = new FakeRequest();
      await user.click(getButton('Add image'));
      await waitFor(() => expect(FakeRequest.last.sent).not.toBeNull());
      await act(async () => FakeRequest.last.onerror());
      expect((await screen.findByRole('alert')).textContent).toMatch(/^Failed to upload/);
    };
    await chooseFile(new File(['x'], 'tree.png', { type: 'image/png' }));
    await failToUpload();
    await chooseFile(new File(['x'], 'lake.png', { type: 'image/png' }));
    expect(await screen.findByText('lake.png')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    await failToUpload();
    await user.click(getButton('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(getButton('Open'));
    expect(await screen.findByRole('dialog')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the tags field', () => {
  function Field({ initialTags }: { initialTags: string[] }) {
    const [tags, setTags] = useState(initialTags);
    return <BlogTagsField tags={tags} error={undefined} onChange={setTags} />;
  }
  const getInput = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Tags' });
  const listTags = () =>
    within(screen.getByRole('list', { name: 'Tags of this post' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  test('adds a tag by Enter, by a comma and by leaving the field, each of them once', async () => {
    const { user } = await render(<Field initialTags={['O/L']} />);
    await user.type(getInput(), 'Memory{Enter}Physics,O/L,Exams');
    await user.tab();
    expect(listTags()).toEqual(['O/L', 'Memory', 'Physics', 'Exams']);
    expect(getInput().value).toBe('');
  });

  test('removes a tag, and leads back to the field', async () => {
    const { user } = await render(<Field initialTags={['O/L', 'Memory']} />);
    await user.click(getButton('Remove O/L'));
    expect(listTags()).toEqual(['Memory']);
    expect(document.activeElement).toBe(getInput());
  });

  test('takes no more than ten, and keeps what was typed', async () => {
    const { user } = await render(<Field initialTags={Array.from({ length: 10 }, (_, index) => `Tag ${index}`)} />);
    await user.type(getInput(), 'Eleventh{Enter}');
    expect(listTags()).toHaveLength(10);
    expect(getInput().value).toBe('Eleventh');
    expect(getInput().getAttribute('aria-invalid')).toBe('true');
  });
});
