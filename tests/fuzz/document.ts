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
type OperationObject = {
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

export function resolveRef<T extends Ref>(document: Document, value: T): T {
  if (value.$ref === undefined) return value;
  const target = lookUp(document, value.$ref);
  if (target === undefined) throw new Error(`${value.$ref} points at nothing`);
  return resolveRef(document, target as T);
}

function lookUp(document: Document, pointer: string): unknown {
  const keys = pointer.replace(/^#\//, '').split('/');
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[decodeURIComponent(unescapePointer(key))], document);
}

const unescapePointer = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as OperationObject | undefined;
      if (!operation) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((operation) => resolveRef(document, operation));
      const requestBody = operation.requestBody && resolveRef(document, operation.requestBody);
      const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
        const { content = {}, headers = {} } = resolveRef(document, response);
        const requiredHeaders = Object.keys(headers).filter((name) => headers[name] && resolveRef(document, headers[name]).required);
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
        who: typeof operation['x-who'] === 'string' ? operation['x-who'] : null,
      };
    }),
  );
}

export function operationAt(operations: readonly Operation[], method: string, pathname: string): Operation | null {
  const segments = pathname.split('/').map(decode);
  const literals = ({ path }: Operation) => path.split('/').map((segment) => (isId(segment) ? '1' : '0'));
  const matching = operations.filter((operation) => operation.method === method && matchesTemplate(operation.path.split('/'), segments));
  return matching.sort((operation, other) => literals(operation).join('').localeCompare(literals(other).join('')))[0] ?? null;
}

const isId = (segment: string): boolean => segment.startsWith('{');

function matchesTemplate(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length && template.every((segment, index) => (isId(segment) ? segments[index] !== '' : segment === segments[index]))
  );
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
