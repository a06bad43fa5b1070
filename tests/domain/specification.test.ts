import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSpecification, taggedScripts, toMarkdown } from '#build/specification.ts';

/** When the rules moved from a table into tags. */
const RULES_AT_FIRST = 1354;

const read = (code: string) => readSpecification(['tests/planted.test.ts'], () => code);

describe('the tags in the tests', () => {
  const { rules, problems } = readSpecification(taggedScripts(), (path) => readFileSync(path, 'utf8'));

  test('can be read, name files that exist, and stand above a test', () => {
    expect(problems).toEqual([]);
  });

  test('lose no rule', () => {
    expect(rules.length).toBeGreaterThanOrEqual(RULES_AT_FIRST);
  });

  test('give the document a row for each rule', () => {
    const rows = toMarkdown(rules).match(/^\| .* \| .* \| `.*` \| `.*` ?.* \|$/gm);
    expect(rows).toHaveLength(rules.length);
  });
});

describe('readSpecification', () => {
  test('joins the tests of a rule, in one row that begins with the test that states it', () => {
    const { rules, problems } = read(`
      // spec login.1
      describe('b', () => {
        // The reason of a table.
        // spec login.2 | D Accounts, S2 | Another rule,
        //   on two lines | package.json, README.md
        // spec login.1 | P §2 Login | A rule | package.json
        // The reason of a test.
        test.each([
          ['x', 'y'],
        ])('a %s', () => {});
      });
    `);
    expect(problems).toEqual([]);
    expect(toMarkdown(rules)).toContain(
      [
        "| A rule | P §2 Login | `package.json` | `tests/planted.test.ts`: 'a %s', 'b' |",
        "| Another rule, on two lines | D Accounts, S2 | `package.json`, `README.md` | `tests/planted.test.ts`: 'a %s' |",
      ].join('\n'),
    );
  });

  test('reads no tag out of a text', () => {
    expect(read("const code = '// spec login.1';")).toEqual({ rules: [], problems: [] });
  });

  test.each([
    ['stands above no test', '// spec login.1 | P | A rule | package.json\nconst rule = 1;\ntest("a", run);'],
    ['is not "id | source | rule | file"', '// spec login.1 | P | A rule\ntest("a", run);'],
    ['is not "id | source | rule | file"', '// spec login.1, login.2 | P | A rule | package.json\ntest("a", run);'],
    ['"nowhere.1" begins with no section', '// spec nowhere.1 | P | A rule | package.json\ntest("a", run);'],
    ['there is no file "src/none.ts"', '// spec login.1 | P | A rule | package.json, src/none.ts\ntest("a", run);'],
    ['is stated twice', '// spec login.1 | P | A | package.json\n// spec login.1 | P | B | package.json\ntest("a", run);'],
    ['cites "login.7", which is stated nowhere', '// spec login.7\ntest("a", run);'],
  ])('reports a tag that %s', (problem, code) => {
    expect(read(code).problems.join()).toContain(problem);
  });
});
