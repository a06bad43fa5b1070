import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import type { SubjectView, TopicView } from '#shared/contracts/catalogue.ts';
import { waitForFocus } from '#tests/support/account-page.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { getErrorOf } from '#tests/support/field-errors.ts';
import { ADMIN } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const { listToasts } = collectToasts();

const TIMES = { createdAt: MONDAY_TEN, updatedAt: MONDAY_TEN };
const SCIENCES = { id: 'sciences', name: 'Sciences', icon: 'Atom', color: '#0a5a50', order: 1 };
const makeSubject = (id: string, more: Partial<SubjectView> = {}): SubjectView => ({
  ...{ id, name: id, description: '', category: SCIENCES, isActive: true, ...TIMES },
  ...more,
});
const makeTopic = (id: string, more: Partial<TopicView> = {}): TopicView => ({
  ...{ id, name: id, description: '', subject: { id: 'Physics', name: 'Physics' }, isActive: true, ...TIMES },
  ...more,
});

const TWO = [makeSubject('Physics', { description: 'Matter and motion' }), makeSubject('Latin', { category: null, isActive: false })];

type Stored = { subjects?: SubjectView[]; topics?: TopicView[]; answers?: Answers };

/** With a server that stores the changes. */
async function visitPage(path: string, stored: Stored = {}) {
  let { subjects = TWO, topics = [] } = stored;
  const page = await visit(path, ADMIN, {
    'catalogue.categories': () => [{ ...SCIENCES, description: '', isActive: true, subjects: [], ...TIMES }],
    'catalogue.subjects': () => subjects,
    'catalogue.subjectById': ({ id }) => subjects.find((subject) => subject.id === id) ?? throwNotFound(),
    'catalogue.topicCounts': () => [{ subjectId: 'Physics', active: topics.filter(({ isActive }) => isActive).length, total: topics.length }],
    'catalogue.topicsOfSubject': () => topics,
    'catalogue.createSubject': ({ name }) => {
      const created = makeSubject(name);
      subjects = [...subjects, created];
      return created;
    },
    'catalogue.setSubjectActive': ({ id, isActive = true }) => {
      subjects = subjects.map((subject) => (subject.id === id ? { ...subject, isActive } : subject));
      return makeSubject(id, { isActive });
    },
    'catalogue.deleteSubject': ({ id }) => {
      subjects = subjects.filter((subject) => subject.id !== id);
      return { message: 'Subject deleted successfully' };
    },
    'catalogue.dependants': () => ({ subjects: 0, topics: 1, tutors: 1200 }),
    'catalogue.createTopic': ({ name }) => {
      const created = makeTopic(name);
      topics = [...topics, created];
      return created;
    },
    'catalogue.updateTopic': ({ id, name = id }) => {
      topics = topics.map((topic) => (topic.id === id ? { ...topic, name } : topic));
      return makeTopic(id, { name });
    },
    'catalogue.setTopicActive': ({ id, isActive = true }) => {
      topics = topics.map((topic) => (topic.id === id ? { ...topic, isActive } : topic));
      return makeTopic(id, { isActive });
    },
    'catalogue.deleteTopic': ({ id }) => {
      topics = topics.filter((topic) => topic.id !== id);
      return { message: 'Topic deleted successfully' };
    },
    ...stored.answers,
  });
  return { ...page, listInputs: (path: string) => page.api.calls.filter((call) => call.path === path).map(({ input }) => input) };
}

function throwNotFound(): never {
  throw apiError('subject.not_found');
}

const findButton = (name: string) => screen.findByRole('button', { name });
const getButton = (name: string) => screen.getByRole('button', { name });
const findDialog = async () => within(await screen.findByRole('dialog'));
const listRows = () => screen.getAllByRole('row').slice(1);
const listCells = (column: string) => {
  const index = screen.getAllByRole('columnheader').findIndex(({ textContent }) => textContent === column);
  return listRows().map((row) => within(row).getAllByRole('cell')[index - 1]?.textContent);
};

