import { messages as shared } from '#locales/shared/ta.po';
import { messages as signedIn } from '#locales/shared-signed-in/ta.po';
import { TAMIL_DATES } from '#shared/domain/date-forms-ta.ts';
import { messages as own } from './ta.po';

export const messages = { ...shared, ...signedIn, ...own };
export const dates = TAMIL_DATES;
