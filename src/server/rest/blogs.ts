import { restGroup } from './support.ts';

// being built
export function blogRoutes() {
  return restGroup();
}
