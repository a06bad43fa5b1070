import { readFileSync } from 'node:fs';
import { type ParseResult, parseSync } from '@babel/core';

export function parseSource(file: string): ParseResult {
  const program = parseSync(readFileSync(file, 'utf8'), {
    filename: file,
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
  });
  if (!program) throw new Error(`${file} could not be parsed`);
  return program;
}
