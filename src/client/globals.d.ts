/** Of package.json, written in by vite.config.ts. */
declare const __VERSION__: string;

declare module '*.po' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
