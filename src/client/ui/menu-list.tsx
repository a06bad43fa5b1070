import { Text } from '@mantine/core';
import { GraduationCap, House, LayoutDashboard, LogIn, LogOut, Search, UserPlus, UserRound } from 'lucide-react';
import { RowButton, RowLink } from './row-link.tsx';
import type { ShellEntry, ShellLinks, ShellViewer } from './shell-types.ts';
import classes from './top-bar.module.css';

export type MenuListProps = {
  me: NonNullable<ShellViewer> | null;
  links: ShellLinks;
  isSmall?: boolean;
  onFollow: () => void;
  onSignOut: () => void;
};

export function MenuList({ me, links, isSmall = false, onFollow, onSignOut }: MenuListProps) {
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
          <li key={label}>
            <RowLink {...link} onClick={onFollow}>
              <Icon size={20} aria-hidden="true" />
              {label}
            </RowLink>
          </li>
        ))}
        {me && (
          <li>
            <RowButton onClick={signOut}>
              <LogOut size={20} aria-hidden="true" />
              {isSmall ? 'Logout' : 'Sign Out'}
            </RowButton>
          </li>
        )}
      </ul>
    </>
  );
}

function menuEntries(me: MenuListProps['me'], links: ShellLinks, isSmall: boolean): ShellEntry[] {
  if (!me) {
    return [
      { label: 'Find Tutors', icon: Search, link: { to: '/tutors' } },
      { label: 'Become a Tutor', icon: GraduationCap, link: { to: '/register', search: { role: 'tutor' } } },
      { label: 'Login', icon: LogIn, link: links.login },
      { label: 'Sign Up', icon: UserPlus, link: links.signUp },
    ];
  }
  return [
    { label: 'Dashboard', icon: LayoutDashboard, link: links.dashboard },
    ...(isSmall ? [{ label: 'Home', icon: House, link: { to: '/' } } as const] : []),
    { label: 'Account', icon: UserRound, link: links.account },
  ];
}
