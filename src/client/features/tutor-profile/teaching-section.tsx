import type { SectionProps } from './profile-draft.ts';

// being built
export function TeachingSection(_: SectionProps) {
  return null;
}
