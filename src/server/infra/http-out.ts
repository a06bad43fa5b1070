import { type LookupAddress, lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { OutboundHttp, PostResult } from '#server/core/ports.ts';

type Limits = Parameters<OutboundHttp['get']>[1];
type Sent = Parameters<OutboundHttp['post']>[1];
type Target = { url: URL; lookup: LookupFunction };

const NAME_SERVERS = { timeout: 2_000, tries: 2 };
/** What every machine calls itself, whatever name servers say of it. */
const OWN_NAME = /(^|\.)localhost\.?$/;
const REFUSED: PostResult = { status: null, problem: 'refused_address' };
const NO_ANSWER: PostResult = { status: null, problem: 'no_answer' };

class PrivateAddress extends Error {}
const problemIn = (error: unknown): PostResult => (error instanceof PrivateAddress ? REFUSED : NO_ANSWER);

/** `allow` names hosts, with their port or without, that may be called whatever their address is, and without TLS. */
export function createOutgoing({ allow }: { allow: readonly string[] }): OutboundHttp {
  const allowed = new Set(allow.map((host) => host.toLowerCase()));
  return {
    async get(address, limits) {
      const target = targetOf(address, allowed);
      return target && (await bodyOf(target, limits).catch(() => null));
    },
    async post(address, sent) {
      const target = targetOf(address, allowed);
      return target ? statusOf(target, sent).catch(problemIn) : REFUSED;
    },
    isRefused: (address) => targetOf(address, allowed) === null,
  };
}

function targetOf(address: string, allowed: ReadonlySet<string>): Target | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return null;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  if (allowed.has(url.hostname) || allowed.has(`${url.hostname}:${port}`)) return { url, lookup };
  if (url.protocol !== 'https:') return null;
  if (OWN_NAME.test(url.hostname)) return null;
  // An address in the place of a name is never looked up.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) !== 0 && !isPublic(literal) ? null : { url, lookup: publicOnly };
}

/** What the name stands for, if all of it is public; the connection goes to what was checked here, so that no second answer counts. */
const publicOnly: LookupFunction = (hostname, { all }, answer) => {
  void addressesOf(hostname).then((addresses) => {
    const [first] = addresses;
    if (!first) return answer(new Error('the name has no address'), '', 0);
    if (!addresses.every(({ address }) => isPublic(address))) return answer(new PrivateAddress('the address is private'), '', 0);
    return all ? answer(null, addresses) : answer(null, first.address, first.family);
  });
};

/** Asked of name servers directly: the system would wait for those of strangers in the few threads that our own look-ups need. */
async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  const servers = new Resolver(NAME_SERVERS);
  const [four, six] = await Promise.all([servers.resolve4(hostname).catch(() => []), servers.resolve6(hostname).catch(() => [])]);
  return [...four.map((address) => ({ address, family: 4 })), ...six.map((address) => ({ address, family: 6 }))];
}

/** Whether it is an address of the open internet; one that only wraps another is not. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1; // 2000::/3
}

function bodyOf(target: Target, { maxBytes, timeoutMs }: Limits): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const request = requestTo(target, { timeoutMs, headers: { 'Accept-Encoding': 'identity' } }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const refuse = () => {
        resolve(null);
        response.destroy();
      };
      const { 'content-length': length, 'content-encoding': encoding = 'identity' } = response.headers;
      if (response.statusCode !== 200 || encoding !== 'identity' || Number(length ?? 0) > maxBytes) return refuse();
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) return refuse();
        chunks.push(chunk);
      });
      response.on('end', () => resolve(response.complete ? Buffer.concat(chunks) : null));
      response.on('error', reject);
      response.on('aborted', () => resolve(null));
    });
    request.on('error', reject);
    request.end();
  });
}

function statusOf(target: Target, { body, headers, timeoutMs }: Sent): Promise<PostResult> {
  return new Promise((resolve, reject) => {
    const request = requestTo(target, { method: 'POST', timeoutMs, headers }, (response) => {
      resolve(response.statusCode === undefined ? NO_ANSWER : { status: response.statusCode, problem: null });
      response.destroy();
    });
    request.on('error', reject);
    request.end(body);
  });
}

type Wish = { method?: string; timeoutMs: number; headers: Readonly<Record<string, string>> };

/** Over a connection of its own, and to no other address that an answer names. */
function requestTo({ url, lookup }: Target, { method, timeoutMs, headers }: Wish, heard: (response: IncomingMessage) => void): ClientRequest {
  const send = url.protocol === 'https:' ? overHttps : overHttp;
  const options = { method, lookup, agent: false, signal: AbortSignal.timeout(timeoutMs), headers: { 'User-Agent': 'Vidya', ...headers } };
  return send(url, options, heard);
}
