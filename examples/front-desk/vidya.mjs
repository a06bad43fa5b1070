// A small client of the API, written by somebody who had its reference and nothing else; it needs Node and no package.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

export class VidyaError extends Error {
  constructor(status, body, retryAfter) {
    super(body?.message || `HTTP ${status}`);
    this.name = 'VidyaError';
    this.status = status;
    this.code = body?.code ?? 'unknown';
    this.errors = body?.errors ?? [];
    this.nextFree = body?.nextFree ?? [];
    this.params = body?.params ?? {};
    this.retryAfter = retryAfter;
    this.body = body;
  }
}
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

export class Vidya {
  constructor({ base, token, maxWait = 60, tries = 3, timeout = 30_000 } = {}) {
    Object.assign(this, { base: base.replace(/\/$/, ''), token, maxWait, tries, timeout });
  }
  async call(method, path, { query, body, form, headers = {} } = {}) {
    const url = new URL(this.base + path);
    for (const [k, v] of Object.entries(query ?? {})) if (v !== undefined && v !== null && v !== '') url.searchParams.set(k, String(v));
    const h = { accept: 'application/json', ...headers };
    if (this.token) h.authorization = `Bearer ${this.token}`;
    let payload;
    if (form) payload = form;
    else if (body !== undefined) {
      h['content-type'] = 'application/json';
      payload = JSON.stringify(body);
    }
    // GETs may be repeated; so may a POST that carries an Idempotency-Key.
    const repeatable = method === 'GET' || Boolean(h['Idempotency-Key']);
    for (let n = 1; ; n++) {
      const res = await fetch(url, { method, headers: h, body: payload, signal: AbortSignal.timeout(this.timeout) });
      const text = await res.text();
      let json;
      try {
        json = text ? JSON.parse(text) : undefined;
      } catch {
        json = undefined;
      }
      if (res.ok) {
        this.last = res;
        return json;
      }
      const ra = res.headers.has('retry-after') ? Number(res.headers.get('retry-after')) : undefined;
      if (repeatable && (res.status === 429 || res.status === 503) && n < this.tries && (ra ?? 1) <= this.maxWait) {
        await sleep((ra ?? 1) * 1000);
        continue;
      }
      throw new VidyaError(res.status, json ?? { message: text.slice(0, 200) }, ra);
    }
  }
  get(path, query) {
    return this.call('GET', path, { query });
  }

  async login(email, password, rememberMe = false) {
    const s = await this.call('POST', '/api/auth/login', { body: { email, password, rememberMe } });
    this.token = s.token;
    return s.user;
  }
  me() {
    return this.get('/api/auth/me').then((r) => r.user);
  }
  updateMe(details) {
    return this.call('PUT', '/api/auth/me', { body: details }).then((r) => r.user);
  }
  logout() {
    return this.call('POST', '/api/auth/logout');
  }

  searchTutors(q) {
    return this.get('/api/tutors', q);
  }
  async *allTutors(q) {
    for (let page = 1; ; page++) {
      const r = await this.searchTutors({ ...q, page });
      yield* r.tutors;
      if (!r.tutors.length || (page >= r.pagination.pages && !r.pagination.totalIsCapped)) return;
    }
  }
  tutor(id) {
    return this.get(`/api/tutors/${encodeURIComponent(id)}`);
  }
  availability(id, { start, end, duration } = {}) {
    return this.get(`/api/tutors/${encodeURIComponent(id)}/availability`, { startDate: start?.toISOString(), endDate: end?.toISOString(), duration });
  }
  book(request, key = randomUUID()) {
    return this.call('POST', '/api/students/bookings', { body: request, headers: { 'Idempotency-Key': key } });
  }
  studentBookings(q) {
    return this.get('/api/students/bookings', q).then((r) => r.bookings);
  }
  booking(id) {
    return this.get(`/api/bookings/${encodeURIComponent(id)}`);
  }
  cancel(id) {
    return this.call('DELETE', `/api/bookings/${encodeURIComponent(id)}`);
  }
  tutorBookings(q) {
    return this.get('/api/tutors/bookings', q);
  }
  setStatus(id, status, more = {}) {
    return this.call('PATCH', `/api/tutors/bookings/${encodeURIComponent(id)}`, { body: { status, ...more } });
  }

  uploadPhoto(bytes, name, type) {
    const form = new FormData();
    form.append('photo', new Blob([bytes], { type }), name);
    return this.call('POST', '/api/upload/profile-photo', { form }).then((r) => r.data);
  }
  notifications(q) {
    return this.get('/api/notifications', q).then((r) => r.data);
  }
  unread() {
    return this.get('/api/notifications/unread-count').then((r) => r.data.unreadCount);
  }
  markRead(ids) {
    return this.call('PATCH', '/api/notifications/mark-read', { body: { notificationIds: ids } });
  }
}

/** body: the text as it came, before it is parsed. */
export function isGenuine(secret, headers, body) {
  const timestamp = headers['x-webhook-timestamp'];
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
  const expected = `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
  const given = headers['x-webhook-signature'] ?? '';
  return isRecent && given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
