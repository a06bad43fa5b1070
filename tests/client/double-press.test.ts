import { afterEach, beforeEach, expect, it } from 'vitest';
import { guardDoublePresses } from '#client/ui/double-press.ts';
import { DOUBLE_PRESS } from '#shared/vocabulary/limits.ts';

guardDoublePresses(window);

let now = 0;
let clicked: string[] = [];

beforeEach(() => {
  now += 3_600_000;
  clicked = [];
  document.body.innerHTML = `
    <div id="root"><button id="page">Book Session</button></div>
    <div id="dialog" data-view="1"><button id="next">Next</button><label id="choice"><input type="radio" id="radio" />Topic</label></div>
    <div id="popup"><button id="option">Option</button></div>`;
  for (const element of document.querySelectorAll('button, input')) element.addEventListener('click', () => clicked.push(element.id));
});
afterEach(() => document.body.replaceChildren());

type Place = { x?: number; y?: number };

function event<T extends Event>(made: T, at: number): T {
  Object.defineProperty(made, 'timeStamp', { value: at });
  return made;
}

/** As a browser sends it; answers whether the focus may move. */
function press(id: string, { x = 100, y = 100 }: Place = {}): boolean {
  const target = document.getElementById(id) ?? document.body;
  const mouse = { bubbles: true, cancelable: true, clientX: x, clientY: y, detail: 1 };
  target.dispatchEvent(event(new PointerEvent('pointerdown', mouse), now));
  const mayFocus = target.dispatchEvent(event(new MouseEvent('mousedown', mouse), now));
  target.dispatchEvent(event(new PointerEvent('pointerup', mouse), now));
  target.dispatchEvent(event(new MouseEvent('click', mouse), now));
  return mayFocus;
}

const turn = (step: number) => document.getElementById('dialog')?.setAttribute('data-view', String(step));
const later = (ms: number) => {
  now += ms;
};

it.each([50, 120, 300, 500, DOUBLE_PRESS.ms - 1])('the second press after %d ms does nothing in the next step', (ms) => {
  press('next');
  turn(2);
  later(ms);
  expect(press('next')).toBe(false);
  expect(clicked).toEqual(['next']);
});

// spec s8-meant.2 | S8 A | The second press after 600 ms, elsewhere, or within the same view is a press of its own; a keyboard's click is never
//   ignored | src/client/ui/double-press.ts
it('a press that comes later, or elsewhere, is another one', () => {
  press('next');
  turn(2);
  later(DOUBLE_PRESS.ms);
  press('next');
  turn(3);
  later(50);
  press('radio', { y: 100 + DOUBLE_PRESS.px });
  expect(clicked).toEqual(['next', 'next', 'radio']);
});

it('whoever presses again and again goes one step', () => {
  press('next');
  turn(2);
  for (let index = 0; index < 10; index += 1) {
    later(300);
    press('next');
  }
  expect(clicked).toEqual(['next']);
});

it('within one step a double press is two presses', () => {
  press('next');
  later(50);
  press('next');
  expect(clicked).toEqual(['next', 'next']);
});

it('neither a dialog that has opened nor the page behind one that has closed takes the second press', () => {
  press('page');
  later(120);
  press('choice');
  later(DOUBLE_PRESS.ms);
  press('next');
  later(120);
  press('page');
  expect(clicked).toEqual(['page', 'next']);
});

it('what opens outside of its view, such as a list, takes it', () => {
  press('next');
  later(120);
  press('option');
  expect(clicked).toEqual(['next', 'option']);
});

it('a click of the keyboard or of assistive technology is never ignored', () => {
  press('next');
  turn(2);
  document.getElementById('next')?.click();
  expect(clicked).toEqual(['next', 'next']);
});

it('a key that repeats does not go on in the next step, and a key that is pressed anew does', () => {
  const next = document.getElementById('next');
  const key = (repeat: boolean) => next?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }));
  expect(key(false)).toBe(true);
  expect(key(true)).toBe(true);
  turn(2);
  expect(key(true)).toBe(false);
  expect(key(false)).toBe(true);
});

// spec s8-meant.8 | S8 A | Nor does a second press do anything whose first one came before the page listened | src/client/ui/double-press.ts
it('the second press does nothing where the first came before the page listened, and opened a dialog once it did', () => {
  const page = new EventTarget() as Window;
  const passed: string[] = [];
  guardDoublePresses(page, { target: document.getElementById('page'), x: 100, y: 100, at: now });
  page.addEventListener('click', () => passed.push('click'));
  later(300);
  const mouse = { bubbles: true, cancelable: true, clientX: 100, clientY: 100, detail: 1 };
  for (const one of [new PointerEvent('pointerdown', mouse), new PointerEvent('pointerup', mouse), new MouseEvent('click', mouse)]) {
    Object.defineProperty(one, 'target', { value: document.getElementById('choice') });
    page.dispatchEvent(event(one, now));
  }
  expect(passed).toEqual([]);
});
