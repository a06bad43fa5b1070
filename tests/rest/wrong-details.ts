import { unique } from '#tests/support/factories.ts';

export const EMAIL = 'Please enter a valid email address';
export const PASSWORD_SHORT = 'Password must be at least 6 characters';
/** What is no address, whatever a client sends in its place. */
export const WRONG_EMAILS = [undefined, null, '', '  ', 'nobody', 'nobody@', '@example.com', 'a b@example.com', 7, {}, ['a@example.com']];
export const newEmail = () => `${unique('somebody').replace(' ', '.')}@example.com`;
