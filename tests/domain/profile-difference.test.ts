import { describe, expect, test } from 'vitest';
import { profileDifference } from '#shared/domain/profile-difference.ts';

const BSC = { degree: 'BSc', institution: 'University of Colombo', year: 2012 };
const MSC = { degree: 'MSc', institution: 'University of Peradeniya', year: 2015 };
const TEACHER = { title: 'Teacher', company: 'Royal College', duration: '2015 - 2020', description: 'Taught physics.' };
const NONE = { education: [], experience: [], documents: [] };
const NO_CHANGE = { added: [], removed: [], changed: [], isReordered: false };

const education = (before: (typeof BSC)[], after: (typeof BSC)[]) =>
  profileDifference({ ...NONE, education: before }, { ...NONE, education: after }).education;

// spec manage-tutors.11 | S5 | What changed is shown as a difference: added, removed, changed, or in another order |
//   src/shared/domain/profile-difference.ts
describe('what has changed since it was approved', () => {
  test.each<[string, (typeof BSC)[], (typeof BSC)[], object]>([
    ['nothing', [BSC, MSC], [{ ...BSC }, { ...MSC }], NO_CHANGE],
    ['one is new', [BSC], [BSC, MSC], { ...NO_CHANGE, added: [MSC] }],
    ['one is gone', [BSC, MSC], [MSC], { ...NO_CHANGE, removed: [BSC] }],
    ['one says otherwise', [BSC, MSC], [BSC, { ...MSC, year: 2016 }], { ...NO_CHANGE, changed: [{ before: MSC, after: { ...MSC, year: 2016 } }] }],
    ['another one in its place', [BSC], [MSC], { ...NO_CHANGE, added: [MSC], removed: [BSC] }],
    ['one that shares a year alone is another', [BSC], [{ ...MSC, year: 2012 }], { ...NO_CHANGE, added: [{ ...MSC, year: 2012 }], removed: [BSC] }],
    ['the order alone', [BSC, MSC], [MSC, BSC], { ...NO_CHANGE, isReordered: true }],
    ['the same one twice', [BSC], [BSC, BSC], { ...NO_CHANGE, added: [BSC] }],
    [
      'of two the nearer one',
      [BSC, { ...BSC, year: 2010 }],
      [
        { ...BSC, year: 2010 },
        { ...BSC, year: 2013 },
      ],
      { ...NO_CHANGE, changed: [{ before: BSC, after: { ...BSC, year: 2013 } }] },
    ],
  ])('%s', (_, before, after, expected) => {
    expect(education(before, after)).toEqual(expected);
  });

  // spec manage-tutors.11
  test('experience and documents, whose order is nobody’s business', () => {
    const [first, second] = [{ id: 'a' }, { id: 'b' }];
    const before = { ...NONE, experience: [TEACHER], documents: [first, second] };
    expect(profileDifference(before, { ...before, documents: [second, first] }).documents).toEqual({ added: [], removed: [] });
    const after = { ...NONE, experience: [{ ...TEACHER, company: 'Ananda College' }], documents: [second, { id: 'c' }] };
    expect(profileDifference(before, after)).toMatchObject({
      experience: { changed: [{ before: TEACHER, after: { company: 'Ananda College' } }] },
      documents: { added: [{ id: 'c' }], removed: [first] },
    });
  });
});
