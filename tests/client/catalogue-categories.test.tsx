import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { PALETTE, SHEET } from '#client/app/palette.ts';
import { CategoriesPage } from '#client/features/catalogue/categories-page.tsx';
import { SURFACES } from '#client/features/catalogue/color-field.tsx';
import type { CategoryView } from '#shared/contracts/catalogue.ts';
import { dialogText, errorOf, inDialog, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, button, field, fill, fillText, press, render, shown, signIn, texts, until } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const { said } = collectToasts();

function aCategory(id: string, more: Partial<CategoryView> = {}): CategoryView {
  const at = { createdAt: MONDAY_TEN, updatedAt: MONDAY_TEN };
  return { id, name: id, description: '', icon: 'Atom', color: '#0a5a50', order: 1, isActive: true, subjects: [], ...at, ...more };
}
const MATHS = { id: 'maths', name: 'Mathematics', description: '', isActive: true };

/** The page at a server that keeps what it is told. */
async function look({
  kept = [aCategory('Sciences'), aCategory('Languages'), aCategory('Arts')],
  answers = {},
}: {
  kept?: CategoryView[];
  answers?: Answers;
} = {}) {
  signIn(ADMIN);
  let categories = kept;
  const changed = (id: string, changes: Partial<CategoryView>) => {
    categories = categories.map((category) => (category.id === id ? { ...category, ...changes } : category));
    return categories.find((category) => category.id === id) ?? aCategory(id);
  };
  const api = fakeApi({
    'catalogue.categories': () => categories,
    'catalogue.createCategory': ({ name, ...more }) => {
      const made = aCategory(name, more);
      categories = [...categories, made];
      return made;
    },
    'catalogue.updateCategory': ({ id, ...changes }) => changed(id, changes),
    'catalogue.setCategoryActive': ({ id, isActive }) => changed(id, { isActive }),
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
  await render(<CategoriesPage />, { api });
  const sent = (path: string) => api.calls.filter((call) => call.path === path).map(({ input }) => input);
  return { sent, cards: () => texts('[data-category] h2') };
}

describe('Manage Categories', () => {
  // spec manage-catalogue.1 | P §2 Admin area | Manage Categories: a card each with icon, swatch, order, description, subjects and state |
  //   src/client/features/catalogue/category-card.tsx
  it('shows each with its look, its subjects and its state', async () => {
    await look({ kept: [aCategory('Sciences', { subjects: [MATHS], order: 3 }), aCategory('Old', { isActive: false, description: 'Gone' })] });
    await shown('Sciences');
    const [sciences, old] = texts('[data-category]');
    for (const part of ['No description provided', '1 subject', 'Order 3', '#0a5a50', 'Active', 'Deactivate']) expect(sciences).toContain(part);
    for (const part of ['Gone', '0 subjects', 'Inactive', 'Activate']) expect(old).toContain(part);
  });

  // spec export.2
  it('takes them away', async () => {
    const link = () => Promise.reject(networkError());
    const { api } = await visit('/admin/subject-categories', ADMIN, { 'catalogue.categories': () => [aCategory('Sciences')], 'exports.link': link });
    await shown('Sciences');
    await press('Export CSV');
    await until(() => expect(api.calls.find(({ path }) => path === 'exports.link')?.input).toEqual({ table: 'categories' }));
  });

  it('says what is wrong when they cannot be read, and when there are none', async () => {
    let isAway = true;
    const answers: Answers = {
      'catalogue.categories': () => {
        if (isAway) throw apiError('request.limited');
        return [];
      },
    };
    await look({ answers });
    await shown('Error Loading Categories');
    isAway = false;
    await press('Try Again');
    await shown('No categories yet');
  });

  // spec manage-catalogue.2 | P §2 Admin area, P §5, S5 | Add and Edit Category: icon picker, colour with its contrast, an order that is no number is
  //   0; sent once | src/client/features/catalogue/category-dialog.tsx
  // spec errors.67 | C §8 Categories, subjects, topics | 'Category created successfully' and its family for subjects and topics, with the three
  //   delete confirmations | src/shared/messages.ts
  it('adds one, once, with icon, colour and order, and says what is missing', async () => {
    const { sent, cards } = await look();
    await shown('Sciences');
    await press('Add Category');
    await inDialog('Cancel');
    const submit = () => until(() => document.querySelector<HTMLButtonElement>('[role="dialog"] button[type="submit"]') ?? expect.fail('no button'));
    await act(async () => (await submit()).click());
    await until(() => expect(errorOf('Name')).toBe('Category name is required'));
    expect(document.activeElement).toBe(field('Name'));
    await fill('Name', 'Music');
    await fill('Colour', 'red');
    await until(() => expect(errorOf('Colour')).toBe('Please enter a colour such as #6366f1'));
    await fill('Colour', '#777777');
    expect(texts('[aria-label="Contrast"] li')).toEqual(['4.4:1 on light, easy to see', '3.3:1 on dark, easy to see']);
    await fill('Order', 'abc');
    expect(field('Order').value).toBe('0');
    const search = document.querySelector<HTMLInputElement>('[aria-label="Search icons"]');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'flask');
      search?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await until(() => expect(document.querySelectorAll('[role="dialog"] [type="radio"]')).toHaveLength(1));
    await act(async () => document.querySelector<HTMLInputElement>('[aria-label="Flask Conical"]')?.click());
    await act(async () => {
      const once = await submit();
      once.click();
      once.click();
    });
    await until(() => expect(cards()).toContain('Music'));
    expect(sent('catalogue.createCategory')).toEqual([{ name: 'Music', description: '', icon: 'FlaskConical', color: '#777777', order: 0 }]);
    expect(said).toEqual([{ kind: 'success', message: 'Category created successfully' }]);
    await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  });

  // spec manage-catalogue.3 | S5 | What was typed stays when it is not saved | src/client/features/catalogue/use-entry-form.ts
  it('keeps what was typed when it is not saved, and says why beside the field', async () => {
    let answer: () => never = () => {
      throw apiError('category.name_taken', { field: 'name' });
    };
    await look({ answers: { 'catalogue.updateCategory': () => answer() } });
    await shown('Sciences');
    await press('Edit Sciences');
    await inDialog('Save Category');
    await fillText('Description', 'Matter and motion');
    await pressInDialog('Save Category');
    await until(() => expect(errorOf('Name')).toBe('A category with this name already exists'));
    answer = () => {
      throw networkError();
    };
    await pressInDialog('Save Category');
    await until(() => expect(said).toEqual([{ kind: 'error', message: 'Failed to save category' }]));
    expect(document.querySelector('textarea')?.value).toBe('Matter and motion');
  });

  it('keeps what was typed when the dialog is closed by accident, until it is cancelled', async () => {
    await look();
    await shown('Sciences');
    const gone = () => until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    const description = () => document.querySelector('textarea')?.value;
    await press('Edit Sciences');
    await inDialog('Save Category');
    await fillText('Description', 'Matter and motion');
    await act(
      async () => void document.querySelector('[role="dialog"]')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    );
    await gone();
    await press('Edit Sciences');
    await shown('What you typed before is still here.');
    expect(description()).toBe('Matter and motion');
    await pressInDialog('Cancel');
    await gone();
    await press('Edit Sciences');
    await inDialog('Save Category');
    expect(description()).toBe('');
  });

  it('switches one off', async () => {
    const { sent } = await look();
    await shown('Sciences');
    await press('Deactivate Sciences');
    await until(() => expect(said).toEqual([{ kind: 'success', message: 'Category status updated successfully' }]));
    expect(sent('catalogue.setCategoryActive')).toEqual([{ id: 'Sciences', isActive: false }]);
    await until(() => button('Activate Sciences'));
  });

  // spec manage-catalogue.5 | P §2 Admin area, C §8 | A deletion is confirmed in the words of the specification, with what goes with it said
  //   beforehand | src/client/features/catalogue/delete-dialog.tsx
  // spec errors.67
  it('says beforehand what a deletion changes', async () => {
    const { cards } = await look();
    await shown('Sciences');
    await press('Delete Languages');
    await inDialog('Delete');
    await until(() => expect(dialogText()).toContain('2 subjects will be without a category.'));
    expect(dialogText()).toContain('Are you sure you want to delete this category?');
    await pressInDialog('Delete');
    await until(() => expect(cards()).toEqual(['Sciences', 'Arts']));
    expect(said).toEqual([{ kind: 'success', message: 'Category deleted successfully' }]);
  });
});

// spec manage-catalogue.4 | S5 | Categories are put in order by drag and by buttons, at once, and taken back when the server refuses |
//   src/client/features/catalogue/use-category-order.ts
describe('the order of categories', () => {
  it('changes by buttons at once, and the focus goes with the card', async () => {
    let answer = () => {};
    const waits = new Promise<{ message: string }>((resolve) => {
      answer = () => resolve({ message: 'Categories reordered successfully' });
    });
    const { sent, cards } = await look({ answers: { 'catalogue.reorderCategories': () => waits } });
    await shown('Sciences');
    expect(button('Move up Sciences').disabled).toBe(true);
    expect(button('Move down Arts').disabled).toBe(true);
    await act(async () => button('Move up Arts').focus());
    await press('Move up Arts');
    await until(() => expect(cards()).toEqual(['Sciences', 'Arts', 'Languages']));
    await shown('Arts is now 2 of 3');
    expect(document.activeElement).toBe(button('Move up Arts'));
    expect(sent('catalogue.reorderCategories')).toEqual([{ ids: ['Sciences', 'Arts', 'Languages'] }]);
    await act(async () => answer());
    await until(() => expect(said).toEqual([{ kind: 'success', message: 'Categories reordered successfully' }]));
  });

  it('is taken back when the server does not keep it', async () => {
    const answers: Answers = {
      'catalogue.reorderCategories': () => {
        throw apiError('category.order_outdated');
      },
    };
    const { cards } = await look({ answers });
    await shown('Sciences');
    await press('Move down Sciences');
    await until(() => expect(said).toEqual([{ kind: 'error', message: 'The categories have changed meanwhile. Please try again.' }]));
    expect(cards()).toEqual(['Sciences', 'Languages', 'Arts']);
  });

  it('changes by dragging a card over another one', async () => {
    const { sent, cards } = await look();
    await shown('Sciences');
    const at = (id: string) => document.querySelector(`[data-category="${id}"]`);
    document.elementFromPoint = () => at('Arts');
    await act(async () =>
      at('Sciences')
        ?.querySelector('[title^="Drag"]')
        ?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 })),
    );
    await act(async () => void window.dispatchEvent(new PointerEvent('pointermove')));
    await act(async () => void window.dispatchEvent(new PointerEvent('pointerup')));
    await until(() => expect(cards()).toEqual(['Languages', 'Arts', 'Sciences']));
    expect(sent('catalogue.reorderCategories')).toEqual([{ ids: ['Languages', 'Arts', 'Sciences'] }]);
  });
});

it('colours are compared with what the cards lie on', () => {
  expect(SURFACES).toEqual({ light: SHEET, dark: PALETTE.dark[6] });
});
