import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createRest } from '#server/rest/rest.ts';
import { withClient } from '#tests/support/with-client.ts';

type Content = { schema: object; example?: unknown; examples?: Record<string, { value: { code: string; message: string } }> };
type Parameter = { name: string; in: string; description?: string; schema: { example?: unknown }; example?: unknown };
type Answer = { description: string; headers?: Record<string, { schema: object }>; content?: Record<string, Content> };
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Answer>;
  'x-who': string;
  'x-contract': number | string;
};
export type Document = {
  openapi: string;
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, { example?: unknown }>; securitySchemes: Record<string, unknown> };
};

const unused = (): never => {
  throw new Error('nothing but the document is asked for');
};
const parts = { log: { error: unused }, sessionOf: unused, contextOf: unused };
export const rest = withClient(createRest({ config: { appName: 'Vidya', publicUrl: 'http://vidya.test', mode: 'production' }, ...parts }));
export const response = await rest.request('/api/openapi.json');
export const document: Document = await response.json();

export const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, method, operation })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { binary: true } });
addFormats.default(ajv);
ajv.addSchema({ $id: 'document', ...document });
const inside = (schema: unknown): object => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
export function problemsOf(schema: unknown, value: unknown): unknown[] {
  const validate = ajv.compile(inside(schema));
  return validate(value) ? [] : (validate.errors ?? []);
}
export function exampleIn({ schema, example }: Content): unknown {
  const [, name = ''] = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(schema)) ?? [];
  return example ?? document.components.schemas[name]?.example;
}
