import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** The entries of the menu of a row, which opens by this. */
export async function openRowMenu(user: UserEvent, row: HTMLElement = screen.getByRole('article')): Promise<HTMLElement[]> {
  await user.click(within(row).getByRole('button', { name: /^More actions for / }));
  return within(await screen.findByRole('menu')).getAllByRole('menuitem');
}

export async function chooseInRowMenu(user: UserEvent, name: string, row?: HTMLElement): Promise<void> {
  await openRowMenu(user, row);
  await user.click(screen.getByRole('menuitem', { name }));
}

export const hasRowMenu = (): boolean => screen.queryByRole('button', { name: /^More actions for / }) !== null;
