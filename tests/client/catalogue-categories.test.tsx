import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { PALETTE, SHEET } from '#client/app/theme.ts';
import { CategoriesPage } from '#client/features/catalogue/categories-page.tsx';
import { SURFACES } from '#client/features/catalogue/category-look-fields.tsx';
import type { CategoryView } from '#shared/contracts/catalogue.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { getErrorOf } from '#tests/support/field-errors.ts';
import { ADMIN, render, signIn } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const { listToasts } = collectToasts();

function makeCategory(id: string, more: Partial<CategoryView> = {}): CategoryView {
  const times = { createdAt: MONDAY_TEN, updatedAt: MONDAY_TEN };
  return { id, name: id, description: '', icon: 'Atom', color: '#0a5a50', order: 1, isActive: true, subjects: [], ...times, ...more };
}
const MATHS = { id: 'maths', name: 'Mathematics', description: '', isActive: true };
const THREE = [makeCategory('Sciences'), makeCategory('Languages'), makeCategory('Arts')];

/** With a server that stores the changes. */
async function renderPage({ stored = THREE, answers = {} }: { stored?: CategoryView[]; answers?: Answers } = {}) {
  signIn(ADMIN);
  let categories = stored;
  const change = (id: string, changes: Partial<CategoryView>) => {
    categories = categories.map((category) => (category.id === id ? { ...category, ...changes } : category));
    return categories.find((category) => category.id === id) ?? makeCategory(id);
  };
  const api = fakeApi({
    'catalogue.categories': () => categories,
    'catalogue.createCategory': ({ name, ...more }) => {
      const created = makeCategory(name, more);
      categories = [...categories, created];
      return created;
    },
    'catalogue.updateCategory': ({ id, ...changes }) => change(id, changes),
    'catalogue.setCategoryActive': ({ id, isActive }) => change(id, { isActive }),
    'catalogue.dependants': () => ({ subjects: 2, topics: 0, tutors: 0 }),
    'catalogue.deleteCategory': ({ id }) => {
      categories = categories.filter((category) => category.id !== id);
      return { message: 'Category deleted successfully' };
    },
    'catalogue.reorderCategories': ({ ids }) => {
      categories = ids.flatMap((id) => categories.filter((category) => category.id === id));
      return { message: 'Categories reordered successfully' };
    },
    ...answers,
  });
  const { user } = await render(<CategoriesPage />, { api });
  const listInputs = (path: string) => api.calls.filter((call) => call.path === path).map(({ input }) => input);
  return { user, listInputs };
}

const findButton = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const findDialog = async () => within(await screen.findByRole('dialog'));
const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const getCard = (name: string) => screen.getByRole('heading', { level: 2, name }).closest('li') ?? expect.fail(`${name} has no card`);
const listNames = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

