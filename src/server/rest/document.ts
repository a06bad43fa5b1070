import type { OpenAPIHono } from '@hono/zod-openapi';
import { bookingEvents } from './booking-events.ts';
import { type Document, exampleOf, type Schema } from './example-of.ts';
import { introduction, SECURITY, TAGS } from './introduction.ts';
import type { RestEnv } from './support.ts';

/** Its first part is raised when a client could break, the second when something is added. */
export const VERSION = '1.0.0';

/** What is mounted twice has two names for programs. */
const SECOND_BASE = /^\/api\/notifications(?!\/admin)/;

/** The OpenAPI document of these routes. */
export function documentOf(rest: OpenAPIHono<RestEnv>, appName: string): Document {
  for (const [name, scheme] of Object.entries(SECURITY)) rest.openAPIRegistry.registerComponent('securitySchemes', name, scheme);
  const document = rest.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: `${appName} API`, version: VERSION, description: introduction(appName) },
    servers: [{ url: '/', description: 'The site that answers this document.' }],
    tags: [...TAGS],
  });
  const schemas = document.components?.schemas ?? {};
  for (const [name, schema] of Object.entries(schemas)) Object.assign(schema, { example: exampleOf(schema, schemas, name) });
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const operation of Object.values(methods)) {
      if (SECOND_BASE.test(path)) operation.operationId = `api.${operation.operationId}`;
      for (const content of contentsOf(operation)) {
        // That of all errors is none of these.
        if (content.examples) delete content.schema?.example;
        // What has a name bears its example there, and what a call answers otherwise is with the call.
        if (!content.schema || content.schema.$ref !== undefined || content.examples || content.example) continue;
        content.example = exampleOf(content.schema, schemas, path);
      }
    }
  }
  return { ...document, webhooks: bookingEvents() };
}

type Content = { schema?: Schema; example?: unknown; examples?: object };
type Operation = { requestBody?: { content: Record<string, Content> }; responses: Record<string, { content?: Record<string, Content> }> };

/** Of what is sent, and of what is answered. */
function contentsOf({ requestBody, responses }: Operation): Content[] {
  return [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}));
}
