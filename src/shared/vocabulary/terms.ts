/** The dates on which the terms were changed. The last version is in force (`changedOn` of the page). */
export const TERMS_VERSIONS = ['2026-11-21'] as const;
export type TermsVersion = (typeof TERMS_VERSIONS)[number];
export const TERMS_VERSION: TermsVersion = '2026-11-21';
