import { type LookupAddress, lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { OutboundHttp, PostResult } from '#server/core/ports.ts';

type GetOptions = Parameters<OutboundHttp['get']>[1];
type PostOptions = Parameters<OutboundHttp['post']>[1];
type Target = { url: URL; lookup: LookupFunction };

const NAME_SERVERS = { timeout: 2_000, tries: 2 };
const LOOPBACK_NAME = /(^|\.)localhost\.?$/;
const REFUSED: PostResult = { status: null, problem: 'refused_address' };
const NO_ANSWER: PostResult = { status: null, problem: 'no_answer' };

class PrivateAddressError extends Error {}
const toPostResult = (error: unknown): PostResult => (error instanceof PrivateAddressError ? REFUSED : NO_ANSWER);

export function createOutboundHttp({ allow }: { allow: readonly string[] }): OutboundHttp {
  const allowed = new Set(allow.map((host) => host.toLowerCase()));
  return {
    async get(address, limits) {
      const target = toTarget(address, allowed);
      return target && (await getFrom(target, limits).catch(() => null));
    },
    async post(address, sent) {
      const target = toTarget(address, allowed);
      return target ? postTo(target, sent).catch(toPostResult) : REFUSED;
    },
    isRefused: (address) => toTarget(address, allowed) === null,
  };
}

function toTarget(address: string, allowed: ReadonlySet<string>): Target | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return null;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  if (allowed.has(url.hostname) || allowed.has(`${url.hostname}:${port}`)) return { url, lookup };
  if (url.protocol !== 'https:') return null;
  if (LOOPBACK_NAME.test(url.hostname)) return null;
  const ip = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(ip) !== 0 && !isPublic(ip) ? null : { url, lookup: publicOnly };
}

/** Connects to the addresses that were checked here, so that a second DNS look-up cannot change them (DNS rebinding). */
const publicOnly: LookupFunction = (hostname, { all }, answer) => {
  void resolveAddresses(hostname).then((addresses) => {
    const [first] = addresses;
    if (!first) return answer(new Error('the name has no address'), '', 0);
    if (!addresses.every(({ address }) => isPublic(address))) return answer(new PrivateAddressError('the address is private'), '', 0);
    return all ? answer(null, addresses) : answer(null, first.address, first.family);
  });
};

/** Queries name servers directly, because the system's resolver would block the few threads that other look-ups need. */
async function resolveAddresses(hostname: string): Promise<LookupAddress[]> {
  const servers = new Resolver(NAME_SERVERS);
  const [four, six] = await Promise.all([servers.resolve4(hostname).catch(() => []), servers.resolve6(hostname).catch(() => [])]);
  return [...four.map((address) => ({ address, family: 4 })), ...six.map((address) => ({ address, family: 6 }))];
}

export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1; // 2000::/3
}

function getFrom(target: Target, { maxBytes, timeoutMs }: GetOptions): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const request = sendRequest(target, { timeoutMs, headers: { 'Accept-Encoding': 'identity' } }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const stop = () => {
        resolve(null);
        response.destroy();
      };
      const { 'content-length': length, 'content-encoding': encoding = 'identity' } = response.headers;
      if (response.statusCode !== 200 || encoding !== 'identity' || Number(length ?? 0) > maxBytes) return stop();
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) return stop();
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

function postTo(target: Target, { body, headers, timeoutMs }: PostOptions): Promise<PostResult> {
  return new Promise((resolve, reject) => {
    const request = sendRequest(target, { method: 'POST', timeoutMs, headers }, (response) => {
      resolve(response.statusCode === undefined ? NO_ANSWER : { status: response.statusCode, problem: null });
      response.destroy();
    });
    request.on('error', reject);
    request.end(body);
  });
}

type RequestOptions = { method?: string; timeoutMs: number; headers: Readonly<Record<string, string>> };

function sendRequest(
  { url, lookup }: Target,
  { method, timeoutMs, headers }: RequestOptions,
  onResponse: (response: IncomingMessage) => void,
): ClientRequest {
  const send = url.protocol === 'https:' ? overHttps : overHttp;
  const options = { method, lookup, agent: false, signal: AbortSignal.timeout(timeoutMs), headers: { 'User-Agent': 'Vidya', ...headers } };
  return send(url, options, onResponse);
}
