import { Editor } from '@tiptap/core';
import Image from '@tiptap/extension-image';
import StarterKit from '@tiptap/starter-kit';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ImageDialog } from '#client/features/blogs/image-dialog.tsx';
import { insertImage, setLink } from '#client/features/blogs/insertions.ts';
import { addressOf } from '#client/features/blogs/link-dialog.tsx';
import { RichText } from '#client/features/blogs/rich-text.tsx';
import { draftKeyOf } from '#client/lib/drafts/draft-keys.ts';
import type { BlogCard, BlogPage, SavedBlog } from '#shared/contracts/blogs.ts';
import { apiError, networkError } from '#tests/support/fake-api.ts';
import { button, field, fill, press, pressTwice, render, STUDENT, shown, TUTOR, texts, until } from '#tests/support/render.tsx';
import { aProfileView } from '#tests/support/views.ts';
import { follow, linksOf, visit } from '#tests/support/visit.ts';

const AT = new Date('2026-03-02T04:30:00.000Z');
const LATER = new Date('2026-03-05T04:30:00.000Z');

const aCard = (overrides: Partial<BlogCard> = {}): BlogCard => ({
  id: 'blog-1',
  title: 'How to learn by heart',
  excerpt: 'Begin with the picture.',
  tags: ['O/L', 'Memory'],
  status: 'published',
  likes: 2,
  isLiked: false,
  isOwn: false,
  featuredImage: '',
  author: { id: 'tutor-profile-1', name: 'Dilini Wickramasinghe', profileImage: '' },
  readingTime: 1,
  createdAt: AT,
  updatedAt: AT,
  ...overrides,
});
const aPost = (overrides: Partial<BlogPage> = {}): BlogPage => {
  const { excerpt: _, author, ...card } = aCard();
  const about = { bio: 'Teaches physics.', isVerified: true, rating: 4.5, totalReviews: 12, subjects: ['Physics'] };
  return { ...card, content: '<p>Begin with the <strong>picture</strong>.</p>', author: { ...author, ...about }, ...overrides };
};
const pageOf = (...blogs: BlogCard[]) => ({ blogs, nextCursor: null });

// spec blogs.25 | S3 | It is drawn element by element, whoever has stored it | src/client/features/blogs/rich-text.tsx
describe('the content of a post', () => {
  const htmlOf = async (html: string) => (await render(<RichText html={html} />)).container.querySelector('div > div')?.innerHTML ?? '';

  it('is drawn as it was written', async () => {
    const html =
      '<h2>සාමාන්‍ය පෙළ</h2><p>One <strong>two</strong><br>three</p><ul><li><p>தமிழ்</p></li></ul><hr><img alt="A tree" loading="lazy" src="/files/photos/a.webp">';
    expect(await htmlOf(html)).toBe(html);
  });

  it('has nothing in it that a post may not contain, whoever has stored it', async () => {
    const html = await htmlOf(
      '<script>alert(1)</script><p onclick="alert(1)" style="color:red">Words <a href="javascript:alert(1)">go on</a> <img src="https://elsewhere.example/x.png"><svg onload="alert(1)"></svg></p><iframe src="https://elsewhere.example"></iframe>',
    );
    expect(html).not.toMatch(/onclick|style|javascript|<script|<img|<svg|<iframe/);
    expect(html).toContain('Words go on');
  });

  it('leads elsewhere in a tab of its own, which cannot reach back', async () => {
    expect(await htmlOf('<p><a href="https://nie.lk">NIE</a></p>')).toBe(
      '<p><a href="https://nie.lk" target="_blank" rel="noopener noreferrer nofollow">NIE</a></p>',
    );
  });
});

// spec blogs.17 | D Routes, S3 | /blogs and /blogs/{id} are public: list with search and tag, reading time, tags |
//   src/client/features/blogs/public-blogs.tsx
describe('the public list of posts', () => {
  it('shows what each is about, by whom, and how long it takes', async () => {
    const { api } = await visit('/blogs?tag=Memory', null, { 'blogs.published': () => pageOf(aCard()) });
    await shown('How to learn by heart');
    await shown('Begin with the picture.');
    await shown('1 minute to read');
    await shown('2 likes');
    await shown('Posts about “Memory”');
    expect(api.calls.find(({ path }) => path === 'blogs.published')?.input).toMatchObject({ tag: 'Memory' });
  });

  it('says so when there is nothing, and offers all posts', async () => {
    await visit('/blogs?q=nothing', null, { 'blogs.published': () => pageOf() });
    await shown('No posts found');
    expect(linksOf('main')).toContainEqual(['Show all posts', '/blogs']);
  });

  it('says what went wrong, and tries again', async () => {
    let isAway = true;
    await visit('/blogs', null, {
      'blogs.published': () => {
        if (isAway) throw networkError();
        return pageOf(aCard());
      },
    });
    await shown('Failed to fetch blogs');
    isAway = false;
    await press('Try Again');
    await shown('How to learn by heart');
  });
});

