import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { SubjectView, TopicView } from '#shared/contracts/catalogue.ts';
import { dialogText, errorOf, inDialog, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { ADMIN, fill, press, shown, texts, until } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { follow, visit } from '#tests/support/visit.ts';

const { said } = collectToasts();

const AT = { createdAt: MONDAY_TEN, updatedAt: MONDAY_TEN };
const SCIENCES = { id: 'sciences', name: 'Sciences', icon: 'Atom', color: '#0a5a50', order: 1 };
const aSubject = (id: string, more: Partial<SubjectView> = {}): SubjectView => ({
  id,
  name: id,
  description: '',
  category: SCIENCES,
  isActive: true,
  ...AT,
  ...more,
});
const aTopic = (id: string, more: Partial<TopicView> = {}): TopicView => ({
  id,
  name: id,
  description: '',
  subject: { id: 'Physics', name: 'Physics' },
  isActive: true,
  ...AT,
  ...more,
});

const FEW = [aSubject('Physics', { description: 'Matter and motion' }), aSubject('Latin', { category: null, isActive: false })];

/** The pages at a server that keeps what it is told. */
async function look(path: string, { subjects = FEW, topics = [] as TopicView[], answers = {} as Answers } = {}) {
  let [kept, known] = [subjects, topics];
  const visited = await visit(path, ADMIN, {
    'catalogue.categories': () => [{ ...SCIENCES, description: '', isActive: true, subjects: [], ...AT }],
    'catalogue.subjects': () => kept,
    'catalogue.subjectById': ({ id }) => kept.find((subject) => subject.id === id) ?? refuse(),
    'catalogue.topicCounts': () => [{ subjectId: 'Physics', active: known.filter(({ isActive }) => isActive).length, total: known.length }],
    'catalogue.topicsOfSubject': () => known,
    'catalogue.createSubject': ({ name }) => {
      const made = aSubject(name);
      kept = [...kept, made];
      return made;
    },
    'catalogue.setSubjectActive': ({ id, isActive = true }) => {
      kept = kept.map((subject) => (subject.id === id ? { ...subject, isActive } : subject));
      return aSubject(id, { isActive });
    },
    'catalogue.deleteSubject': ({ id }) => {
      kept = kept.filter((subject) => subject.id !== id);
      return { message: 'Subject deleted successfully' };
    },
    'catalogue.dependants': () => ({ subjects: 0, topics: 1, tutors: 1200 }),
    'catalogue.createTopic': ({ name }) => {
      const made = aTopic(name);
      known = [...known, made];
      return made;
    },
    'catalogue.updateTopic': ({ id, name = id }) => {
      known = known.map((topic) => (topic.id === id ? { ...topic, name } : topic));
      return aTopic(id, { name });
    },
    'catalogue.setTopicActive': ({ id, isActive = true }) => {
      known = known.map((topic) => (topic.id === id ? { ...topic, isActive } : topic));
      return aTopic(id, { isActive });
    },
    'catalogue.deleteTopic': ({ id }) => {
      known = known.filter((topic) => topic.id !== id);
      return { message: 'Topic deleted successfully' };
    },
    ...answers,
  });
  return { ...visited, sent: (procedure: string) => visited.api.calls.filter((call) => call.path === procedure).map(({ input }) => input) };
}

function refuse(): never {
  throw apiError('subject.not_found');
}

describe('Manage Subjects', () => {
  // spec manage-catalogue.6 | P §2 Admin area, C §7 | Manage Subjects: a table with the count of active topics, which is read again 500 ms after a
  //   change | src/client/features/catalogue/subjects-page.tsx
  it('lists them with their active topics, and counts again after a change', async () => {
    const { sent } = await look('/admin/subjects', { topics: [aTopic('Waves'), aTopic('Heat', { isActive: false })] });
    await shown('Manage Subjects');
    await until(() => expect(texts('tbody tr')[0]).toContain('Matter and motion'));
    await until(() => expect(texts('tbody [data-name="Topics"]')).toEqual(['1', '0']));
    expect(texts('tbody [data-name="Status"]')).toEqual(['Active', 'Inactive']);
    expect(texts('tbody [data-name="Category"]')).toEqual(['Sciences', 'Without category']);
    const before = sent('catalogue.topicCounts').length;
    await press('Deactivate Physics');
    await until(() => expect(said).toEqual([{ kind: 'success', message: 'Subject status updated successfully' }]));
    expect(sent('catalogue.setSubjectActive')).toEqual([{ id: 'Physics', isActive: false }]);
    await until(() => expect(sent('catalogue.topicCounts').length).toBe(before + 2));
    expect(texts('tbody [data-name="Status"]')).toEqual(['Inactive', 'Inactive']);
  });

  // spec manage-catalogue.7 | P §5 | A subject is asked for its category | src/client/features/catalogue/subject-dialog.tsx
  it('adds one with a category, and asks for it', async () => {
    const { sent } = await look('/admin/subjects');
    await shown('Physics');
    await press('Add Subject');
    await inDialog('Cancel');
    await fill('Name', 'Chemistry');
    const submit = () => act(async () => document.querySelector<HTMLButtonElement>('[role="dialog"] button[type="submit"]')?.click());
    await submit();
    await shown('Category is required');
    const category = document.querySelector<HTMLSelectElement>('[role="dialog"] select');
    await act(async () => {
      if (category) category.value = 'sciences';
      category?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await until(() => expect(document.querySelector('[role="dialog"]')?.textContent).not.toContain('Category is required'));
    await submit();
    await until(() => expect(said).toEqual([{ kind: 'success', message: 'Subject created successfully' }]));
    expect(sent('catalogue.createSubject')).toEqual([{ name: 'Chemistry', description: '', category: 'sciences' }]);
  });

  // spec manage-catalogue.5, errors.67
  it('says beforehand what goes with one that is deleted', async () => {
    await look('/admin/subjects');
    await shown('Physics');
    await press('Delete Physics');
    await until(() => expect(dialogText()).toContain('1 topic will go with it. 1,200 tutors have it on their profile and will lose it.'));
    expect(dialogText()).toContain('Are you sure you want to delete this subject? This will also delete all associated topics.');
    await pressInDialog('Delete');
    await until(() => expect(texts('tbody tr')).toHaveLength(1));
    expect(said).toEqual([{ kind: 'success', message: 'Subject deleted successfully' }]);
  });

  // spec export.2
  it('takes away what the screen shows', async () => {
    const { sent, router } = await look('/admin/subjects?q=phy&category=sciences', {
      topics: [aTopic('Waves')],
      answers: { 'exports.link': refuse },
    });
    await shown('Physics');
    await press('Export CSV');
    await until(() => expect(sent('exports.link')).toEqual([{ table: 'subjects', search: 'phy', category: 'sciences' }]));
    await act(() => router.navigate({ to: '/admin/subjects', search: { topics: 'Physics' } }));
    await shown('Waves');
    await press('Export CSV');
    await until(() => expect(sent('exports.link').at(-1)).toEqual({ table: 'topics', subjectId: 'Physics' }));
  });

  it('finds by what the address says, a page at a time', async () => {
    const many = Array.from({ length: 30 }, (_, index) => aSubject(`Subject ${index}`));
    const { at } = await look('/admin/subjects?q=subject&page=2', { subjects: [...many, ...FEW] });
    await shown('30 subjects');
    expect(texts('tbody tr')).toHaveLength(6);
    await shown('Page 2 of 2');
    await press('Clear search');
    await until(() => expect(at()).toBe('/admin/subjects'));
    await shown('32 subjects');
  });
});

// spec manage-catalogue.8 | P §2 Admin area | Manage Topics: Back to Subjects, edit, toggle, delete; "No topics yet" with Create First Topic |
//   src/client/features/catalogue/topics-page.tsx
describe('Manage Topics', () => {
  const PATH = '/admin/subjects?topics=Physics';

  it('is reached from the subject, and offers a first topic', async () => {
    const { at, sent } = await look('/admin/subjects?q=phys');
    await shown('Physics');
    await follow('Manage Topics');
    await shown('No topics yet');
    expect(texts('h1')).toEqual(['Manage Topics']);
    expect(at()).toBe('/admin/subjects?q=phys&topics=Physics');
    await press('Create First Topic');
    await inDialog('Add Topic');
    await pressInDialog('Add Topic');
    await until(() => expect(errorOf('Name')).toBe('Topic name is required'));
    await fill('Name', 'Waves');
    await pressInDialog('Add Topic');
    await until(() => expect(texts('tbody tr')).toHaveLength(1));
    expect(sent('catalogue.createTopic')).toEqual([{ name: 'Waves', description: '', subject: 'Physics' }]);
    expect(said).toEqual([{ kind: 'success', message: 'Topic created successfully' }]);
    await follow('Back to Subjects');
    await until(() => expect(at()).toBe('/admin/subjects?q=phys'));
  });

  it('edits, switches and deletes', async () => {
    const { sent } = await look(PATH, { topics: [aTopic('Waves'), aTopic('Heat', { isActive: false })] });
    await shown('Waves');
    await press('Activate Heat');
    await until(() => expect(texts('tbody [data-name="Status"]')).toEqual(['Active', 'Active']));
    await press('Edit Waves');
    await inDialog('Save Topic');
    await fill('Name', 'Light');
    await pressInDialog('Save Topic');
    await shown('Light');
    expect(sent('catalogue.updateTopic')).toEqual([{ id: 'Waves', name: 'Light' }]);
    await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    await press('Delete Heat');
    await until(() => expect(dialogText()).toContain('1,200 tutors have it on their profile and will lose it.'));
    expect(dialogText()).toContain('Are you sure you want to delete this topic?');
    await pressInDialog('Delete');
    await until(() => expect(texts('tbody tr')).toHaveLength(1));
    expect(said.map(({ message }) => message)).toEqual([
      'Topic status updated successfully',
      'Topic updated successfully',
      'Topic deleted successfully',
    ]);
  });

  it('of a subject that is gone says so', async () => {
    await look('/admin/subjects?topics=Gone');
    await shown('No such subject');
    await shown('Subject not found');
  });
});
