import { type Json, listOf, memberOf, membersOf, textsOf } from './json.ts';
import { schemaChanges } from './openapi-schemas.ts';

/** What of an OpenAPI document a client that was written for it could break on, each in a sentence; the other way round nothing is said. */
export function breakingChanges(before: Json, after: Json): string[] {
  const [calls, callsNow] = [operationsIn(before, 'paths'), operationsIn(after, 'paths')];
  const [events, eventsNow] = [operationsIn(before, 'webhooks'), operationsIn(after, 'webhooks')];
  const documents = { before, after };
  return [
    ...[...calls].flatMap(([name, call]) => {
      const now = callsNow.get(name);
      return now ? callChanges(name, call, now, documents) : [goneOrMoved(name, call, callsNow)];
    }),
    ...[...events].flatMap(([name, event]) => {
      const now = eventsNow.get(name);
      return now ? eventChanges(`webhook ${name}`, event, now, documents) : [`webhook ${name}: was removed`];
    }),
  ];
}

type Documents = { before: Json; after: Json };
type Operations = ReadonlyMap<string, Json>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** By method and path. */
function operationsIn(document: Json, part: 'paths' | 'webhooks'): Operations {
  const found = membersOf(memberOf(document, part)).flatMap(([path, methods]) =>
    membersOf(methods).flatMap(([method, operation]) => (METHODS.includes(method) ? [[`${method.toUpperCase()} ${path}`, operation] as const] : [])),
  );
  return new Map(found);
}

function goneOrMoved(name: string, call: Json, callsNow: Operations): string {
  const id = memberOf(call, 'operationId');
  const [moved] = [...callsNow].find(([, now]) => memberOf(now, 'operationId') === id) ?? [];
  return moved === undefined || id === undefined ? `${name}: was removed` : `${name}: is now ${moved}`;
}

function callChanges(name: string, before: Json, after: Json, documents: Documents): string[] {
  const [id, idNow] = [memberOf(before, 'operationId'), memberOf(after, 'operationId')];
  return [
    ...(id === idNow ? [] : [`${name}: its operationId is now ${idNow}, and was ${id}`]),
    ...securityChanges(name, before, after, documents),
    ...parameterChanges(name, before, after, documents),
    ...bodyChanges(name, before, after, documents),
    ...answerChanges(name, before, after, documents),
  ];
}

/** Without a word of its own, a call takes what the whole document says. */
function securityChanges(name: string, before: Json, after: Json, documents: Documents): string[] {
  const waysOf = (operation: Json, document: Json): Json[] => {
    const ways = listOf(memberOf(operation, 'security') ?? memberOf(document, 'security') ?? []);
    return ways.length === 0 ? [{}] : ways;
  };
  const now = waysOf(after, documents.after);
  const isEnough = (way: Json) =>
    now.some((asked) =>
      membersOf(asked).every(([scheme, scopes]) => {
        const given = memberOf(way, scheme);
        return given !== undefined && textsOf(scopes).every((scope) => textsOf(given).includes(scope));
      }),
    );
  const lost = waysOf(before, documents.before).filter((way) => !isEnough(way));
  return lost.map((way) => `${name}: ${wayNamed(way)} is no longer enough`);
}

function wayNamed(way: Json): string {
  const parts = membersOf(way).map(([scheme, scopes]) => [scheme, ...textsOf(scopes)].join(' '));
  return parts.length === 0 ? 'calling without a token' : parts.join(' and ');
}

function parametersOf(operation: Json): Map<string, Json> {
  const parameters = listOf(memberOf(operation, 'parameters') ?? []);
  return new Map(parameters.map((parameter) => [`${memberOf(parameter, 'in')} parameter ${memberOf(parameter, 'name')}`, parameter]));
}

function parameterChanges(name: string, before: Json, after: Json, documents: Documents): string[] {
  const [had, has] = [parametersOf(before), parametersOf(after)];
  const isRequired = (parameter: Json | undefined) => memberOf(parameter, 'required') === true;
  const demanded = [...has].filter(([key, parameter]) => isRequired(parameter) && !isRequired(had.get(key)));
  return [
    ...demanded.map(([key]) => `${name}: ${key} is now required`),
    ...[...had].flatMap(([key, parameter]) => {
      const now = has.get(key);
      if (!now) return [`${name}: ${key} was removed`];
      return schemaChanges(
        { before: memberOf(parameter, 'schema'), after: memberOf(now, 'schema') },
        { at: `${name}: ${key}`, way: 'sent', documents },
      );
    }),
  ];
}

function bodyChanges(name: string, before: Json, after: Json, documents: Documents): string[] {
  const [had, has] = [memberOf(before, 'requestBody'), memberOf(after, 'requestBody')];
  const isDemanded = memberOf(has, 'required') === true && memberOf(had, 'required') !== true;
  return [
    ...(isDemanded ? [`${name}: a body is now required`] : []),
    ...contentChanges({ before: had, after: has }, { at: `${name}: body`, way: 'sent', documents }),
  ];
}

function answerChanges(name: string, before: Json, after: Json, documents: Documents): string[] {
  const now = memberOf(after, 'responses');
  return membersOf(memberOf(before, 'responses')).flatMap(([status, answer]) => {
    const answerNow = memberOf(now, status);
    const isSuccess = /^[23]/.test(status);
    if (answerNow === undefined) return isSuccess ? [`${name}: is no longer answered with ${status}`] : [];
    const way = isSuccess ? 'answered' : 'refused';
    return contentChanges({ before: answer, after: answerNow }, { at: `${name}: answer ${status}`, way, documents });
  });
}

/** What is sent to a webhook is an answer to its owner. */
function eventChanges(name: string, before: Json, after: Json, documents: Documents): string[] {
  const headers = parametersOf(after);
  const lost = [...parametersOf(before).keys()].filter((key) => !headers.has(key));
  const bodies = { before: memberOf(before, 'requestBody'), after: memberOf(after, 'requestBody') };
  return [...lost.map((key) => `${name}: ${key} was removed`), ...contentChanges(bodies, { at: `${name}: body`, way: 'answered', documents })];
}

function contentChanges(
  { before, after }: { before: Json | undefined; after: Json | undefined },
  asked: Parameters<typeof schemaChanges>[1],
): string[] {
  const now = memberOf(after, 'content');
  return membersOf(memberOf(before, 'content')).flatMap(([type, content]) => {
    const contentNow = memberOf(now, type);
    if (contentNow === undefined) return [`${asked.at}: is no longer ${type}`];
    return schemaChanges({ before: memberOf(content, 'schema'), after: memberOf(contentNow, 'schema') }, asked);
  });
}
