import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const text = readFileSync('docs/asvs.md', 'utf8');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, number = '', , state = '', why = '']) => ({
  number,
  state,
  why,
}));

/** How many requirements of levels 1 and 2 each section has, and which of a section are of level 3 although later ones are not. */
const SECTIONS: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1, '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{
    '4.1': 3,
    '4.2': 1,
    '4.3': 2,
    '4.4': 4,
    '5.1': 1,
    '5.2': 3,
    '5.3': 2,
    '5.4': 3,
    '6.1': 3,
    '6.2': 12,
    '6.3': 4,
    '6.4': 4,
    '6.5': 5,
    '6.6': 3,
    '6.8': 4,
  },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4 },
  ...{
    '10.1': 2,
    '10.2': 2,
    '10.3': 4,
    '10.4': 11,
    '10.5': 5,
    '10.6': 2,
    '10.7': 3,
    '11.1': 2,
    '11.2': 3,
    '11.3': 3,
    '11.4': 4,
    '11.5': 1,
    '11.6': 1,
  },
  ...{
    '12.1': 3,
    '12.2': 2,
    '12.3': 4,
    '13.1': 1,
    '13.2': 5,
    '13.3': 2,
    '13.4': 5,
    '14.1': 2,
    '14.2': 4,
    '14.3': 3,
    '15.1': 3,
    '15.2': 3,
    '15.3': 7,
  },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
};

describe('the table of OWASP ASVS 5.0', () => {
  // spec s8-development.22 | S8, Done when | `SECURITY.md` says how to report, what is promised and the threat model; `docs/asvs.md` judges each
  //   requirement of OWASP ASVS 5.0, levels 1 and 2 | SECURITY.md, docs/asvs.md
  it('has each requirement of levels 1 and 2 once: 253', () => {
    const expected = Object.entries(SECTIONS).flatMap(([section, count]) => Array.from({ length: count }, (_, at) => `${section}.${at + 1}`));
    expect(expected).toHaveLength(253);
    expect(rows.map(({ number }) => number).sort()).toEqual(expected.sort());
  });

  it('says of each whether it is met, and by what or why not', () => {
    expect(rows.filter(({ state, why }) => !['met', 'partly', 'no', 'n/a'].includes(state) || why.trim().length < 3)).toEqual([]);
  });

  it('counts them right', () => {
    const counts = ['met', 'partly', 'no', 'n/a'].map((state) => rows.filter((row) => row.state === state).length);
    expect(text).toContain(`| ${counts.join(' | ')} |`);
  });

  // spec s8-development.22
  it.each(['docs/asvs.md', 'SECURITY.md'])('names in %s only files that exist', (document) => {
    const named = [
      ...readFileSync(document, 'utf8').matchAll(/`((?:src|tests|docs|build|bench|drizzle|openapi)\/[\w./-]+|[\w-]+\.(?:md|json|ts))`/g),
    ].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });
});