describe('Manage Categories', () => {
  // spec manage-catalogue.1 | P §2 Admin area | Manage Categories: a card each with icon, swatch, order, description, subjects and state |
  //   src/client/features/catalogue/categories-page.tsx
  test('shows each category with its look, its subjects and its state', async () => {
    await renderPage({
      stored: [makeCategory('Sciences', { subjects: [MATHS], order: 3 }), makeCategory('Old', { isActive: false, description: 'Gone' })],
    });
    await screen.findByText('Sciences');
    const [sciences, old] = [getCard('Sciences').textContent, getCard('Old').textContent];
    for (const part of ['No description provided', '1 subject', 'Order 3', '#0a5a50', 'Active', 'Deactivate']) expect(sciences).toContain(part);
    for (const part of ['Gone', '0 subjects', 'Inactive', 'Activate']) expect(old).toContain(part);
  });

  // spec export.2
  test('exports the categories', async () => {
    const link = () => Promise.reject(networkError());
    const { user, api } = await visit('/admin/subject-categories', ADMIN, {
      'catalogue.categories': () => [makeCategory('Sciences')],
      'exports.link': link,
    });
    await user.click(await findButton('Export CSV'));
    await waitFor(() => expect(api.calls.find(({ path }) => path === 'exports.link')?.input).toEqual({ table: 'categories' }));
  });

  test('says what is wrong when they cannot be loaded, and when there are none', async () => {
    let isLimited = true;
    const { user } = await renderPage({
      answers: {
        'catalogue.categories': () => {
          if (isLimited) throw apiError('request.limited');
          return [];
        },
      },
    });
    expect(await screen.findByText('Error Loading Categories')).toBeDefined();
    isLimited = false;
    await user.click(getButton('Try Again'));
    expect(await screen.findByText('No categories yet')).toBeDefined();
  });

  // spec manage-catalogue.2 | P §2 Admin area, P §5, S5 | Add and Edit Category: icon picker, colour with its contrast, an order that is no number is
  //   0; sent once | src/client/features/catalogue/category-dialog.tsx
  // spec errors.67 | C §8 Categories, subjects, topics | 'Category created successfully' and its family for subjects and topics, with the three
  //   delete confirmations | src/shared/messages.ts
  test('adds a category once, with icon, colour and order, and says what is missing', async () => {
    const { user, listInputs } = await renderPage();
    await user.click(await findButton('Add Category'));
    const dialog = await findDialog();
    const name = await dialog.findByRole<HTMLInputElement>('textbox', { name: /^Name(?! in)/ });
    const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add Category' });
    await user.click(submit);
    await waitFor(() => expect(getErrorOf(name)).toBe('Category name is required'));
    expect(document.activeElement).toBe(name);
    await user.type(name, 'Music');
    const color = dialog.getByRole('textbox', { name: 'Colour' });
    await user.clear(color);
    await user.type(color, 'red');
    await user.tab();
    await waitFor(() => expect(getErrorOf(color)).toBe('Please enter a colour such as #6366f1'));
    await user.clear(color);
    await user.type(color, '#777777');
    const contrasts = within(dialog.getByRole('list', { name: 'Contrast' })).getAllByRole('listitem');
    expect(contrasts.map(({ textContent }) => textContent)).toEqual(['4.4:1 on light, easy to see', '3.3:1 on dark, easy to see']);
    const order = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Order/ });
    await user.clear(order);
    await user.type(order, 'abc');
    await user.tab();
    expect(order.value).toBe('0');
    await user.type(dialog.getByRole('searchbox', { name: 'Search icons' }), 'flask');
    await waitFor(() => expect(dialog.getAllByRole('radio')).toHaveLength(1));
    await user.click(dialog.getByRole('radio', { name: 'Flask Conical' }));
    await act(async () => {
      submit.click();
      submit.click();
    });
    await waitFor(() => expect(listNames()).toContain('Music'));
    expect(listInputs('catalogue.createCategory')).toEqual([
      { name: 'Music', nameSi: '', nameTa: '', aliases: [], description: '', icon: 'FlaskConical', color: '#777777', order: 0 },
    ]);
    expect(listToasts()).toEqual([['success', 'Category created successfully']]);
    await waitUntilClosed();
  });

  // spec manage-catalogue.3 | S5 | What was typed stays when it is not saved | src/client/features/catalogue/entry-form.tsx
  test('keeps what was typed when it is not saved, and says why beside the field', async () => {
    let fail: () => never = () => {
      throw apiError('category.name_taken', { field: 'name' });
    };
    const { user } = await renderPage({ answers: { 'catalogue.updateCategory': () => fail() } });
    await user.click(await findButton('Edit Sciences'));
    const dialog = await findDialog();
    const description = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });
    await user.type(description, 'Matter and motion');
    await user.click(dialog.getByRole('button', { name: 'Save Category' }));
    const name = dialog.getByRole('textbox', { name: /^Name(?! in)/ });
    await waitFor(() => expect(getErrorOf(name)).toBe('A category with this name already exists'));
    expect(listToasts()).toEqual([]);
    fail = () => {
      throw networkError();
    };
    await user.click(dialog.getByRole('button', { name: 'Save Category' }));
    await waitFor(() => expect(listToasts()).toEqual([['error', 'Failed to save category']]));
    expect(description.value).toBe('Matter and motion');
  });

  test('keeps what was typed when the dialog is closed, until it is cancelled', async () => {
    const { user } = await renderPage();
    const openDialog = async () => {
      await user.click(await findButton('Edit Sciences'));
      const dialog = await findDialog();
      return { dialog, description: dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }) };
    };
    const first = await openDialog();
    await user.type(first.description, 'Matter and motion');
    await user.keyboard('{Escape}');
    await waitUntilClosed();
    const second = await openDialog();
    expect(second.dialog.getByText(/^Your earlier changes are still here\./)).toBeDefined();
    expect(second.description.value).toBe('Matter and motion');
    await user.click(second.dialog.getByRole('button', { name: 'Cancel' }));
    await waitUntilClosed();
    const third = await openDialog();
    expect(third.description.value).toBe('');
  });

  test('drops what was typed when another admin has saved the category meanwhile', async () => {
    const draft = { name: 'Sciences', aliases: [], typedAlias: '', description: 'Matter', icon: 'Atom', color: '#0a5a50', order: '1' };
    sessionStorage.setItem('draft:category Sciences', JSON.stringify({ ...draft, over: JSON.stringify({ ...draft, description: 'Before' }) }));
    const { user } = await renderPage();
    await user.click(await findButton('Edit Sciences'));
    expect((await findDialog()).getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe('');
  });

  test('deactivates a category', async () => {
    const { user, listInputs } = await renderPage();
    await user.click(await findButton('Deactivate Sciences'));
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Category status updated successfully']]));
    expect(listInputs('catalogue.setCategoryActive')).toEqual([{ id: 'Sciences', isActive: false }]);
    expect(await findButton('Activate Sciences')).toBeDefined();
  });

  // spec manage-catalogue.18 | S5, D Errors | Where the answer to a switch was lost and the list, read again, has the new state, it was made: the
  //   button that is there then would undo it | src/client/features/catalogue/use-catalogue.ts
  test.each([
    ['was made', true, ['success', 'Category status updated successfully'], 'Activate Sciences'],
    ['was not made', false, ['error', 'Failed to update category status'], 'Deactivate Sciences'],
  ])('says that a switch whose answer was lost %s', async (_, isStored, toast, label) => {
    let stored = [makeCategory('Sciences')];
    const { user } = await renderPage({
      answers: {
        'catalogue.categories': () => stored,
        'catalogue.setCategoryActive': ({ isActive }) => {
          if (isStored) stored = [makeCategory('Sciences', { isActive })];
          throw networkError();
        },
      },
    });
    await user.click(await findButton('Deactivate Sciences'));
    await waitFor(() => expect(listToasts()).toEqual([toast]));
    expect(await findButton(label)).toBeDefined();
  });

  // spec manage-catalogue.5 | P §2 Admin area, C §8 | A deletion is confirmed in the words of the specification, with what goes with it said
  //   beforehand | src/client/features/catalogue/delete-dialog.tsx
  // spec errors.67
  test('says what a deletion changes before it is confirmed', async () => {
    const { user } = await renderPage();
    await user.click(await findButton('Delete Languages'));
    const dialog = await findDialog();
    expect(await dialog.findByText(/^2 subjects will be without a category\./)).toBeDefined();
    expect(dialog.getByText('Are you sure you want to delete this category?')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(listNames()).toEqual(['Sciences', 'Arts']));
    expect(listToasts()).toEqual([['success', 'Category deleted successfully']]);
  });
});

