import type { Locator, Page } from '@playwright/test';

/** What is not the next action of a booking stands in the menu of its row. */
export async function chooseInRow(row: Locator, name: string): Promise<void> {
  await row.getByRole('button', { name: /^More actions for / }).click();
  await row.page().getByRole('menuitem', { name }).click();
}

/** Without the ten seconds for Undo: the dialog that takes a link sends at once. */
export async function confirmAtOnce(page: Page, row: Locator): Promise<void> {
  await chooseInRow(row, 'Confirm with your own link');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
}
