import type { TextInputProps } from '@mantine/core';
import type { FormErrors } from '#client/lib/forms/form-contracts.ts';
import classes from './fields.module.css';

export type EntryErrors = {
  /** What a field of the entry is given. */
  of: (name: string) => { 'data-path': string; error: string | undefined; errorProps: TextInputProps['errorProps'] };
  /** Stands once, for all fields that it is said of. */
  problem: { id: string; sentence: string | null };
};

export type Entry = { path: string; fields: readonly string[] };

/** The sentence that is said of the whole entry stands once; what is wrong with one field alone stands beside it. */
export function entryErrors(errors: Readonly<FormErrors>, whole: string, { path, fields }: Entry): EntryErrors {
  const id = `${path}-problem`;
  const isSaid = fields.some((name) => errors[`${path}.${name}`] === whole);
  return {
    of(name) {
      const error = errors[`${path}.${name}`];
      // Mantine marks the field and has it described by that id; the sentence itself is drawn below.
      const errorProps = error === whole ? { id, renderRoot: () => null } : undefined;
      return { 'data-path': `${path}.${name}`, error, errorProps };
    },
    problem: { id, sentence: isSaid ? whole : null },
  };
}

export function EntryProblem({ id, sentence }: EntryErrors['problem']) {
  return sentence === null ? null : (
    <p id={id} className={`${classes.error} ${classes.wide}`}>
      {sentence}
    </p>
  );
}
