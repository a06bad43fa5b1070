import { type StoredList, useStoredList, writeList } from '#client/lib/stored-list.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

export const DEFAULT_TEMPLATES: readonly string[] = [
  'We could not read one of your documents. Please upload a sharper photo of it that shows all four corners.',
  'The name on your identity document is not the name of your account. Please correct the name, or upload a document in your own name.',
  'Please upload a certificate for each qualification that your profile names.',
  'Please say in your profile where you studied, and in which year you finished.',
  'Please say in your profile where you have taught, how long, and which classes.',
  'We could not reach you for the interview. Please check your phone number, and submit your profile again.',
];

const STORED: StoredList<string> = {
  key: 'rejection-templates',
  parse: (entry) => (typeof entry === 'string' && entry.trim() !== '' ? entry.slice(0, LIMITS.reason) : null),
};

/** Kept in this browser; those above where none are. */
export function useRejectionTemplates(): readonly string[] {
  const stored = useStoredList(STORED);
  return stored.length > 0 ? stored : DEFAULT_TEMPLATES;
}

export const saveTemplates = (templates: readonly string[]): void => writeList(STORED, templates);

const BETWEEN = '\n\n';

export const formatTemplates = (templates: readonly string[]): string => templates.join(BETWEEN);

export function parseTemplates(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((template) => template.trim())
    .filter((template) => template !== '');
}

/** A template takes the place of another that was not changed, and comes after what somebody has typed. */
export function addTemplate(reason: string, template: string, templates: readonly string[]): string {
  const typed = reason.trim();
  return typed === '' || templates.includes(typed) ? template : `${typed}\n${template}`.slice(0, LIMITS.reason);
}
