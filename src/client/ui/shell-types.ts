import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

export type ShellBrand = { name: string; supportEmail: string; supportPhone: string };

/** Null: nobody is signed in. Undefined: not known yet. */
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
  count?: { shown: string; label: string };
};
