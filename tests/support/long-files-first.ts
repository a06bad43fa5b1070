import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONG = /\/tests\/fuzz\/openapi\.test\.ts$/;

/** The first line of a file that needs no window. */
const WITHOUT_WINDOW = /^\/\/ @vitest-environment node\n/;

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return beginWithLong(groupByEnvironment(await super.sort(files)));
  }
}

/** Vitest replaces a worker when the next file needs another environment, and the new worker loads all pages again: a tenth of the time of the client's tests. */
function groupByEnvironment(files: readonly TestSpecification[]): TestSpecification[] {
  const projects = [...new Set(files.map(({ project }) => project))];
  return projects.flatMap((project) => {
    const own = files.filter((file) => file.project === project);
    const isWithoutWindow = new Map(own.map((file) => [file, WITHOUT_WINDOW.test(readFileSync(file.moduleId, 'utf8'))]));
    return [...own.filter((file) => !isWithoutWindow.get(file)), ...own.filter((file) => isWithoutWindow.get(file))];
  });
}

/** Vitest begins with the largest files; this one is small and takes longest, and at the end the other workers would wait for it. */
function beginWithLong(files: TestSpecification[]): TestSpecification[] {
  const long = files.find(({ moduleId }) => LONG.test(moduleId));
  if (!long) return files;
  const others = files.filter((file) => file !== long);
  return others.toSpliced(
    Math.max(
      0,
      others.findIndex(({ project }) => project === long.project),
    ),
    0,
    long,
  );
}
