import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hasDrafts, removeTabDrafts, removeUserDrafts, tabDraft, userDraft } from '#client/lib/drafts/draft.ts';
import { type DraftField, flag, integer, list, nullable, oneOf, record, strictRecord, text } from '#client/lib/drafts/schema.ts';

const before = record({ title: text(), tags: list(text()) });
const after = record({ title: text(), tags: list(text()), level: oneOf(['easy', 'hard'], 'easy'), isPublic: flag(true) });
const written = { title: 'Algebra', tags: ['maths'] };

describe('a draft stored before a field existed', () => {
  test('has the default of the new field and everything else as it was typed', () => {
    tabDraft('post', before).write(written);
    expect(tabDraft('post', after).read()).toEqual({ ...written, level: 'easy', isPublic: true });
  });

  test('has what is saved as the default where there is something', () => {
    tabDraft('post', before).write(written);
    const schema = record({ title: text(), level: oneOf(['easy', 'hard'], 'easy') }, { level: 'hard' });
    expect(tabDraft('post', schema).read()).toEqual({ title: 'Algebra', level: 'hard' });
  });

  test('keeps what was typed in nested records and lists', () => {
    userDraft('dilini', 'profile', record({ education: list(record({ degree: text() })) })).write({ education: [{ degree: 'BSc' }] });
    const schema = record({ education: list(record({ degree: text(), year: text('2020') })), contact: record({ kind: text('sign-in') }) });
    expect(userDraft('dilini', 'profile', schema).read()).toEqual({ education: [{ degree: 'BSc', year: '2020' }], contact: { kind: 'sign-in' } });
  });

  test('is read by a Zod schema with defaults as well', () => {
    tabDraft('post', before).write(written);
    const schema = z.object({ title: z.string(), level: z.enum(['easy', 'hard']).default('easy') });
    expect(tabDraft('post', schema).read()).toEqual({ title: 'Algebra', level: 'easy' });
  });
});

describe('a draft that is none', () => {
  test.each([
    ['no JSON', '{'],
    ['a text', '"title"'],
    ['a list', '[]'],
    ['null', 'null'],
  ])('is null: %s', (_, stored) => {
    sessionStorage.setItem('draft:post', stored);
    expect(tabDraft('post', before).read()).toBeNull();
  });
});

describe('a draft of fields that are saved as a whole', () => {
  const whole = strictRecord({ title: text(), tags: list(text()) });

  test('has the default of a field that is missing', () => {
    sessionStorage.setItem('draft:post', '{"title":"Algebra"}');
    expect(tabDraft('post', whole).read()).toEqual({ title: 'Algebra', tags: [] });
  });

  test.each([
    ['a list', '[]'],
    ['a field of another type', '{"title":5,"tags":[]}'],
    ['a list with something else in it', '{"title":"","tags":[5]}'],
  ])('is null: %s', (_, stored) => {
    sessionStorage.setItem('draft:post', stored);
    expect(tabDraft('post', whole).read()).toBeNull();
  });

  test.each([
    [integer(1, { min: 1, max: 4 }), 5],
    [integer(1), 1.5],
    [oneOf(['easy'], 'easy'), 'hard'],
    [flag(), 'true'],
    [nullable(text()), 5],
  ])('is null where a value is outside of what its field allows', (field, value) => {
    sessionStorage.setItem('draft:post', JSON.stringify({ field: value }));
    expect(tabDraft('post', strictRecord({ field })).read()).toBeNull();
  });
});

describe('a field that cannot be read', () => {
  test.each<[DraftField<unknown>, unknown]>([
    [integer(1, { min: 1, max: 4 }), 5],
    [integer(1), 1.5],
    [oneOf(['easy'], 'easy'), 'hard'],
    [flag(), 'true'],
    [text('none'), 5],
    [nullable(text()), 5],
    [list(text()), [5]],
    [list(text()), 'maths'],
    [record({ degree: text() }), 'BSc'],
  ])('has its default, and everything else is as it was typed', (field, value) => {
    sessionStorage.setItem('draft:post', JSON.stringify({ title: 'Algebra', field: value }));
    expect(tabDraft('post', record({ title: text(), field })).read()).toEqual({ title: 'Algebra', field: field.defaultValue });
  });

  test('has what is saved as its default where there is something', () => {
    sessionStorage.setItem('draft:post', JSON.stringify({ title: 'Algebra', weeks: 99 }));
    expect(tabDraft('post', record({ title: text(), weeks: integer(1, { max: 4 }) }, { weeks: 2 })).read()).toEqual({ title: 'Algebra', weeks: 2 });
  });
});

describe('a text', () => {
  test('is cut to its limit', () => {
    sessionStorage.setItem('draft:post', JSON.stringify({ title: 'Algebra' }));
    expect(tabDraft('post', record({ title: text('', 3) })).read()).toEqual({ title: 'Alg' });
  });
});

describe('the lifetime of a draft', () => {
  test('of a user ends with their logout and not with that of somebody else', () => {
    const [dilini, nimal] = ['dilini', 'nimal'].map((id) => userDraft(id, 'post', before));
    dilini?.write(written);
    nimal?.write(written);
    removeUserDrafts('dilini');
    expect([dilini?.read(), nimal?.read()]).toEqual([null, written]);
    expect([hasDrafts('dilini'), hasDrafts('nimal')]).toEqual([false, true]);
  });

  test('of a tab ends with a logout in it', () => {
    const draft = tabDraft('post', before);
    draft.write(written);
    removeTabDrafts();
    expect(draft.read()).toBeNull();
  });
});
