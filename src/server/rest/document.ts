import type { OpenAPIHono } from '@hono/zod-openapi';
import type { RestEnv } from './calls.ts';
import { introduction, SECURITY, TAGS } from './introduction.ts';
import { webhookOperations } from './webhook-operations.ts';

/** Raise the first part for what could break a client, the second for an addition. */
export const VERSION = '1.0.0';

/** Notifications are mounted twice, and need a second name for programs. */
const SECOND_BASE = /^\/api\/notifications(?!\/admin)/;

export type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

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
        // Errors have an example by code: the one of the schema fits none of them.
        if (content.examples) delete content.schema?.example;
        if (!content.schema || content.schema.$ref !== undefined || content.examples || content.example) continue;
        content.example = exampleOf(content.schema, schemas, path);
      }
    }
  }
  return { ...document, webhooks: webhookOperations() };
}

type Content = { schema?: Schema; example?: unknown; examples?: object };
type Operation = { requestBody?: { content: Record<string, Content> }; responses: Record<string, { content?: Record<string, Content> }> };

function contentsOf({ requestBody, responses }: Operation): Content[] {
  return [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}));
}

type Schema = {
  $ref?: string;
  example?: unknown;
  enum?: readonly unknown[];
  type?: string | readonly string[];
  items?: Schema;
  allOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
};

function exampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>, location: string): unknown {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    return exampleOf(schemas[name] ?? {}, schemas, name);
  }
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return [exampleOf(schema.items ?? {}, schemas, `${location}[]`)];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, schemas, location)));
  if (!schema.properties) throw new Error(`${location} has no example`);
  const parts = Object.entries(schema.properties).map(([key, part]) => [key, exampleOf(part, schemas, `${location}.${key}`)]);
  return Object.fromEntries(parts);
}
