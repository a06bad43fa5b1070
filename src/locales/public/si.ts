import { messages as shared } from '#locales/shared/si.po';
import { catalogueTexts } from '#shared/domain/catalogue-texts.ts';
import { SINHALA_DATES } from '#shared/domain/date-forms-si.ts';
import { bySentence } from '#shared/domain/sentence-key.ts';
import { messages } from './si.po';

export const publicSinhala = { messages: { ...shared, ...messages }, dates: SINHALA_DATES, bySentence, makeTexts: catalogueTexts };
