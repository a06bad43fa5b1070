import { within } from '@testing-library/react';

/** The message beside a field. Mantine ends its id with `-error`. */
export function getErrorOf(field: HTMLElement): string | null {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ');
  return document.getElementById(ids.find((id) => id.endsWith('-error')) ?? '')?.textContent ?? null;
}

/** The messages beside the fields of a part, in their order. */
export const listErrors = (part: HTMLElement) =>
  within(part)
    .queryAllByLabelText(/./)
    .flatMap((field) => getErrorOf(field) ?? []);
