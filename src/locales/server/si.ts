import { messages as refusals } from '#locales/refusals/si.po';
import { messages as shared } from '#locales/shared/si.po';
import { messages as signedIn } from '#locales/shared-signed-in/si.po';
import { SINHALA_DATES } from '#shared/domain/date-forms-si.ts';
import { messages as own } from './si.po';

export const messages = { ...shared, ...refusals, ...signedIn, ...own };
export const dates = SINHALA_DATES;
