import { restGroup } from './support.ts';

/** Mounted at `/api/auth`. */
export function googleRoutes() {
  return restGroup();
}
