export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  items?: Schema | boolean;
  prefixItems?: readonly Schema[];
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  minProperties?: number;
  maxProperties?: number;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
};

type Ref = { $ref?: string };
type Content = Readonly<Record<string, { schema?: Schema }>>;
export type Parameter = { name: string; in: 'path' | 'query' | 'header' | 'cookie'; required?: boolean; schema?: Schema };
type Response = { content?: Content; headers?: Readonly<Record<string, { required?: boolean; schema?: Schema } & Ref>> };
type Written = {
  parameters?: readonly (Parameter & Ref)[];
  requestBody?: { required?: boolean; content?: Content } & Ref;
  responses?: Readonly<Record<string, Response & Ref>>;
  'x-who'?: unknown;
};
type PathItem = { parameters?: readonly (Parameter & Ref)[] } & Readonly<Record<string, unknown>>;
export type Document = { paths: Readonly<Record<string, PathItem>>; components?: Readonly<Record<string, unknown>> };

export type Operation = {
  name: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  body: Content;
  isBodyRequired: boolean;
  responses: ReadonlyMap<string, { content: Content; requiredHeaders: readonly string[] }>;
  who: string | null;
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export function resolved<T extends Ref>(document: Document, thing: T): T {
  if (thing.$ref === undefined) return thing;
  const found = pointedAt(document, thing.$ref);
  if (found === undefined) throw new Error(`${thing.$ref} points at nothing`);
  return resolved(document, found as T);
}

function pointedAt(document: Document, pointer: string): unknown {
  const keys = pointer.replace(/^#\//, '').split('/');
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[decodeURIComponent(unescaped(key))], document);
}

const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const written = item[method] as Written | undefined;
      if (!written) return [];
      const parameters = [...(item.parameters ?? []), ...(written.parameters ?? [])].map((one) => resolved(document, one));
      const requestBody = written.requestBody && resolved(document, written.requestBody);
      const responses = Object.entries(written.responses ?? {}).map(([status, response]) => {
        const { content = {}, headers = {} } = resolved(document, response);
        const requiredHeaders = Object.keys(headers).filter((name) => headers[name] && resolved(document, headers[name]).required);
        return [status, { content, requiredHeaders }] as const;
      });
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content ?? {},
        isBodyRequired: requestBody?.required ?? false,
        responses: new Map(responses),
        who: typeof written['x-who'] === 'string' ? written['x-who'] : null,
      };
    }),
  );
}

export function operationAt(operations: readonly Operation[], method: string, pathname: string): Operation | null {
  const sent = pathname.split('/').map(decoded);
  const literals = ({ path }: Operation) => path.split('/').map((segment) => (isId(segment) ? '1' : '0'));
  const fitting = operations.filter((one) => one.method === method && fits(one.path.split('/'), sent));
  return fitting.sort((one, other) => literals(one).join('').localeCompare(literals(other).join('')))[0] ?? null;
}

const isId = (segment: string): boolean => segment.startsWith('{');

function fits(template: readonly string[], sent: readonly string[]): boolean {
  return template.length === sent.length && template.every((segment, nth) => (isId(segment) ? sent[nth] !== '' : segment === sent[nth]));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
