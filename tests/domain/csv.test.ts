import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from '#server/core/csv.ts';

describe('a line of a table that is taken away', () => {
  test.each([
    ['plain words', ['Nimal Silva', 12, 1500.5, null], 'Nimal Silva,12,1500.5,'],
    ['a comma, quotes and lines', ['Silva, Nimal', 'the "best"', 'one\ntwo\r\nthree'], '"Silva, Nimal","the ""best""","one\ntwo\r\nthree"'],
    ['what another country parts cells by', ['a;=1+1', 'a\tb'], '"a;=1+1","a\tb"'],
    ['blanks at an end', [' a', 'b '], '" a","b "'],
    ['words of other scripts', ['නිමල්', 'நிமல்', '🙂'], 'නිමල්,நிமல்,🙂'],
    ['an apostrophe', ["D'Silva", "'quoted'"], "D'Silva,'quoted'"],
    ['nothing', ['', null], ','],
  ])('holds %s', (_, values, line) => {
    expect(csvLine(values)).toBe(`${line}\r\n`);
  });

  // spec export.5 | S5 | What was typed is never reckoned as a formula | src/server/core/csv.ts
  test.each(['=1+1', '+94771234567', '-2', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠a', '=cmd|calc'])('never reckons %s', (typed) => {
    expect(csvLine([typed])).toBe(`'${typed}\r\n`);
  });

  // spec export.5
  test.each(['\t=1', '\r=1', '\n=1', ' =1', '\uFEFF=1', '\tplain', '\rplain'])('never reckons what begins with a blank: %j', (typed) => {
    expect(csvLine([typed])).toMatch(/^"?'/);
  });

  test('leaves numbers of our own as they are', () => {
    expect(csvLine([-2, 0])).toBe('-2,0\r\n');
  });

  // spec export.5
  test('gives back whatever was typed, but for the apostrophe', () => {
    const typed = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(typed, (values) => {
        const cells = cellsOf(csvLine(values));
        expect(cells).toHaveLength(values.length);
        for (const [index, cell] of cells.entries()) expect([values[index], `'${values[index]}`]).toContain(cell);
        for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@]/);
      }),
    );
  });
});

/** As RFC 4180 reads one line. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let match = cell.exec(line); match; match = cell.exec(line)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') break;
  }
  return cells;
}
