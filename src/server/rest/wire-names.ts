import { TRPCError } from '@trpc/server';
import { ZodError, ZodRealError } from 'zod';
import { DomainError } from '#shared/errors.ts';

/** What a procedure calls a field, and what clients of REST do. */
type WireNames = Readonly<Record<string, string>>;

/** Asks a procedure, and tells what it refuses under the names that the client has sent. */
export async function inWireNames<T>(names: WireNames, asked: Promise<T>): Promise<T> {
  return asked.catch((thrown: unknown) => {
    throw thrown instanceof TRPCError ? new TRPCError({ code: thrown.code, message: thrown.message, cause: renamed(thrown.cause, names) }) : thrown;
  });
}

function renamed(cause: Error | undefined, names: WireNames): Error | undefined {
  const nameOf = (field: PropertyKey) => names[String(field)] ?? field;
  if (cause instanceof ZodError)
    return new ZodRealError(cause.issues.map(({ path: [first = '', ...rest], ...issue }) => ({ ...issue, path: [nameOf(first), ...rest] })));
  const field = cause instanceof DomainError ? cause.refusal.field : undefined;
  if (!(cause instanceof DomainError) || field === undefined) return cause;
  return new DomainError(cause.code, { ...cause.refusal, field: String(nameOf(field)) }, cause.message);
}
