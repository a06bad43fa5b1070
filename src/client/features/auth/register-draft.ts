import { SIGN_UP_ROLES, type SignUpRole } from '#shared/vocabulary/people.ts';

/** What survives a reload of the page; passwords never leave the form. */
export type RegisterDraft = { name: string; email: string; phone: string; role: SignUpRole | null };

const STORED = 'register-draft';
const NOTHING: RegisterDraft = { name: '', email: '', phone: '', role: null };

export function readDraft(): RegisterDraft {
  try {
    const { name, email, phone, role }: Partial<Record<keyof RegisterDraft, unknown>> = JSON.parse(sessionStorage.getItem(STORED) ?? '{}');
    return { name: text(name), email: text(email), phone: text(phone), role: SIGN_UP_ROLES.find((known) => known === role) ?? null };
  } catch {
    return NOTHING;
  }
}

export function keepDraft(draft: RegisterDraft): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(draft));
  } catch {}
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(STORED);
  } catch {}
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
