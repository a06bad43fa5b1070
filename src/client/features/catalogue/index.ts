export { CategoryIcon } from './category-icon.tsx';
