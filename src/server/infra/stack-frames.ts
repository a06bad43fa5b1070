import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/;
const FOREIGN = '/node_modules/';

const maps = new Map<string, SourceMap | null>();

/**
 * Replaces positions in built files by positions in the sources. A source map is read with the first error of its file, because
 * `node --enable-source-maps` holds all maps in memory from the start (18 MB).
 */
export function toSourceFrames(frames: readonly string[]): string[] {
  return frames.map((frame) =>
    frame.replace(PLACE, (place, file: string, line: string, column: string) => findSource(file, +line, +column) ?? place),
  );
}

function findSource(file: string, line: number, column: number): string | null {
  const origin = mapOf(file)?.findOrigin(line, column);
  return origin && 'fileName' in origin ? `${new URL(origin.fileName, file)}:${origin.lineNumber}:${origin.columnNumber}` : null;
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const map = file.includes(FOREIGN) ? null : readMap(`${fileURLToPath(file)}.map`);
  maps.set(file, map);
  return map;
}

/** Null where there is no readable map; the error is logged in any case. */
function readMap(path: string): SourceMap | null {
  try {
    return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null;
  } catch {
    return null;
  }
}
