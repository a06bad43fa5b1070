import { restGroup } from './support.ts';

/** Mounted at `/api/auth`. */
export function accountRoutes() {
  return restGroup();
}
