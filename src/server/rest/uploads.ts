import { restGroup } from './support.ts';

/** Mounted at `/api/upload`. */
export function uploadRoutes() {
  return restGroup();
}
