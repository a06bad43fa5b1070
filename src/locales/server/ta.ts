import { messages as refusals } from '#locales/refusals/ta.po';
import { messages as shared } from '#locales/shared/ta.po';
import { messages as signedIn } from '#locales/shared-signed-in/ta.po';
import { TAMIL_DATES } from '#shared/domain/date-forms-ta.ts';
import { messages as own } from './ta.po';

export const messages = { ...shared, ...refusals, ...signedIn, ...own };
export const dates = TAMIL_DATES;
