import { messages as refusals } from '#locales/refusals/ta.po';
import { messages as shared } from '#locales/shared-signed-in/ta.po';
import { messages as own } from './ta.po';

export const messages = { ...shared, ...refusals, ...own };
