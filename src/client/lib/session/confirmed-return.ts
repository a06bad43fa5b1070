import { tabStorage } from '#client/lib/storage.ts';
import { toReturnPath } from './session.ts';

const RETURN_PATH = 'confirmed-return';

export function storeReturnPath(): void {
  const { pathname, search, hash } = window.location;
  tabStorage.writeJson(RETURN_PATH, { path: `${pathname}${search}${hash}` });
}

export function takeReturnPath(): string {
  const { path } = tabStorage.readRecord(RETURN_PATH);
  tabStorage.remove(RETURN_PATH);
  return toReturnPath(path) ?? '/account';
}