// spec manage-catalogue.4 | S5 | Categories are put in order by drag and by buttons, at once, and taken back when the server refuses |
//   src/client/features/catalogue/use-category-order.ts
describe('the order of categories', () => {
  test('changes by buttons at once, and the focus goes with the card', async () => {
    let answer = () => {};
    const answered = new Promise<{ message: string }>((resolve) => {
      answer = () => resolve({ message: 'Categories reordered successfully' });
    });
    const { user, listInputs } = await renderPage({ answers: { 'catalogue.reorderCategories': () => answered } });
    await screen.findByText('Sciences');
    expect(getButton('Move up Sciences').disabled).toBe(true);
    expect(getButton('Move down Arts').disabled).toBe(true);
    await user.click(getButton('Move up Arts'));
    await waitFor(() => expect(listNames()).toEqual(['Sciences', 'Arts', 'Languages']));
    expect(screen.getByText('Arts is now 2 of 3')).toBeDefined();
    expect(document.activeElement).toBe(getButton('Move up Arts'));
    expect(listInputs('catalogue.reorderCategories')).toEqual([{ ids: ['Sciences', 'Arts', 'Languages'] }]);
    await act(async () => answer());
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Categories reordered successfully']]));
  });

  test('does not jump back while a later move waits for its answer', async () => {
    const saves: (() => void)[] = [];
    let stored = THREE;
    const { user, listInputs } = await renderPage({
      answers: {
        'catalogue.categories': () => stored,
        'catalogue.reorderCategories': ({ ids }) =>
          new Promise((resolve) => {
            saves.push(() => {
              stored = ids.flatMap((id) => THREE.filter((category) => category.id === id));
              resolve({ message: 'Categories reordered successfully' });
            });
          }),
      },
    });
    await user.click(await findButton('Move down Sciences'));
    await waitFor(() => expect(listNames()).toEqual(['Languages', 'Sciences', 'Arts']));
    await user.click(getButton('Move down Sciences'));
    const moved = ['Languages', 'Arts', 'Sciences'];
    await waitFor(() => expect(listNames()).toEqual(moved));
    await act(async () => saves[0]?.());
    await waitFor(() => expect(saves).toHaveLength(2));
    expect([listNames(), listInputs('catalogue.categories').length]).toEqual([moved, 1]);
    await act(async () => saves[1]?.());
    await waitFor(() => expect(listInputs('catalogue.categories')).toHaveLength(2));
    expect(listNames()).toEqual(moved);
  });

  test('is rolled back when the server refuses it', async () => {
    const { user } = await renderPage({
      answers: {
        'catalogue.reorderCategories': () => {
          throw apiError('category.order_outdated');
        },
      },
    });
    await user.click(await findButton('Move down Sciences'));
    await waitFor(() => expect(listToasts()).toEqual([['error', 'The categories have changed meanwhile. Please try again.']]));
    expect(listNames()).toEqual(['Sciences', 'Languages', 'Arts']);
  });

  test('changes by dragging a card over another one', async () => {
    const { listInputs } = await renderPage();
    await screen.findByText('Sciences');
    document.elementFromPoint = () => getCard('Arts');
    fireEvent.pointerDown(within(getCard('Sciences')).getByTitle('Drag to reorder'), { button: 0 });
    fireEvent.pointerMove(window);
    fireEvent.pointerUp(window);
    await waitFor(() => expect(listNames()).toEqual(['Languages', 'Arts', 'Sciences']));
    expect(listInputs('catalogue.reorderCategories')).toEqual([{ ids: ['Languages', 'Arts', 'Sciences'] }]);
  });
});

test('the colour field compares colours with the surface of the cards', () => {
  expect(SURFACES).toEqual({ light: SHEET, dark: PALETTE.dark[6] });
});