describe('a post', () => {
  // spec blogs.18 | S3 | The card of the post's author | src/client/features/blogs/blog-article.tsx
  it('stands with its tags and the card of its author', async () => {
    await visit('/blogs/blog-1', null, { 'blogs.byId': () => aPost({ updatedAt: LATER }) });
    await until(() => expect(texts('h1')).toEqual(['How to learn by heart']));
    await shown('Updated Thu, 5 Mar 2026');
    await shown('Teaches Physics');
    expect(linksOf('main')).toContainEqual(['Memory', '/blogs?tag=Memory']);
    expect(linksOf('main')).toContainEqual(['View Profile', '/tutors/tutor-profile-1']);
  });

  // spec blogs.19 | S3, R §4.6 49 | A like counts once per person; a visitor logs in first | src/client/routes/blogs/$id.tsx
  it('is liked once, at once', async () => {
    const { api } = await visit('/blogs/blog-1', STUDENT, { 'blogs.byId': () => aPost(), 'blogs.like': () => ({ likes: 3 }) });
    await shown('2 likes');
    await press('Like');
    await shown('3 likes');
    await press('Liked');
    expect(api.calls.filter(({ path }) => path === 'blogs.like')).toHaveLength(1);
  });

  // spec blogs.19, errors.60
  it('is as it was before when the like was lost, and says so', async () => {
    await visit('/blogs/blog-1', STUDENT, {
      'blogs.byId': () => aPost(),
      'blogs.like': () => {
        throw networkError();
      },
    });
    await shown('2 likes');
    await press('Like');
    await shown('Failed to like blog');
    await shown('2 likes');
  });

  // spec blogs.19
  it('sends a visitor who likes it to login, and back', async () => {
    const { at } = await visit('/blogs/blog-1', null, { 'blogs.byId': () => aPost() });
    await press('Like');
    await until(() => expect(at()).toBe('/login?redirect=%2Fblogs%2Fblog-1'));
  });

  // spec blogs.17
  it('that is not there says so, and leads to the others', async () => {
    await visit('/blogs/blog-1', null, {
      'blogs.byId': () => {
        throw apiError('blog.not_found');
      },
    });
    await shown('Blog not found');
    expect(texts('h1')).toEqual(['Post']);
    expect(linksOf('main')).toContainEqual(['All posts', '/blogs']);
  });
});

const DESK = { 'tutors.own': () => aProfileView(), 'blogs.ownCounts': () => ({ published: 1, drafts: 2 }) };

describe("the tutor's own posts", () => {
  // spec blogs.1 | P §2 Tutor area | Tabs Published (n) and Drafts (n) | src/client/features/blogs/own-blogs.tsx
  it('stand in two tabs with their counts', async () => {
    await visit('/tutor/blogs', TUTOR, {
      ...DESK,
      'blogs.own': ({ status }) => pageOf(aCard({ title: status === 'draft' ? 'A draft' : 'Published one' })),
    });
    await shown('Published (1)');
    await shown('Drafts (2)');
    await shown('Published one');
  });

  // spec blogs.2 | P §2 Tutor area, S3 | Delete asks first | src/client/features/blogs/delete-dialog.tsx
  // spec errors.60
  it('are deleted after a question', async () => {
    let isThere = true;
    const { api } = await visit('/tutor/blogs?show=drafts', TUTOR, {
      ...DESK,
      'blogs.own': () => (isThere ? pageOf(aCard({ status: 'draft' })) : pageOf()),
      'blogs.remove': () => {
        isThere = false;
        return { message: 'Blog deleted successfully' };
      },
    });
    await shown('How to learn by heart');
    await press('Delete How to learn by heart');
    await shown('Delete this post?');
    expect(api.calls.filter(({ path }) => path === 'blogs.remove')).toEqual([]);
    await press('Delete postProcessing...');
    await shown('Blog deleted successfully');
    await shown('No drafts');
  });
});

describe('the address of a link', () => {
  // spec blogs.3
  it.each([
    ['nie.lk', 'https://nie.lk'],
    ['http://nie.lk/x', 'http://nie.lk/x'],
    ['mailto:a@b.lk', 'mailto:a@b.lk'],
    ['', ''],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['nowhere', null],
  ])('of %j is %j', (typed, address) => {
    expect(addressOf(typed)).toBe(address);
  });
});

