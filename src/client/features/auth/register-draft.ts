import { DRAFT } from '#client/lib/drafts/draft-keys.ts';
import { forgetInTab, keepInTab, keptInTab, textOf } from '#client/lib/drafts/tab-storage.ts';
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

const STORED = `${DRAFT}registration`;

export function readDraft(): RegisterDraft {
  const { name, email, phone, role, isGuardian, childName } = keptInTab(STORED);
  return {
    name: textOf(name),
    email: textOf(email),
    phone: textOf(phone),
    role: SIGN_UP_ROLES.find((known) => known === role) ?? null,
    isGuardian: isGuardian === true,
    childName: textOf(childName),
  };
}

export function keepDraft(draft: RegisterDraft): void {
  keepInTab(STORED, draft);
}

export function forgetDraft(): void {
  forgetInTab(STORED);
}
