import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { GraduationCap, House, LayoutDashboard, LogIn, LogOut, type LucideIcon, Search, UserPlus, UserRound } from 'lucide-react';
import { RowButton, RowLink } from './row-link.tsx';
import type { ShellLinks, ShellViewer } from './shell-types.ts';
import classes from './top-bar.module.css';

export type MenuListProps = {
  me: NonNullable<ShellViewer> | null;
  links: ShellLinks;
  isSmall?: boolean;
  onFollow: () => void;
  onSignOut: () => void;
};

export function MenuList({ me, links, isSmall = false, onFollow, onSignOut }: MenuListProps) {
  const { i18n } = useLingui();
  // Where signing out leads to the same page, no change of route closes the menu.
  const signOut = () => {
    onFollow();
    onSignOut();
  };

  return (
    <>
      {me && (
        <Text className={classes.account}>
          <strong>{me.name}</strong>
          <Text span c="dimmed" size="sm">
            {me.email}
          </Text>
        </Text>
      )}
      <ul className={classes.items}>
        {menuEntries(me, links, isSmall).map(({ label, icon: Icon, link }) => (
          <li key={label.id}>
            <RowLink {...link} onClick={onFollow}>
              <Icon size={20} aria-hidden="true" />
              {i18n._(label)}
            </RowLink>
          </li>
        ))}
        {me && (
          <li>
            <RowButton onClick={signOut}>
              <LogOut size={20} aria-hidden="true" />
              {isSmall ? <Trans>Logout</Trans> : <Trans>Sign Out</Trans>}
            </RowButton>
          </li>
        )}
      </ul>
    </>
  );
}

type MenuEntry = { label: MessageDescriptor; icon: LucideIcon; link: LinkProps };

function menuEntries(me: MenuListProps['me'], links: ShellLinks, isSmall: boolean): MenuEntry[] {
  if (!me) {
    return [
      { label: msg`Find Tutors`, icon: Search, link: { to: '/tutors' } },
      { label: msg`Become a Tutor`, icon: GraduationCap, link: { to: '/register', search: { role: 'tutor' } } },
      { label: msg`Login`, icon: LogIn, link: links.login },
      { label: msg`Sign Up`, icon: UserPlus, link: links.signUp },
    ];
  }
  return [
    { label: msg`Dashboard`, icon: LayoutDashboard, link: links.dashboard },
    ...(isSmall ? [{ label: msg`Home`, icon: House, link: { to: '/' } } as const] : []),
    { label: msg`Account`, icon: UserRound, link: links.account },
  ];
}
