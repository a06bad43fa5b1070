/** Reserves a line for the error, so that a button below does not move when the error appears. */
export const FIELD_HEIGHT = '6.25rem';
export const DESCRIBED_FIELD_HEIGHT = '8.75rem';
