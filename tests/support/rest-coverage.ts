import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Session } from '#server/core/context.ts';
import type { Role } from '#shared/vocabulary/people.ts';

/** The folder that `tests/run.ts` names; without it nothing is written down. */
const FOLDER = process.env.REST_CALLS;

/** `unknown`: has no role yet. */
export type Caller = 'nobody' | Role | 'key' | 'unknown';

/** `tests/rest-coverage.ts` finds the operation in the document. */
export type RecordedCall = { method: string; path: string; caller: Caller; status: number; code?: string; message?: string };

type SessionOf = (authorization: string | undefined) => Promise<Session>;

export type Recorder = {
  /** Also records whose session it was. */
  withRecording: (sessionOf: SessionOf) => SessionOf;
  /** For requests whose session nobody looks up. */
  setCaller: (token: string, role: Role | null | undefined) => void;
  record: (request: Request, answer: Response) => Promise<void>;
};

export function useRecorder(): Recorder {
  const callers = new Map<string, Caller>();
  const lines: string[] = [];

  if (FOLDER) afterAll(() => appendFileSync(join(FOLDER, `${process.env.VITEST_POOL_ID}.jsonl`), lines.splice(0).join('')));

  return {
    withRecording: (sessionOf) => async (authorization) => {
      const session = await sessionOf(authorization);
      if (authorization !== undefined) callers.set(authorization, callerOf(session));
      return session;
    },
    setCaller: (token, role) => void callers.set(`Bearer ${token}`, role ?? 'unknown'),
    async record({ method, url, headers }, answer) {
      if (!FOLDER) return;
      const authorization = headers.get('authorization');
      const caller = authorization === null ? 'nobody' : (callers.get(authorization) ?? 'unknown');
      const call: RecordedCall = { method, path: new URL(url).pathname, caller, status: answer.status, ...(await codeOrMessageOf(answer)) };
      lines.push(`${JSON.stringify(call)}\n`);
    },
  };
}

function callerOf(session: Session): Caller {
  if (session.state === 'none') return 'nobody';
  if (session.state !== 'actor') return 'unknown';
  const { role, via } = session.actor;
  return via.by === 'key' ? 'key' : (role ?? 'unknown');
}

/** The code of an error, and the message of a success; texts of users are left out. */
async function codeOrMessageOf(answer: Response): Promise<Pick<RecordedCall, 'code' | 'message'>> {
  if (!/json/.test(answer.headers.get('content-type') ?? '')) return {};
  const { code, message } = (await answer.clone().json()) as { code?: string; message?: string };
  return answer.status < 400 ? { message } : { code };
}