describe('Manage Subjects', () => {
  // spec manage-catalogue.6 | P §2 Admin area, C §7 | Manage Subjects: a table with the count of active topics, which is read again 500 ms after a
  //   change | src/client/features/catalogue/subjects-page.tsx
  test('lists the subjects with their active topics, and counts again after a change', async () => {
    const { user, listInputs } = await visitPage('/admin/subjects', { topics: [makeTopic('Waves'), makeTopic('Heat', { isActive: false })] });
    expect(await screen.findByRole('heading', { level: 1, name: 'Manage Subjects' })).toBeDefined();
    const physics = await screen.findByRole('rowheader', { name: /^Physics/ });
    expect(physics.textContent).toContain('Matter and motion');
    await waitFor(() => expect(listCells('Topics')).toEqual(['1', '0']));
    expect(listCells('Status')).toEqual(['Active', 'Inactive']);
    expect(listCells('Category')).toEqual(['Sciences', 'Without category']);
    const before = listInputs('catalogue.topicCounts').length;
    await user.click(getButton('Deactivate Physics'));
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Subject status updated successfully']]));
    expect(listInputs('catalogue.setSubjectActive')).toEqual([{ id: 'Physics', isActive: false }]);
    await waitFor(() => expect(listInputs('catalogue.topicCounts').length).toBe(before + 2));
    expect(listCells('Status')).toEqual(['Inactive', 'Inactive']);
  });

  // spec manage-catalogue.7 | P §5 | A subject is asked for its category | src/client/features/catalogue/subject-dialogs.tsx
  test('adds a subject with a category, and asks for it', async () => {
    const { user, listInputs } = await visitPage('/admin/subjects');
    await user.click(await findButton('Add Subject'));
    const dialog = await findDialog();
    await user.type(dialog.getByRole('textbox', { name: /^Name(?! in)/ }), 'Chemistry');
    await user.click(dialog.getByRole('button', { name: 'Add Subject' }));
    expect(await dialog.findByText('Category is required')).toBeDefined();
    await dialog.findByRole('option', { name: 'Sciences' });
    await user.selectOptions(dialog.getByRole('combobox', { name: /^Category/ }), 'sciences');
    await waitFor(() => expect(dialog.queryByText('Category is required')).toBeNull());
    await user.click(dialog.getByRole('button', { name: 'Add Subject' }));
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Subject created successfully']]));
    expect(listInputs('catalogue.createSubject')).toEqual([
      { name: 'Chemistry', nameSi: '', nameTa: '', aliases: [], description: '', category: 'sciences' },
    ]);
  });

  // spec manage-catalogue.5, errors.67
  test('says what is deleted with a subject before it is confirmed', async () => {
    const { user } = await visitPage('/admin/subjects');
    await user.click(await findButton('Delete Physics'));
    const dialog = await findDialog();
    expect(await dialog.findByText(/^1 topic will go with it\. 1,200 tutors have it on their profile and will lose it\./)).toBeDefined();
    expect(dialog.getByText('Are you sure you want to delete this subject? This will also delete all associated topics.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(listRows()).toHaveLength(1));
    expect(listToasts()).toEqual([['success', 'Subject deleted successfully']]);
  });

  // spec s12-desk.63 | S12 D | Where what was done takes its row or its button along, the focus goes to the page | src/client/ui/use-opener.ts,
  //   src/client/features/catalogue/use-catalogue.ts, src/client/features/verification/tutors-page.tsx,
  //   src/client/features/moderation/students-page.tsx, src/client/features/moderation/reports-page.tsx, src/client/features/blogs/own-blogs.tsx,
  //   src/client/features/announcements/announcements-sent.tsx
  test('leaves the focus on the page once a subject is deleted', async () => {
    const { user } = await visitPage('/admin/subjects');
    await user.click(await findButton('Delete Physics'));
    const dialog = await findDialog();
    await dialog.findByText(/^1 topic will go with it/);
    await user.click(dialog.getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(listRows()).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitForFocus(() => screen.getByRole('main'));
  });

  // spec export.2
  test('exports what the screen shows', async () => {
    const { user, listInputs, router } = await visitPage('/admin/subjects?q=phy&category=sciences', {
      topics: [makeTopic('Waves')],
      answers: { 'exports.link': throwNotFound },
    });
    await user.click(await findButton('Export CSV'));
    await waitFor(() => expect(listInputs('exports.link')).toEqual([{ table: 'subjects', search: 'phy', category: 'sciences' }]));
    await act(() => router.navigate({ to: '/admin/subjects', search: { topics: 'Physics' } }));
    await screen.findByText('Waves');
    await user.click(getButton('Export CSV'));
    await waitFor(() => expect(listInputs('exports.link').at(-1)).toEqual({ table: 'topics', subjectId: 'Physics' }));
  });

  test('finds what the address says, a page at a time', async () => {
    const many = Array.from({ length: 30 }, (_, index) => makeSubject(`Subject ${index}`));
    const { user, at } = await visitPage('/admin/subjects?q=subject&page=2', { subjects: [...many, ...TWO] });
    expect(await screen.findByText('30 subjects')).toBeDefined();
    expect(listRows()).toHaveLength(6);
    expect(screen.getByText('Page 2 of 2')).toBeDefined();
    await user.click(getButton('Clear search'));
    await waitFor(() => expect(at()).toBe('/admin/subjects'));
    expect(await screen.findByText('32 subjects')).toBeDefined();
  });
});

// spec s11-search.12 | S11 2 | Admins edit the other names of an entry where they edit the entry; what is typed and not yet in the list is saved, too |
//   src/client/features/catalogue/aliases-field.tsx
describe('other names of an entry', () => {
  const openDialog = async (subject: SubjectView, answers: Answers = {}) => {
    const page = await visitPage('/admin/subjects', {
      subjects: [subject],
      answers: { 'catalogue.updateSubject': ({ id }) => makeSubject(id), ...answers },
    });
    await page.user.click(await findButton('Edit Physics'));
    const dialog = await findDialog();
    const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Other names' });
    const listNames = () =>
      within(dialog.getByRole('list', { name: 'Other names of this entry' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    const save = () => page.user.click(dialog.getByRole('button', { name: 'Save Subject' }));
    return { ...page, dialog, field, listNames, save };
  };
  const PHYSICS = makeSubject('Physics', { aliases: ['Phy', 'භෞතික විද්‍යාව'] });

  test('are shown with the entry, in their language, and find it in the list', async () => {
    await visitPage('/admin/subjects?q=PHY', { subjects: [PHYSICS, makeSubject('Latin')] });
    expect((await screen.findByRole('rowheader')).textContent).toContain('Also: Phy, භෞතික විද්‍යාව');
    expect(screen.getByText('භෞතික විද්‍යාව').lang).toBe('si');
    expect(screen.getByText('Phy').lang).toBe('en');
  });

  test('are added by Enter, removed, and saved as a list', async () => {
    const { user, field, dialog, listNames, save, listInputs } = await openDialog(PHYSICS);
    expect(listNames()).toEqual(['Phy', 'භෞතික විද්‍යාව']);
    await user.type(field, 'இயற்பியல்');
    expect(field.lang).toBe('ta');
    await user.type(field, '{Enter}PHY{Enter}physics{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Remove Phy' }));
    expect(listNames()).toEqual(['භෞතික විද්‍යාව', 'இயற்பியல்']);
    expect(document.activeElement).toBe(field);
    await save();
    await waitFor(() => expect(listInputs('catalogue.updateSubject')).toEqual([{ id: 'Physics', aliases: ['භෞතික විද්‍යාව', 'இயற்பியல்'] }]));
  });

  test('are saved although they are only typed yet', async () => {
    const { user, field, dialog, listInputs } = await openDialog(makeSubject('Physics'));
    await user.type(field, 'Phy');
    // Without the press that would take the focus out of the field.
    await act(async () => dialog.getByRole('button', { name: 'Save Subject' }).click());
    await waitFor(() => expect(listInputs('catalogue.updateSubject')).toEqual([{ id: 'Physics', aliases: ['Phy'] }]));
  });

  test('are not sent where they have not changed', async () => {
    const { user, dialog, save, listInputs } = await openDialog(PHYSICS);
    await user.type(dialog.getByRole('textbox', { name: 'Description' }), 'Matter');
    await save();
    await waitFor(() => expect(listInputs('catalogue.updateSubject')).toEqual([{ id: 'Physics', description: 'Matter' }]));
  });

  // spec s11-search.11
  test('say what is wrong beside the field, and lose nothing that was typed', async () => {
    const full = makeSubject('Physics', { aliases: Array.from({ length: 20 }, (_, index) => `Name ${index}`) });
    const { user, field, dialog, listNames, save, listInputs } = await openDialog(full);
    await user.click(field);
    await user.paste('Phy, 11');
    expect(field.value).toBe('Phy, 11');
    await waitFor(() => expect(getErrorOf(field)).toBe('Other names cannot have more than 20 entries'));
    await save();
    await waitFor(() => expect(getErrorOf(field)).toBe('Other names cannot have more than 20 entries'));
    expect(document.activeElement).toBe(field);
    for (const name of ['Name 0', 'Name 1']) await user.click(dialog.getByRole('button', { name: `Remove ${name}` }));
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(listNames().slice(-2)).toEqual(['Phy', '11']);
    await save();
    await waitFor(() => expect(getErrorOf(field)).toBe('Each other name needs at least one letter'));
    expect(listInputs('catalogue.updateSubject')).toEqual([]);
  });

  test('are still there when the dialog is opened again, also what is only typed', async () => {
    const { user, field } = await openDialog(makeSubject('Physics'));
    await user.type(field, 'Phy{Enter}இயற்');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await findButton('Edit Physics'));
    const dialog = await findDialog();
    expect(dialog.getByRole('list', { name: 'Other names of this entry' }).textContent).toContain('Phy');
    expect(dialog.getByRole('list', { name: 'Other names of this entry' }).textContent).toContain('இயற்');
  });
});

// spec manage-catalogue.8 | P §2 Admin area | Manage Topics: Back to Subjects, edit, toggle, delete; "No topics yet" with Create First Topic |
//   src/client/features/catalogue/topics-page.tsx
describe('the names of an entry in Sinhala and Tamil', () => {
  const answers = { 'catalogue.updateSubject': ({ id }: { id: string }) => makeSubject(id) };

  async function openDialog(subject: SubjectView) {
    const page = await visitPage('/admin/subjects', { subjects: [subject], answers });
    await page.user.click(await findButton('Edit Physics'));
    const dialog = await findDialog();
    const field = (language: string) => dialog.getByRole<HTMLInputElement>('textbox', { name: `Name in ${language}` });
    const save = () => page.user.click(dialog.getByRole('button', { name: 'Save Subject' }));
    return { ...page, dialog, sinhala: field('Sinhala'), tamil: field('Tamil'), save };
  }

  // spec s15-names.10 | S15 7 | The form of an entry begins with the names that families see today, stored or compiled, and saving stores them: a new
  //   English name does not lose them | src/client/features/catalogue/translations.tsx
  test('begin with what families see today, and are stored with a new English name', async () => {
    const physics = makeSubject('Physics', { aliases: [], nameSi: 'භෞතිකය', nameTa: null, compiledSi: 'භෞතික විද්‍යාව', compiledTa: 'இயற்பியல்' });
    const { user, dialog, sinhala, tamil, save, listInputs } = await openDialog(physics);
    expect([sinhala.value, sinhala.lang, tamil.value, tamil.lang]).toEqual(['භෞතිකය', 'si', 'இயற்பியல்', 'ta']);
    expect(dialog.getAllByText('Where it is empty, families see the English name.')).toHaveLength(2);
    await user.type(dialog.getByRole('textbox', { name: /^Name(?! in)/ }), ' (A/L)');
    await save();
    await waitFor(() => expect(listInputs('catalogue.updateSubject')).toEqual([{ id: 'Physics', name: 'Physics (A/L)', nameTa: 'இயற்பியல்' }]));
  });

  test('are sent as they were typed, and empty where they were taken away', async () => {
    const { user, sinhala, tamil, save, listInputs } = await openDialog(makeSubject('Physics', { aliases: [], nameSi: 'භෞතිකය', nameTa: null }));
    await user.clear(sinhala);
    await user.type(tamil, 'இயற்பியல்');
    await save();
    await waitFor(() => expect(listInputs('catalogue.updateSubject')).toEqual([{ id: 'Physics', nameSi: '', nameTa: 'இயற்பியல்' }]));
  });

  // spec s15-names.11 | S15 7 | An admin sees in the lists which names are still to be translated | src/client/features/catalogue/translations.tsx
  test('are missed in the list where neither an admin nor the build has them', async () => {
    const subjects = [
      makeSubject('Neither', { nameSi: null, nameTa: null, compiledSi: null, compiledTa: null }),
      makeSubject('Stored', { nameSi: 'ගබඩා', nameTa: null, compiledSi: null, compiledTa: null }),
      makeSubject('Compiled', { nameSi: null, nameTa: 'சேமிப்பு', compiledSi: 'CIMA', compiledTa: null }),
    ];
    await visitPage('/admin/subjects', { subjects });
    const rows = (await screen.findAllByRole('rowheader')).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(/No Sinhala or Tamil name$/),
      expect.stringMatching(/No Tamil name$/),
      expect.not.stringMatching(/name$/),
    ]);
  });

  test('find the subject in the list', async () => {
    await visitPage(`/admin/subjects?q=${encodeURIComponent('භෞතික')}`, {
      subjects: [makeSubject('Physics', { nameSi: 'භෞතිකය' }), makeSubject('Latin')],
    });
    expect(await screen.findByText('1 subject')).toBeDefined();
  });
});

describe('Manage Topics', () => {
  test('is reached from the subject, and offers a first topic', async () => {
    const { user, at, listInputs } = await visitPage('/admin/subjects?q=phys');
    await user.click(await screen.findByRole('link', { name: 'Manage Topics of Physics' }));
    expect(await screen.findByText('No topics yet')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Manage Topics');
    expect(at()).toBe('/admin/subjects?q=phys&topics=Physics');
    await user.click(getButton('Create First Topic'));
    const dialog = await findDialog();
    await user.click(dialog.getByRole('button', { name: 'Add Topic' }));
    const name = dialog.getByRole('textbox', { name: /^Name(?! in)/ });
    await waitFor(() => expect(getErrorOf(name)).toBe('Topic name is required'));
    await user.type(name, 'Waves');
    await user.click(dialog.getByRole('button', { name: 'Add Topic' }));
    await waitFor(() => expect(listRows()).toHaveLength(1));
    expect(listInputs('catalogue.createTopic')).toEqual([
      { name: 'Waves', nameSi: '', nameTa: '', aliases: [], description: '', subject: 'Physics' },
    ]);
    expect(listToasts()).toEqual([['success', 'Topic created successfully']]);
    await user.click(screen.getByRole('link', { name: 'Back to Subjects' }));
    await waitFor(() => expect(at()).toBe('/admin/subjects?q=phys'));
  });

  test('edits, activates and deletes topics', async () => {
    const { user, listInputs } = await visitPage('/admin/subjects?topics=Physics', {
      topics: [makeTopic('Waves'), makeTopic('Heat', { isActive: false })],
    });
    await user.click(await findButton('Activate Heat'));
    await waitFor(() => expect(listCells('Status')).toEqual(['Active', 'Active']));
    await user.click(getButton('Edit Waves'));
    const editDialog = await findDialog();
    const name = editDialog.getByRole('textbox', { name: /^Name(?! in)/ });
    await user.clear(name);
    await user.type(name, 'Light');
    await user.click(editDialog.getByRole('button', { name: 'Save Topic' }));
    expect(await screen.findByRole('rowheader', { name: /^Light/ })).toBeDefined();
    expect(listInputs('catalogue.updateTopic')).toEqual([{ id: 'Waves', name: 'Light' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(getButton('Delete Heat'));
    const deleteDialog = await findDialog();
    expect(await deleteDialog.findByText(/^1,200 tutors have it on their profile and will lose it\./)).toBeDefined();
    expect(deleteDialog.getByText('Are you sure you want to delete this topic?')).toBeDefined();
    await user.click(deleteDialog.getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(listRows()).toHaveLength(1));
    expect(listToasts()).toEqual([
      ['success', 'Topic status updated successfully'],
      ['success', 'Topic updated successfully'],
      ['success', 'Topic deleted successfully'],
    ]);
  });

  test('says so where the subject does not exist', async () => {
    await visitPage('/admin/subjects?topics=Gone');
    expect(await screen.findByText('This subject does not exist')).toBeDefined();
    expect(screen.getByText('Subject not found')).toBeDefined();
  });
});
