export { SessionProblems } from './session-problems.tsx';
