import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

export type ShellBrand = { name: string; supportEmail: string; supportPhone: string };

/** Who is signed in; null is nobody, undefined is not known yet. */
export type ShellViewer = { name: string; email: string; imageUrl: string | null } | null | undefined;

export type ShellLinks = {
  dashboard: LinkProps;
  account: LinkProps;
  login: LinkProps;
  signUp: LinkProps;
};

export type ShellEntry = {
  label: string;
  icon: LucideIcon;
  link: LinkProps;
  /** What waits there: as it is drawn, and as it is said. */
  count?: { shown: string; label: string };
};
