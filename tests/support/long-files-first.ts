import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONG = /\/tests\/fuzz\/openapi\.test\.ts$/;

/** Vitest begins with the largest files; this one is small and takes longest, and at the end the other workers would wait for it. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = sorted.find(({ moduleId }) => LONG.test(moduleId));
    if (!long) return sorted;
    const others = sorted.filter((file) => file !== long);
    return others.toSpliced(
      Math.max(
        0,
        others.findIndex(({ project }) => project === long.project),
      ),
      0,
      long,
    );
  }
}
