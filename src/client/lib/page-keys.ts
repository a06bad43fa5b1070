import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { browserStorage } from './storage.ts';

/** By what is pressed: a letter, a sign, `Escape`, or `Shift+d`. */
export type PageKeys = Partial<Record<string, () => void>>;

const STORAGE_KEY = 'keys';
const OFF = 'off';

/** Keys without Ctrl, Alt or Meta work for the whole page, except while somebody types, in a dialog, or where they are switched off. */
export function usePageKeys(keys: PageKeys, isActive = true): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[nameOf(event)];
    if (!act || event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]')) return;
    if (event.key !== 'Escape' && browserStorage.read(STORAGE_KEY) === OFF) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isActive) return;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isActive]);
}

function nameOf({ key, shiftKey }: KeyboardEvent): string {
  if (!/^[a-z]$/i.test(key)) return key;
  return shiftKey ? `Shift+${key.toLowerCase()}` : key.toLowerCase();
}

const NOT_TYPED_IN = ['checkbox', 'radio', 'button', 'submit'];

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED_IN.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || (target instanceof HTMLElement && target.isContentEditable);
}

/** WCAG 2.1.4: keys of one letter can be switched off, because speech input presses them by accident. */
export function useKeySwitch(): [isOn: boolean, set: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    browserStorage.subscribe,
    () => browserStorage.read(STORAGE_KEY) !== OFF,
    () => true,
  );
  return [isOn, (next) => (next ? browserStorage.remove(STORAGE_KEY) : void browserStorage.write(STORAGE_KEY, OFF))];
}
