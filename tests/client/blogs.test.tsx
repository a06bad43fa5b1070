import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { act, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { RichText } from '#client/features/blogs/rich-text.tsx';
import { storedDraft } from '#client/features/blogs/stored-draft.ts';
import type { BlogCard, BlogPage, SavedBlog } from '#shared/contracts/blogs.ts';
import { waitForFocus } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { render, STUDENT, TUTOR } from '#tests/support/render.tsx';
import { aProfileView } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

const AT = new Date('2026-03-02T04:30:00.000Z');
const LATER = new Date('2026-03-05T04:30:00.000Z');

const makeCard = (overrides: Partial<BlogCard> = {}): BlogCard => ({
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
const makePost = (overrides: Partial<BlogPage> = {}): BlogPage => {
  const { excerpt: _, author, ...card } = makeCard();
  const profile = { bio: 'Teaches physics.', isVerified: true, rating: 4.5, totalReviews: 12, subjects: ['Physics'] };
  return { ...card, content: '<p>Begin with the <strong>picture</strong>.</p>', author: { ...author, ...profile }, ...overrides };
};
const toPage = (...blogs: BlogCard[]) => ({ blogs, nextCursor: null });

const getMain = () => screen.getByRole('main');
const findButton = (name: string | RegExp) => screen.findByRole('button', { name });
const getButton = (name: string | RegExp) => screen.getByRole('button', { name });
const findTitleField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ });
const findContentField = () => screen.findByRole('textbox', { name: /^Content/ });

// spec blogs.25 | S3 | It is drawn element by element, whoever has stored it | src/client/features/blogs/rich-text.tsx
describe('the content of a post', () => {
  async function renderHtml(html: string): Promise<string> {
    await render(
      <main>
        <RichText html={html} />
      </main>,
    );
    return getMain().innerHTML;
  }

  test('is rendered as it was written', async () => {
    const html =
      '<h2>සාමාන්‍ය පෙළ</h2><p>One <strong>two</strong><br>three</p><ul><li><p>தமிழ்</p></li></ul><hr><img alt="A tree" loading="lazy" src="/files/photos/a.webp">';
    expect(await renderHtml(html)).toContain(`>${html}</div>`);
  });

  test('contains no other element and no script, whatever is stored', async () => {
    const html = await renderHtml(
      '<script>alert(1)</script><p onclick="alert(1)" style="color:red">Words <a href="javascript:alert(1)">go on</a> <img src="https://elsewhere.example/x.png"><svg onload="alert(1)"></svg></p><iframe src="https://elsewhere.example"></iframe>',
    );
    expect(html).not.toMatch(/onclick|style|javascript|<script|<img|<svg|<iframe/);
    expect(html).toContain('Words go on');
  });

  test('is parsed once, not again with each rendering', async () => {
    const match = vi.spyOn(RegExp.prototype, Symbol.matchAll);
    function Page() {
      const [count, setCount] = useState(0);
      return (
        <>
          <button type="button" onClick={() => setCount(count + 1)}>{`${count} likes`}</button>
          <RichText html="<p>Words</p>" />
        </>
      );
    }
    const { user } = await render(<Page />);
    await user.click(getButton('0 likes'));
    expect(getButton('1 likes')).toBeDefined();
    expect(match.mock.calls.filter(([text]) => text === '<p>Words</p>')).toHaveLength(1);
  });

  test('opens links in another tab, which cannot reach back', async () => {
    expect(await renderHtml('<p><a href="https://nie.lk">NIE</a></p>')).toContain(
      '><p><a href="https://nie.lk" target="_blank" rel="noopener noreferrer nofollow">NIE</a></p></div>',
    );
  });
});

// spec blogs.17 | D Routes, S3 | /blogs and /blogs/{id} are public: list with search and tag, reading time, tags |
//   src/client/features/blogs/public-blogs.tsx
describe('the public list of posts', () => {
  test('shows the subject, the author and the reading time of each post', async () => {
    const { api } = await visit('/blogs?tag=Memory', null, { 'blogs.published': () => toPage(makeCard()) });
    const card = within(await screen.findByRole('article'));
    expect(card.getByRole('link', { name: 'How to learn by heart' })).toBeDefined();
    expect(card.getByText('Begin with the picture.')).toBeDefined();
    expect(card.getByText('Dilini Wickramasinghe')).toBeDefined();
    expect(card.getByText('1 minute to read')).toBeDefined();
    expect(card.getByText('2 likes')).toBeDefined();
    expect(screen.getByText('Posts about “Memory”')).toBeDefined();
    expect(api.calls.find(({ path }) => path === 'blogs.published')?.input).toMatchObject({ tag: 'Memory' });
  });

  test('offers all posts where nothing is found', async () => {
    await visit('/blogs?q=nothing', null, { 'blogs.published': () => toPage() });
    expect(await screen.findByText('No posts found')).toBeDefined();
    expect(listLinks(getMain())).toContainEqual(['Show all posts', '/blogs']);
  });

  test('says what went wrong, and tries again', async () => {
    let isOffline = true;
    const { user } = await visit('/blogs', null, {
      'blogs.published': () => {
        if (isOffline) throw networkError();
        return toPage(makeCard());
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch blogs');
    isOffline = false;
    await user.click(getButton('Try Again'));
    expect(await screen.findByText('How to learn by heart')).toBeDefined();
  });
});

describe('the page of a post', () => {
  // spec blogs.18 | S3 | The card of the post's author | src/client/features/blogs/blog-article.tsx
  test('shows its tags and the card of its author', async () => {
    await visit('/blogs/blog-1', null, { 'blogs.byId': () => makePost({ updatedAt: LATER }) });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('How to learn by heart');
    expect(screen.getByText('Updated Thu, 5 Mar 2026')).toBeDefined();
    expect(within(screen.getByRole('complementary', { name: 'About the author' })).getByText('Teaches Physics')).toBeDefined();
    expect(listLinks(getMain())).toContainEqual(['Memory', '/blogs?tag=Memory']);
    expect(listLinks(getMain())).toContainEqual(['View Profile', '/tutors/tutor-profile-1']);
  });

  // spec blogs.19 | S3, R §4.6 49 | A like counts once per person; a visitor logs in first | src/client/routes/blogs/$id.tsx
  test('counts a like once, at once', async () => {
    const { user, api } = await visit('/blogs/blog-1', STUDENT, { 'blogs.byId': () => makePost(), 'blogs.like': () => ({ likes: 3 }) });
    expect(await screen.findByText('2 likes')).toBeDefined();
    await user.click(getButton('Like'));
    expect(await screen.findByText('3 likes')).toBeDefined();
    await user.click(getButton('Liked'));
    expect(api.calls.filter(({ path }) => path === 'blogs.like')).toHaveLength(1);
  });

  // spec blogs.19, errors.60
  test('rolls a like back that was lost, and says so', async () => {
    const { user } = await visit('/blogs/blog-1', STUDENT, {
      'blogs.byId': () => makePost(),
      'blogs.like': () => {
        throw networkError();
      },
    });
    expect(await screen.findByText('2 likes')).toBeDefined();
    await user.click(getButton('Like'));
    expect(await screen.findByText('Failed to like blog')).toBeDefined();
    expect(screen.getByText('2 likes')).toBeDefined();
  });

  // spec blogs.19
  test('sends a visitor who likes it to login, and back', async () => {
    const { user, at } = await visit('/blogs/blog-1', null, { 'blogs.byId': () => makePost() });
    await user.click(await findButton('Like'));
    await waitFor(() => expect(at()).toBe('/login?redirect=%2Fblogs%2Fblog-1'));
  });

  // spec blogs.17
  test('leads to the other posts where the post does not exist', async () => {
    await visit('/blogs/blog-1', null, {
      'blogs.byId': () => {
        throw apiError('blog.not_found');
      },
    });
    expect(await screen.findByText('Blog not found')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Post');
    expect(listLinks(getMain())).toContainEqual(['All posts', '/blogs']);
  });
});

const visitAsTutor = (path: string, answers: Answers = {}) =>
  visit(path, TUTOR, { 'tutors.own': () => aProfileView(), 'blogs.ownCounts': () => ({ published: 1, drafts: 2 }), ...answers });

describe("the tutor's own posts", () => {
  // spec blogs.1 | P §2 Tutor area | Tabs Published (n) and Drafts (n) | src/client/features/blogs/own-blogs.tsx
  test('are listed in two tabs with their counts', async () => {
    await visitAsTutor('/tutor/blogs', {
      'blogs.own': ({ status }) => toPage(makeCard({ title: status === 'draft' ? 'A draft' : 'Published one' })),
    });
    const tabs = within(screen.getByRole('navigation', { name: 'Filter posts' }));
    expect(await tabs.findByText('Published (1)')).toBeDefined();
    expect(tabs.getByText('Drafts (2)')).toBeDefined();
    expect(await screen.findByText('Published one')).toBeDefined();
  });

  test('are marked where this browser stores changes that are not saved', async () => {
    const [changed, unchanged] = [makeCard({ title: 'Changed' }), makeCard({ id: 'blog-2', title: 'Unchanged' })];
    const draft = { title: 'Changed', content: '<p>Other words</p>', tags: [], featuredImage: '', seenAt: changed.updatedAt, creationKey: 'key' };
    storedDraft(TUTOR.id, changed.id).write(draft);
    await visitAsTutor('/tutor/blogs', { 'blogs.own': () => toPage(changed, unchanged) });
    const cardOf = (title: string) => screen.getByRole('heading', { name: title }).closest('article');
    await screen.findByText('Unchanged');
    expect(cardOf('Changed')?.textContent).toContain('Unsaved changes, stored in this browser');
    expect(cardOf('Unchanged')?.textContent).not.toContain('Unsaved changes');
  });

  // spec blogs.2 | P §2 Tutor area, S3 | Delete asks first | src/client/features/blogs/own-blogs.tsx
  // spec errors.60, s12-desk.63
  test('are deleted after a question', async () => {
    let isDeleted = false;
    const { user, api } = await visitAsTutor('/tutor/blogs?show=drafts', {
      'blogs.own': () => (isDeleted ? toPage() : toPage(makeCard({ status: 'draft' }))),
      'blogs.remove': () => {
        isDeleted = true;
        return { message: 'Blog deleted successfully' };
      },
    });
    await user.click(await findButton('Delete How to learn by heart'));
    expect(await screen.findByText('Delete this post?')).toBeDefined();
    expect(api.calls.filter(({ path }) => path === 'blogs.remove')).toEqual([]);
    await user.click(getButton(/^Delete post/));
    expect(await screen.findByText('Blog deleted successfully')).toBeDefined();
    expect(await screen.findByText('No drafts')).toBeDefined();
    await waitForFocus(() => screen.getByRole('main'));
  });
});

describe('writing a post', () => {
  const STORED = { title: 'Stored here', content: '<p>x</p>', tags: [], featuredImage: '', seenAt: AT, creationKey: 'key' };
  const listCalls = (api: Awaited<ReturnType<typeof visit>>['api'], path: string) => api.calls.filter((call) => call.path === path);

  // spec blogs.4 | R §4.6 45 | Title and content are asked for before anything is sent | src/client/features/blogs/use-blog-draft.ts
  test('asks for a title and content before anything is sent', async () => {
    const { user, api } = await visitAsTutor('/tutor/blogs/create');
    await user.click(await findButton('Publish'));
    expect(await screen.findByText('Title is required')).toBeDefined();
    expect(screen.getByText('Content is required')).toBeDefined();
    expect((await findContentField()).getAttribute('aria-invalid')).toBe('true');
    expect(listCalls(api, 'blogs.create')).toEqual([]);
  });

  // spec blogs.13
  test('offers the saved post, or to overwrite it, where it was changed in another tab', async () => {
    storedDraft(TUTOR.id, 'blog-1').write(STORED);
    const { user, api } = await visitAsTutor('/tutor/blogs/edit/blog-1', {
      'blogs.byId': () => makePost({ isOwn: true, updatedAt: LATER }),
      'blogs.update': ({ title }) => ({ message: 'Blog updated successfully', blog: makePost({ isOwn: true, title }) }),
    });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This post was changed in another tab. Your changes are stored in this browser, but not saved.',
    );
    expect((await findTitleField()).value).toBe('Stored here');
    await user.click(getButton('Save mine anyway'));
    expect(await screen.findByText('Blog updated successfully')).toBeDefined();
    expect(listCalls(api, 'blogs.update')[0]?.input).toMatchObject({ title: 'Stored here', status: 'published', seenAt: LATER });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save mine anyway' })).toBeNull());
  });

  // spec blogs.30
  test('offers the choice in the editor of a new post, too, and goes on at the address of the post', async () => {
    storedDraft(TUTOR.id, 'new 1').write({ ...STORED, seenAt: null });
    const { user, api, at } = await visitAsTutor('/tutor/blogs/create', {
      'blogs.create': () => {
        throw apiError('blog.changed', { params: { id: 'blog-1' } });
      },
      'blogs.byId': () => makePost({ isOwn: true, updatedAt: LATER }),
      'blogs.update': ({ title }) => ({ message: 'Blog updated successfully', blog: makePost({ isOwn: true, title }) }),
    });
    await findTitleField();
    await user.click(getButton('Publish'));
    expect((await screen.findByRole('alert')).textContent).toContain('Saving yours replaces: title, text, tags, cover image.');
    expect((await findTitleField()).value).toBe('Stored here');
    await waitFor(() => expect(at()).toBe('/tutor/blogs/create?post=blog-1'));
    await user.click(getButton('Save mine anyway'));
    expect(await screen.findByText('Blog updated successfully')).toBeDefined();
    expect(listCalls(api, 'blogs.update')[0]?.input).toMatchObject({ id: 'blog-1', title: 'Stored here', seenAt: LATER });
  });

  // spec blogs.9
  test('begins a new post with the stored draft of a post that was deleted', async () => {
    storedDraft(TUTOR.id, 'gone').write(STORED);
    const { user, at } = await visitAsTutor('/tutor/blogs/edit/gone', {
      'blogs.byId': () => {
        throw apiError('blog.not_found');
      },
    });
    expect(await screen.findByText('It may have been deleted. Your text is still stored in this browser.')).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Write it as a new post' }));
    expect((await findTitleField()).value).toBe('Stored here');
    expect(at()).toBe('/tutor/blogs/create');
    expect(storedDraft(TUTOR.id, 'gone').read()).toBeNull();
  });

  // spec blogs.5
  test('continues at the address of the post after a reload, once the server has it', async () => {
    const { at } = await visitAsTutor('/tutor/blogs/create?post=blog-1', { 'blogs.byId': () => makePost({ isOwn: true, status: 'draft' }) });
    expect((await findTitleField()).value).toBe('How to learn by heart');
    expect(at()).toBe('/tutor/blogs/edit/blog-1');
  });

  // spec blogs.9
  test('saves as a new post what was deleted in another tab', async () => {
    const { user, at, api } = await visitAsTutor('/tutor/blogs/edit/blog-1', {
      'blogs.byId': () => makePost({ isOwn: true }),
      'blogs.update': () => {
        throw apiError('blog.not_found');
      },
      'blogs.create': () => ({ message: 'Blog created successfully', blog: makePost({ id: 'another', isOwn: true, status: 'draft' }) }),
      'blogs.own': () => toPage(),
    });
    const title = await findTitleField();
    await user.clear(title);
    await user.type(title, 'Typed here');
    await user.click(getButton('Update'));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This post was deleted in another tab. Your text is stored in this browser, but not saved.',
    );
    await user.click(getButton('Save as a new post'));
    expect(await screen.findByText('Blog created successfully')).toBeDefined();
    expect(listCalls(api, 'blogs.create')[0]?.input).toMatchObject({ title: 'Typed here', status: 'draft' });
    await waitFor(() => expect(at()).toBe('/tutor/blogs?show=drafts'));
  });

  // spec blogs.10 | S3 | Publish is pressed by its own button only, and once; a refusal shows the first wrong field once |
  //   src/client/features/blogs/blog-form.tsx
  test('publishes by the button alone: Enter in the title leads on to the content', async () => {
    const { user, api } = await visitAsTutor('/tutor/blogs/edit/blog-1', { 'blogs.byId': () => makePost({ isOwn: true, status: 'draft' }) });
    const content = await findContentField();
    const title = await findTitleField();
    await user.click(title);
    expect(fireEvent.keyDown(title, { key: 'Enter' })).toBe(false);
    await act(async () => title.form?.requestSubmit());
    expect(document.activeElement).toBe(content);
    expect(getButton('Publish').getAttribute('type')).toBe('button');
    expect(listCalls(api, 'blogs.update')).toEqual([]);
  });

  // spec blogs.10
  test('publishes once, however often the button is pressed', async () => {
    let publishPost: (saved: SavedBlog) => void = () => {};
    const published = new Promise<SavedBlog>((resolve) => {
      publishPost = resolve;
    });
    const { api } = await visitAsTutor('/tutor/blogs/edit/blog-1', {
      'blogs.byId': () => makePost({ isOwn: true, status: 'draft' }),
      'blogs.update': () => published,
      'blogs.own': () => toPage(),
    });
    const publish = await findButton('Publish');
    await act(async () => {
      publish.click();
      publish.click();
    });
    expect(publish.dataset.loading).toBe('true');
    expect(getButton('Save Draft')).toHaveProperty('disabled', true);
    await act(async () => publishPost({ message: 'Blog updated successfully', blog: makePost({ isOwn: true }) }));
    expect(await screen.findByText('Blog updated successfully')).toBeDefined();
    expect(listCalls(api, 'blogs.update')).toHaveLength(1);
  });

  // spec blogs.10
  test('focuses the first wrong field once, and not again while somebody types', async () => {
    const { user } = await visitAsTutor('/tutor/blogs/create');
    const content = await findContentField();
    const title = await findTitleField();
    await user.click(getButton('Publish'));
    await waitFor(() => expect(document.activeElement).toBe(title));
    await user.type(title, 'One');
    await user.click(screen.getByRole('textbox', { name: 'Tags' }));
    await user.type(title, ' two');
    expect(title.value).toBe('One two');
    expect(document.activeElement).not.toBe(content);
  });

  test.each([
    ['does not exist', 'Blog not found', () => apiError('blog.not_found')],
    ['cannot be loaded', 'Error Loading Post', networkError],
  ])('has a heading where the post %s', async (_, title, makeError) => {
    await visitAsTutor('/tutor/blogs/edit/nothing', {
      'blogs.byId': () => {
        throw makeError();
      },
    });
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit post');
  });
});
