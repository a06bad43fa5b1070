import { SINHALA_DATES } from '#shared/domain/date-forms-si.ts';
import { messages } from './si.po';

export const publicSinhala = { messages, dates: SINHALA_DATES };
