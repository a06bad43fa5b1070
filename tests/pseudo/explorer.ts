import type { Locator, Page } from '@playwright/test';
import { accented, BEGIN, END } from '#build/pseudo.ts';
import { readPage } from './page-texts.ts';

const PARAMETER = /(\{\w+\})/;

/** How a sentence of ours is written here. */
export const say = (english: string): string =>
  `${BEGIN}${english
    .split(PARAMETER)
    .map((part, index) => (index % 2 === 1 ? part : accented(part)))
    .join('')}${END}`;

/** What ends the visit, or leaves the product. */
const NEVER_PRESSED = ['Log out', 'Logout', 'Continue with Google'].map(say);
/** Where somebody who is signed in does not come to. */
const LOGIN = '/si/login';
/** The last message of a conversation, in its row of the list. */
const CUT_ON_PURPOSE = '[class*="_last_"]';
const MAX_IN_DIALOG = 12;

/** Finding → where it was met first. */
export type Findings = { screens: string[]; texts: Map<string, string>; overflow: Map<string, string> };

export const noFindings = (): Findings => ({ screens: [], texts: new Map(), overflow: new Map() });

export class Explorer {
  readonly #page: Page;
  readonly #findings: Findings;
  #path = '';
  /** Of the header and the bar below, which all pages have. */
  readonly #pressedEverywhere = new Set<string>();

  constructor(page: Page, findings: Findings) {
    this.#page = page;
    this.#findings = findings;
  }

  async open(path: string): Promise<void> {
    this.#path = path;
    await this.#page.goto(`/si${path === '/' ? '' : path}`);
    await this.#page.waitForLoadState('networkidle');
    if (!path.startsWith('/login') && this.#page.url().includes(LOGIN))
      throw new Error(`${path} leads to the login: after ${this.#findings.screens.at(-1)}`);
    await this.look(path);
  }

  /** Reads what is on the screen now. */
  async look(where: string): Promise<void> {
    this.#findings.screens.push(where);
    await this.#page.evaluate(untilStill);
    const { texts, overflow } = await this.#page.evaluate(readPage, { begin: BEGIN, cutOnPurpose: CUT_ON_PURPOSE });
    for (const text of texts) if (!this.#findings.texts.has(text)) this.#findings.texts.set(text, where);
    for (const one of overflow) if (!this.#findings.overflow.has(one)) this.#findings.overflow.set(one, where);
  }

  /** Opens a page, and presses each of its buttons, and what they open. */
  async explore(path: string): Promise<void> {
    await this.open(path);
    await this.#press(this.#page.locator('header:not(main header), nav:not(main nav)'), path, this.#pressedEverywhere);
    await this.#press(this.#page.locator('main'), path, new Set());
  }

  async #press(within: Locator, where: string, pressed: Set<string>): Promise<void> {
    for (;;) {
      const next = await this.#next(within, pressed);
      if (!next) return;
      const place = `${where} > ${next.name}`;
      await next.button.click({ timeout: 3000 }).catch(() => undefined);
      await this.look(place);
      await this.#inMenus(place, next.button);
      await this.#inDialog(place, pressed);
      await this.#back();
    }
  }

  /** Each entry of a menu in turn, with what it opens. */
  async #inMenus(where: string, opener: Locator): Promise<void> {
    const items = this.#page.locator('[role=menu]:visible [role=menuitem]:not([href])');
    const count = await items.count();
    for (let index = 0; index < count; index += 1) {
      if (!(await items.nth(index).isVisible())) await opener.click({ timeout: 3000 }).catch(() => undefined);
      const item = items.nth(index);
      if (!(await item.isVisible())) return;
      const name = await nameOf(item);
      if (NEVER_PRESSED.includes(name)) continue;
      await item.click({ timeout: 3000 }).catch(() => undefined);
      await this.look(`${where} > ${name}`);
      await this.#inDialog(`${where} > ${name}`, new Set());
      await this.#back();
    }
  }

  async #inDialog(where: string, pressedBefore: Set<string>): Promise<void> {
    const dialog = this.#page.getByRole('dialog').last();
    const pressed = new Set([...pressedBefore, say('Close'), say('Cancel')].map(ownWords));
    for (let count = 0; count < MAX_IN_DIALOG; count += 1) {
      if (!(await dialog.isVisible())) return;
      const next = await this.#next(dialog, pressed);
      if (!next) return;
      await next.button.click({ timeout: 3000 }).catch(() => undefined);
      await this.look(`${where} > ${next.name}`);
    }
  }

  async #next(within: Locator, pressed: Set<string>): Promise<{ button: Locator; name: string } | null> {
    const buttons = within.locator('button:visible:enabled, [role=tab]:visible, summary:visible, [role=combobox]:visible');
    for (const button of await buttons.all()) {
      const name = await nameOf(button).catch(() => '');
      const words = ownWords(name);
      if (pressed.has(words) || NEVER_PRESSED.includes(name)) continue;
      pressed.add(words);
      return { button, name };
    }
    return null;
  }

  /** As it was before something was pressed. */
  async #back(): Promise<void> {
    for (
      let count = 0;
      count < 3 && (await this.#page.locator('[role=dialog]:visible, [role=menu]:visible, [role=listbox]:visible').count()) > 0;
      count += 1
    ) {
      await this.#page.keyboard.press('Escape');
      await this.#page.evaluate(untilStill);
    }
    const isElsewhere = new URL(this.#page.url()).pathname !== new URL(`/si${this.#path === '/' ? '' : this.#path}`, 'http://x').pathname;
    if (isElsewhere) await this.open(this.#path);
  }
}

const nameOf = (control: Locator): Promise<string> =>
  control.evaluate(
    (element) =>
      (element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('placeholder') || element.id)).replace(/\s+/g, ' ').trim(),
    undefined,
    { timeout: 3000 },
  );

/** Without names of people, dates and numbers: one of many rows is enough. */
const ownWords = (name: string): string =>
  name
    .replace(/[\s\d]|[\u0D80-\u0DFF]/gu, '')
    .replace(/[A-Za-z]/g, '')
    .slice(0, 60);

/** Nothing has changed for a while: what was pressed has had its answer. */
async function untilStill(): Promise<void> {
  const quiet = 200;
  const most = performance.now() + 4000;
  let last = performance.now();
  const observer = new MutationObserver(() => {
    last = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  while (performance.now() < most && performance.now() - last < quiet) await new Promise(requestAnimationFrame);
  observer.disconnect();
}
