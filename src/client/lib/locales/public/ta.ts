import { TAMIL_DATES } from '#shared/domain/date-forms-ta.ts';
import { messages } from './ta.po';

export const publicTamil = { messages, dates: TAMIL_DATES };
