import { compareSchemas, getMember, type Json, listMembers, toList, toStrings } from './openapi-schemas.ts';

export function findBreakingChanges(before: Json, after: Json): string[] {
  const [calls, callsNow] = [listOperations(before, 'paths'), listOperations(after, 'paths')];
  const [events, eventsNow] = [listOperations(before, 'webhooks'), listOperations(after, 'webhooks')];
  const documents = { before, after };
  return [
    ...[...calls].flatMap(([name, call]) => {
      const now = callsNow.get(name);
      return now ? compareCalls(name, call, now, documents) : [describeRemoval(name, call, callsNow)];
    }),
    ...[...events].flatMap(([name, event]) => {
      const now = eventsNow.get(name);
      return now ? compareEvents(`webhook ${name}`, event, now, documents) : [`webhook ${name}: was removed`];
    }),
  ];
}

type Documents = { before: Json; after: Json };
type Operations = ReadonlyMap<string, Json>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

function listOperations(document: Json, part: 'paths' | 'webhooks'): Operations {
  const found = listMembers(getMember(document, part)).flatMap(([path, methods]) =>
    listMembers(methods).flatMap(([method, operation]) =>
      METHODS.includes(method) ? [[`${method.toUpperCase()} ${path}`, operation] as const] : [],
    ),
  );
  return new Map(found);
}

function describeRemoval(name: string, call: Json, callsNow: Operations): string {
  const id = getMember(call, 'operationId');
  const [movedTo] = [...callsNow].find(([, now]) => getMember(now, 'operationId') === id) ?? [];
  return movedTo === undefined || id === undefined ? `${name}: was removed` : `${name}: is now ${movedTo}`;
}

function compareCalls(name: string, before: Json, after: Json, documents: Documents): string[] {
  const [id, idNow] = [getMember(before, 'operationId'), getMember(after, 'operationId')];
  return [
    ...(id === idNow ? [] : [`${name}: its operationId is now ${idNow}, and was ${id}`]),
    ...compareSecurity(name, before, after, documents),
    ...compareParameters(name, before, after, documents),
    ...compareBodies(name, before, after, documents),
    ...compareResponses(name, before, after, documents),
  ];
}

function compareSecurity(name: string, before: Json, after: Json, documents: Documents): string[] {
  const listSchemes = (operation: Json, document: Json): Json[] => {
    const schemes = toList(getMember(operation, 'security') ?? getMember(document, 'security') ?? []);
    return schemes.length === 0 ? [{}] : schemes;
  };
  const now = listSchemes(after, documents.after);
  const isEnough = (way: Json) =>
    now.some((requested) =>
      listMembers(requested).every(([scheme, scopes]) => {
        const given = getMember(way, scheme);
        return given !== undefined && toStrings(scopes).every((scope) => toStrings(given).includes(scope));
      }),
    );
  const removed = listSchemes(before, documents.before).filter((way) => !isEnough(way));
  return removed.map((way) => `${name}: ${describeScheme(way)} is no longer enough`);
}

function describeScheme(way: Json): string {
  const parts = listMembers(way).map(([scheme, scopes]) => [scheme, ...toStrings(scopes)].join(' '));
  return parts.length === 0 ? 'calling without a token' : parts.join(' and ');
}

function listParameters(operation: Json): Map<string, Json> {
  const parameters = toList(getMember(operation, 'parameters') ?? []);
  return new Map(parameters.map((parameter) => [`${getMember(parameter, 'in')} parameter ${getMember(parameter, 'name')}`, parameter]));
}

function compareParameters(name: string, before: Json, after: Json, documents: Documents): string[] {
  const [parametersBefore, parametersAfter] = [listParameters(before), listParameters(after)];
  const isRequired = (parameter: Json | undefined) => getMember(parameter, 'required') === true;
  const required = [...parametersAfter].filter(([key, parameter]) => isRequired(parameter) && !isRequired(parametersBefore.get(key)));
  return [
    ...required.map(([key]) => `${name}: ${key} is now required`),
    ...[...parametersBefore].flatMap(([key, parameter]) => {
      const now = parametersAfter.get(key);
      if (!now) return [`${name}: ${key} was removed`];
      return compareSchemas(
        { before: getMember(parameter, 'schema'), after: getMember(now, 'schema') },
        { location: `${name}: ${key}`, direction: 'sent', documents },
      );
    }),
  ];
}

function compareBodies(name: string, before: Json, after: Json, documents: Documents): string[] {
  const [parametersBefore, parametersAfter] = [getMember(before, 'requestBody'), getMember(after, 'requestBody')];
  const isDemanded = getMember(parametersAfter, 'required') === true && getMember(parametersBefore, 'required') !== true;
  return [
    ...(isDemanded ? [`${name}: a body is now required`] : []),
    ...compareContents({ before: parametersBefore, after: parametersAfter }, { location: `${name}: body`, direction: 'sent', documents }),
  ];
}

function compareResponses(name: string, before: Json, after: Json, documents: Documents): string[] {
  const now = getMember(after, 'responses');
  return listMembers(getMember(before, 'responses')).flatMap(([status, answer]) => {
    const answerNow = getMember(now, status);
    const isSuccess = /^[23]/.test(status);
    if (answerNow === undefined) return isSuccess ? [`${name}: is no longer answered with ${status}`] : [];
    const way = isSuccess ? 'answered' : 'refused';
    return compareContents({ before: answer, after: answerNow }, { location: `${name}: answer ${status}`, direction: way, documents });
  });
}

function compareEvents(name: string, before: Json, after: Json, documents: Documents): string[] {
  const headers = listParameters(after);
  const removed = [...listParameters(before).keys()].filter((key) => !headers.has(key));
  const bodies = { before: getMember(before, 'requestBody'), after: getMember(after, 'requestBody') };
  return [
    ...removed.map((key) => `${name}: ${key} was removed`),
    ...compareContents(bodies, { location: `${name}: body`, direction: 'answered', documents }),
  ];
}

function compareContents(
  { before, after }: { before: Json | undefined; after: Json | undefined },
  requested: Parameters<typeof compareSchemas>[1],
): string[] {
  const now = getMember(after, 'content');
  return listMembers(getMember(before, 'content')).flatMap(([type, content]) => {
    const contentNow = getMember(now, type);
    if (contentNow === undefined) return [`${requested.location}: is no longer ${type}`];
    return compareSchemas({ before: getMember(content, 'schema'), after: getMember(contentNow, 'schema') }, requested);
  });
}
