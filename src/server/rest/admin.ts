import { restGroup } from './support.ts';

// being built
export function adminRoutes() {
  return restGroup();
}
