import { knownProblem } from './known-problems.ts';
import { Notice } from './notice.tsx';

export type LoginNoticeProps = { error?: string; done?: string };

/** What the page before has come to. */
export function LoginNotice({ error, done }: LoginNoticeProps) {
  return (
    <>
      {error !== undefined && <Notice tone="danger">{knownProblem(error)}</Notice>}
      {done && <Notice tone="success">{done}</Notice>}
    </>
  );
}
