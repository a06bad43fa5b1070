import type { OpenAPIHono } from '@hono/zod-openapi';

export type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/** What of a schema an example is made of. */
export type Schema = {
  $ref?: string;
  example?: unknown;
  enum?: readonly unknown[];
  type?: string | readonly string[];
  items?: Schema;
  allOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
};
type Schemas = Readonly<Record<string, Schema>>;

/** An example of a schema: its own, or one made of those of its parts. What has none anywhere is a gap of the reference. */
export function exampleOf(schema: Schema, schemas: Schemas, at: string): unknown {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    return exampleOf(schemas[name] ?? {}, schemas, name);
  }
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return [exampleOf(schema.items ?? {}, schemas, `${at}[]`)];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, schemas, at)));
  if (!schema.properties) throw new Error(`${at} has no example`);
  const parts = Object.entries(schema.properties).map(([key, part]) => [key, exampleOf(part, schemas, `${at}.${key}`)]);
  return Object.fromEntries(parts);
}
