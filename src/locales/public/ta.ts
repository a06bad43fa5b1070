import { messages as shared } from '#locales/shared/ta.po';
import { catalogueTexts } from '#shared/domain/catalogue-texts.ts';
import { TAMIL_DATES } from '#shared/domain/date-forms-ta.ts';
import { bySentence } from '#shared/domain/sentence-key.ts';
import { messages } from './ta.po';

export const publicTamil = { messages: { ...shared, ...messages }, dates: TAMIL_DATES, bySentence, makeTexts: catalogueTexts };
