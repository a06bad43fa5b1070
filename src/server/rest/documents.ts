import { restGroup } from './support.ts';

// being built
export function documentRoutes() {
  return restGroup();
}
