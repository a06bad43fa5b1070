/** Of package.json, written in by vite.config.ts. */
declare const __VERSION__: string;
