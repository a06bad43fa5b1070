import { Hono } from 'hono';

export function googleAt(): Hono {
  return new Hono();
}
