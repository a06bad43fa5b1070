import { Hono } from 'hono';

export function outboxAt(): Hono {
  return new Hono();
}
