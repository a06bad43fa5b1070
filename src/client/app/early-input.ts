declare global {
  interface Window {
    /** What was pressed before the page listens, where and when, noted by the script in index.html; null once it listens. */
    earlyPress?: { target: Element; x: number; y: number; at: number } | null | undefined;
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: unknown): target is Field => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
const isChoice = (field: Field): field is HTMLInputElement => field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
const wasChanged = (field: Field) => (isChoice(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);

export type EarlyInput = {
  /** For the moment when React begins to listen: what is pressed then it hydrates at once, and hears. */
  endPresses: () => void;
  /** For the moment when the page is hydrated. */
  passOn: () => void;
};

/**
 * What is typed, chosen and pressed on a page of the server before React listens, to be passed on as if it were done later: React
 * overwrites such values, and hears no press.
 */
export function collectEarlyInput(root: Element): EarlyInput {
  const typed = new Map([...root.querySelectorAll<Field>('input, textarea')].filter(wasChanged).map((field) => [field, toValue(field)]));
  const note = ({ target }: Event) => isField(target) && typed.set(target, toValue(target));
  root.addEventListener('input', note, true);
  // A key makes React hydrate the field, which empties it, before the letter comes in.
  const restore = ({ target }: Event) => {
    const value = isField(target) && target.value === target.defaultValue && typed.get(target);
    if (typeof value === 'string') setValue(target as Field, value);
  };
  root.addEventListener('beforeinput', restore, true);

  let press: NonNullable<Window['earlyPress']> | null = null;
  const endPresses = () => {
    press = window.earlyPress ?? null;
    window.earlyPress = null;
  };
  const passOn = () => {
    root.removeEventListener('input', note, true);
    root.removeEventListener('beforeinput', restore, true);
    for (const [field, value] of typed) if (field.isConnected) repeat(field, value);
    if (press) repeatPress(press);
    press = null;
  };
  return { endPresses, passOn };
}

function toValue(field: Field): string | boolean {
  return isChoice(field) ? field.checked : field.value;
}

/** React hydrates a part of the page at once where something is typed, also if it then has nothing to do. */
function hydrateAround(element: Element): void {
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

function repeatPress({ target, x, y }: NonNullable<Window['earlyPress']>): void {
  const text = target.textContent;
  hydrateAround(target);
  if (target instanceof HTMLFormElement) {
    target.requestSubmit();
    return;
  }
  // What visitors have as a link may be a button for whoever is signed in. The browser would follow the link all the same.
  const current = target.isConnected ? target : document.elementFromPoint(x, y)?.closest('a, button');
  if (!(current instanceof HTMLElement) || current.textContent !== text) return;
  for (const type of ['mousedown', 'mouseup']) current.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
  current.click();
}

function repeat(field: Field, value: string | boolean): void {
  hydrateAround(field);
  if (typeof value === 'boolean') {
    if (field instanceof HTMLInputElement && field.checked !== value) field.click();
    return;
  }
  // React takes notice of what differs from the value last set through the element's own property.
  field.value = field.defaultValue;
  setValue(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Unnoticed by React until the next event. */
function setValue(field: Field, value: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}
