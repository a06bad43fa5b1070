import { SIGN_UP_ROLES, type SignUpRole } from '#shared/vocabulary/people.ts';

/** What survives a reload of the page; passwords never leave the form. */
export type RegisterDraft = {
  name: string;
  email: string;
  phone: string;
  role: SignUpRole | null;
  isGuardian: boolean;
  childName: string;
};

const STORED = 'register-draft';
const NOTHING: RegisterDraft = { name: '', email: '', phone: '', role: null, isGuardian: false, childName: '' };

export function readDraft(): RegisterDraft {
  try {
    const draft: Partial<Record<keyof RegisterDraft, unknown>> = JSON.parse(sessionStorage.getItem(STORED) ?? '{}');
    return {
      name: text(draft.name),
      email: text(draft.email),
      phone: text(draft.phone),
      role: SIGN_UP_ROLES.find((known) => known === draft.role) ?? null,
      isGuardian: draft.isGuardian === true,
      childName: text(draft.childName),
    };
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
