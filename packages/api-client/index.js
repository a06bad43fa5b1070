import createFetchClient from 'openapi-fetch';

/** @type {import('./index.d.ts').createClient} */
export function createClient({ baseUrl, token, fetch }) {
  const client = createFetchClient({ baseUrl, fetch });
  client.use({
    async onRequest({ request }) {
      const bearer = typeof token === 'function' ? await token() : token;
      if (bearer) request.headers.set('Authorization', `Bearer ${bearer}`);
      return request;
    },
  });
  return client;
}