// spec blogs.11 | S3 | Images and links replace no words; an image is seen before it is added | src/client/features/blogs/insertions.ts
describe('what is put into a post', () => {
  const editor = (content: string) => new Editor({ extensions: [StarterKit, Image], content });

  it('stands after the words that are selected, which stay', () => {
    const post = editor('<p>One two</p>');
    post.commands.setTextSelection({ from: 1, to: 8 });
    insertImage(post, { src: '/files/photos/a.webp', alt: 'A tree' });
    expect(post.getHTML()).toContain('<p>One two</p><img src="/files/photos/a.webp" alt="A tree">');
  });

  it('is a link around the words that are selected, and its own address beside an image', () => {
    const post = editor('<p>One two</p><img src="/files/photos/a.webp" alt="A tree">');
    post.commands.setTextSelection({ from: 1, to: 4 });
    setLink(post, 'https://nie.lk');
    expect(post.getHTML()).toMatch(/<a [^>]*href="https:\/\/nie.lk"[^>]*>One<\/a> two/);
    post.commands.setNodeSelection(9);
    setLink(post, 'https://doenets.lk');
    expect(post.getHTML()).toContain('src="/files/photos/a.webp"');
    expect(post.getText()).toContain('https://doenets.lk');
  });
});

// spec blogs.11
describe('an image of a post', () => {
  const choosing = async (file: File) => {
    const input = await until(() => document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no input'));
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
  };

  it('is seen before it is added, and forgotten when one cancels', async () => {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
    const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const onClose = vi.fn();
    await render(<ImageDialog opened onClose={onClose} onImage={vi.fn()} />);
    await until(() => button('Choose an image'));
    await choosing(new File(['x'], 'tree.png', { type: 'image/png' }));
    await shown('tree.png');
    expect(made).toHaveBeenCalledTimes(1);
    expect(document.querySelector('img')?.getAttribute('src')).toBe('blob:preview');
    await press('Cancel');
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(revoked).toHaveBeenCalledWith('blob:preview');
  });

  it('that is none is named when it is chosen', async () => {
    await render(<ImageDialog opened onClose={vi.fn()} onImage={vi.fn()} />);
    await choosing(new File(['x'], 'notes.txt', { type: 'text/plain' }));
    await until(() => expect(document.querySelector('[role=alert]')?.textContent).toMatch(/^notes\.txt: /));
  });
});

describe('writing a post', () => {
  // spec blogs.4 | R §4.6 45 | Title and content are asked for before anything is sent | src/client/features/blogs/use-blog-draft.ts
  it('asks for a title and content before anything is sent', async () => {
    const { api } = await visit('/tutor/blogs/create', TUTOR, {
      ...DESK,
    });
    await until(() => button('Publish'));
    await press('Publish');
    await shown('Title is required');
    await shown('Content is required');
    expect(api.calls.filter(({ path }) => path === 'blogs.create')).toEqual([]);
  });

  // spec blogs.13
  it('that was changed in another tab offers the saved one, and to save this one anyway', async () => {
    const kept = {
      title: 'Kept here',
      content: '<p>x</p>',
      tags: [],
      featuredImage: '',
      id: 'blog-1',
      status: 'published',
      seenAt: AT.toISOString(),
    };
    localStorage.setItem(draftKeyOf(TUTOR.id, 'blog blog-1'), JSON.stringify(kept));
    const { api } = await visit('/tutor/blogs/edit/blog-1', TUTOR, {
      ...DESK,
      'blogs.byId': () => aPost({ isOwn: true, updatedAt: LATER }),
      'blogs.update': ({ title }) => ({ message: 'Blog updated successfully', blog: aPost({ isOwn: true, title }) }),
    });
    await shown('This post was changed in another tab. What stands here is kept in this browser, and not saved.');
    expect(field('Title').value).toBe('Kept here');
    await press('Save mine anyway');
    await shown('Blog updated successfully');
    expect(api.calls.find(({ path }) => path === 'blogs.update')?.input).toMatchObject({ title: 'Kept here', status: 'published', seenAt: LATER });
    await until(() => expect(texts('button')).not.toContain('Save mine anyway'));
  });

  // spec blogs.9
  it('that is kept of a draft which is gone can become a new post', async () => {
    const kept = { title: 'Kept here', content: '<p>x</p>', tags: [], featuredImage: '', seenAt: AT.toISOString() };
    localStorage.setItem(draftKeyOf(TUTOR.id, 'blog gone'), JSON.stringify(kept));
    const { at } = await visit('/tutor/blogs/edit/gone', TUTOR, {
      ...DESK,
      'blogs.byId': () => {
        throw apiError('blog.not_found');
      },
    });
    await shown('It may have been deleted. This browser has kept what you had written.');
    await follow('Write it as a new post');
    await until(() => expect(field('Title').value).toBe('Kept here'));
    expect(at()).toBe('/tutor/blogs/create');
    expect(localStorage.getItem(draftKeyOf(TUTOR.id, 'blog gone'))).toBeNull();
  });

  // spec blogs.5
  it('goes on at its own address after a reload, once the server has it', async () => {
    const { at } = await visit('/tutor/blogs/create?post=blog-1', TUTOR, { ...DESK, 'blogs.byId': () => aPost({ isOwn: true, status: 'draft' }) });
    await until(() => expect(field('Title').value).toBe('How to learn by heart'));
    expect(at()).toBe('/tutor/blogs/edit/blog-1');
  });

  // spec blogs.9
  it('that was deleted elsewhere is saved as a new one', async () => {
    const { at, api } = await visit('/tutor/blogs/edit/blog-1', TUTOR, {
      ...DESK,
      'blogs.byId': () => aPost({ isOwn: true }),
      'blogs.update': () => {
        throw apiError('blog.not_found');
      },
      'blogs.create': () => ({ message: 'Blog created successfully', blog: aPost({ id: 'another', isOwn: true, status: 'draft' }) }),
      'blogs.own': () => pageOf(),
    });
    await shown('Update');
    await fill('Title', 'Mine');
    await press('Update');
    await shown('This post was deleted in another tab. What stands here is kept in this browser, and not saved.');
    await press('Save as a new post');
    await shown('Blog created successfully');
    expect(api.calls.find(({ path }) => path === 'blogs.create')?.input).toMatchObject({ title: 'Mine', status: 'draft' });
    await until(() => expect(at()).toBe('/tutor/blogs?show=drafts'));
  });

  // spec blogs.10 | S3 | Publish is pressed by its own button only, and once; a refusal shows the first wrong field once |
  //   src/client/features/blogs/blog-form.tsx
  it('is published by its own button only: Enter in the title leads on to the content', async () => {
    const { api } = await visit('/tutor/blogs/edit/blog-1', TUTOR, { ...DESK, 'blogs.byId': () => aPost({ isOwn: true, status: 'draft' }) });
    await until(() => expect(document.querySelector('[data-field="content"]')).not.toBeNull());
    await act(async () => {
      field('Title').focus();
      const isUntouched = field('Title').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      expect(isUntouched).toBe(false);
      document.querySelector('form')?.requestSubmit();
    });
    expect(document.activeElement?.getAttribute('data-field')).toBe('content');
    expect(button('Publish').type).toBe('button');
    expect(api.calls.filter(({ path }) => path === 'blogs.update')).toEqual([]);
  });

  // spec blogs.10
  it('is published once, however often that is pressed', async () => {
    let publish: (saved: SavedBlog) => void = () => {};
    const published = new Promise<SavedBlog>((resolve) => {
      publish = resolve;
    });
    const { api } = await visit('/tutor/blogs/edit/blog-1', TUTOR, {
      ...DESK,
      'blogs.byId': () => aPost({ isOwn: true, status: 'draft' }),
      'blogs.update': () => published,
      'blogs.own': () => pageOf(),
    });
    await until(() => button('Publish'));
    await pressTwice('Publish');
    expect(button('Publish').dataset.loading).toBe('true');
    expect(button('Save Draft').disabled).toBe(true);
    await act(async () => publish({ message: 'Blog updated successfully', blog: aPost({ isOwn: true }) }));
    await shown('Blog updated successfully');
    expect(api.calls.filter(({ path }) => path === 'blogs.update')).toHaveLength(1);
  });

  // spec blogs.10
  it('shows where the first wrong field is once, and leaves whoever types alone', async () => {
    await visit('/tutor/blogs/create', TUTOR, { ...DESK });
    await until(() => expect(document.querySelector('[data-field="content"]')).not.toBeNull());
    await press('Publish');
    await until(() => expect(document.activeElement).toBe(field('Title')));
    await fill('Title', 'One');
    field('Tags').focus();
    await fill('Title', 'Two');
    expect(document.activeElement?.getAttribute('data-field')).not.toBe('content');
  });

  it.each([
    ['not there', 'Blog not found', () => apiError('blog.not_found')],
    ['not read', 'Error Loading Post', networkError],
  ])('that is %s has a heading all the same', async (_, title, failure) => {
    await visit('/tutor/blogs/edit/nothing', TUTOR, {
      ...DESK,
      'blogs.byId': () => {
        throw failure();
      },
    });
    await shown(title);
    expect(texts('h1')).toEqual(['Edit post']);
  });
});
