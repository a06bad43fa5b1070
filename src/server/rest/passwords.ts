import { restGroup } from './support.ts';

/** Mounted at `/api/auth`. */
export function passwordRoutes() {
  return restGroup();
}
