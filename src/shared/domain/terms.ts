import { TERMS_VERSION, TERMS_VERSIONS } from '#shared/vocabulary/terms.ts';

/** Versions are dates. An account without a record agreed to the first version or an earlier one. */
export function areTermsDue(agreed: string | null, current: string = TERMS_VERSION): boolean {
  return (agreed ?? TERMS_VERSIONS[0]) < current;
}
