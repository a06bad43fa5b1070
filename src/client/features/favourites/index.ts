export { useHearts } from './use-hearts.tsx';
