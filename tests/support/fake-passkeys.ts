import { vi } from 'vitest';

/** In place of `@simplewebauthn/browser` (vite.config.ts): happy-dom has no passkeys. */
export const startAuthentication = vi.fn();
export const startRegistration = vi.fn();
export class WebAuthnError extends Error {}
