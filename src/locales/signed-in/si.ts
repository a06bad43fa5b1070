import { messages as refusals } from '#locales/refusals/si.po';
import { messages as shared } from '#locales/shared-signed-in/si.po';
import { messages as own } from './si.po';

export const messages = { ...shared, ...refusals, ...own };
