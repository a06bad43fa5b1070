import type { StudentRow } from '#shared/contracts/students.ts';
import type { StudentOrder } from '#shared/vocabulary/content.ts';
import { UNKNOWN_STUDENT } from '#shared/vocabulary/people.ts';

export const ORDERS: Record<StudentOrder, string> = { newest: 'Newest', oldest: 'Oldest', name: 'Name A-Z' };

export const NO_EMAIL = 'No email';
export const NO_PHONE = 'No phone';
export const NOT_PROVIDED = 'Not provided';

export const nameOf = ({ name }: Pick<StudentRow, 'name'>): string => name.trim() || UNKNOWN_STUDENT;

/** For a telephone link: what people write between the digits is no part of the number. */
export const telephone = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`;

export const bookingsText = (count: number): string => (count === 1 ? '1 booking' : `${count} bookings`);
export const favouritesText = (count: number): string => (count === 1 ? '1 favourite' : `${count} favourites`);
export const completedText = (count: number): string => `${count} completed`;
