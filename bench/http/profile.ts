import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';

type Frame = { functionName: string; url: string; lineNumber: number; columnNumber: number };
type Profile = { nodes: { id: number; callFrame: Frame; children?: number[] }[]; samples: number[]; timeDeltas: number[] };
/** Milliseconds of processor time, the longest first. */
type Times = [name: string, ms: number][];
export type Summary = { total: number; self: Times; modules: Times };

const NOT_WORK = ['(idle)', '(root)'];
const SAMPLE_US = 250;

/** Profiles a process that was started with `--inspect`. */
export async function connectProfiler(inspectorPort: number) {
  const [target]: { webSocketDebuggerUrl: string }[] = await (await fetch(`http://127.0.0.1:${inspectorPort}/json/list`)).json();
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '', { perMessageDeflate: false, maxPayload: 2 ** 30 });
  await new Promise((resolve) => socket.once('open', resolve));
  let lastId = 0;
  const send = <T>(method: string, params: object = {}) =>
    new Promise<T>((resolve) => {
      lastId += 1;
      const id = lastId;
      const listen = (data: Buffer) => {
        const answer: { id?: number; result: T } = JSON.parse(data.toString());
        if (answer.id !== id) return;
        socket.off('message', listen);
        resolve(answer.result);
      };
      socket.on('message', listen);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await send('Profiler.enable');
  await send('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  return {
    async profile(work: () => Promise<unknown>): Promise<Profile> {
      await send('Profiler.start');
      await work();
      return (await send<{ profile: Profile }>('Profiler.stop')).profile;
    },
    close: () => socket.close(),
  };
}

/** `self`: by function; `modules`: by package or file of ours, with all that they call. */
export function summarise({ nodes, samples, timeDeltas }: Profile): Summary {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const self = new Map<string, number>();
  const modules = new Map<string, number>();
  let total = 0;
  for (const [index, sample] of samples.entries()) {
    const frame = frames.get(sample);
    const ms = (timeDeltas[index] ?? 0) / 1000;
    if (!frame || NOT_WORK.includes(frame.functionName)) continue;
    total += ms;
    const place = placeOf(frame);
    add(self, `${frame.functionName || '(anonymous)'}  ${place.at}`, ms);
    const above = new Set<string>();
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const module = placeOf(frames.get(id)).module;
      if (module) above.add(module);
    }
    for (const module of above) add(modules, module, ms);
  }
  return { total, self: longest(self), modules: longest(modules) };
}

const SHOWN = { self: 25, modules: 15 };

/** `times`: so many requests were profiled. */
export function linesOfProfile({ total, self, modules }: Summary, times: number): string[] {
  const line = ([name, ms]: Times[number]) =>
    `${((ms / times) * 1000).toFixed(0).padStart(8)} µs ${((ms / total) * 100).toFixed(1).padStart(5)}%  ${name}`;
  return [
    `  in all ${((total / times) * 1000).toFixed(0)} µs a request; by function:`,
    ...self.slice(0, SHOWN.self).map(line),
    '  by package or file, with what it calls:',
    ...modules.slice(0, SHOWN.modules).map(line),
  ];
}

function add(times: Map<string, number>, name: string, ms: number): void {
  times.set(name, (times.get(name) ?? 0) + ms);
}

const longest = (times: Map<string, number>): Times => [...times].sort(([, one], [, other]) => other - one);

const places = new Map<string, { module: string; at: string }>();

function placeOf(frame: Frame | undefined): { module: string; at: string } {
  if (!frame?.url) return { module: '', at: '' };
  const key = `${frame.url}:${frame.lineNumber}:${frame.columnNumber}`;
  const known = places.get(key);
  if (known) return known;
  const entry = mapOf(frame.url)?.findEntry(frame.lineNumber, frame.columnNumber);
  const source = entry && 'originalSource' in entry ? entry.originalSource : frame.url;
  const line = entry && 'originalLine' in entry ? entry.originalLine : frame.lineNumber;
  const isPackage = source.includes('/node_modules/');
  const path = source.replace(isPackage ? /^.*\/node_modules\// : /^.*\/(?=(?:src|bench|tests)\/)/, '');
  const [scope = '', name = ''] = path.split('/');
  const module = isPackage ? (scope.startsWith('@') ? `${scope}/${name}` : scope) : path.startsWith('node:') ? '' : path;
  const place = { module, at: `${path}:${line + 1}` };
  places.set(key, place);
  return place;
}

const maps = new Map<string, SourceMap | null>();

function mapOf(url: string): SourceMap | null {
  const known = maps.get(url);
  if (known !== undefined) return known;
  const isBundled = url.startsWith('file:') && !url.includes('/node_modules/');
  const map = isBundled ? readMap(`${fileURLToPath(url)}.map`) : null;
  maps.set(url, map);
  return map;
}

function readMap(path: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
