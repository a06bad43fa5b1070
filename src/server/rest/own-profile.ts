import { restGroup } from './support.ts';

// being built
export function ownProfileRoutes() {
  return restGroup();
}
