import { messages as shared } from '#locales/shared/ta.po';
import { TAMIL_DATES } from '#shared/domain/date-forms-ta.ts';
import { messages } from './ta.po';

export const publicTamil = { messages: { ...shared, ...messages }, dates: TAMIL_DATES };
