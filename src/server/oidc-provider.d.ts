/** As much of it as development and tests use: the package has no types. Its front door warns of Node 20, so we take another. */
declare module 'oidc-provider/lib/provider.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<string> };
  type Oidc = { client: { clientId: string }; session: { accountId: string }; provider: Provider };
  type KoaContext = { oidc: Oidc; type: string; body: unknown };
  type Account = { accountId: string; claims: () => Record<string, unknown> };

  export type Configuration = {
    adapter: unknown;
    clients: readonly Record<string, unknown>[];
    claims: Record<string, readonly string[]>;
    conformIdTokenClaims: boolean;
    cookies: { keys: readonly string[] };
    features: Record<string, { enabled: boolean }>;
    findAccount: (ctx: KoaContext, id: string) => Promise<Account | undefined>;
    interactions: { url: (ctx: KoaContext, interaction: { uid: string }) => string };
    jwks: { keys: readonly Record<string, unknown>[] };
    loadExistingGrant: (ctx: KoaContext) => Promise<Grant>;
    pkce: { required: () => boolean };
    renderError: (ctx: KoaContext, out: Record<string, string>) => Promise<void>;
    ttl: Record<string, number>;
  };

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ uid: string }>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: Record<string, unknown>): Promise<void>;
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export function createMemoryAdapter(): (model: string) => unknown;
}
