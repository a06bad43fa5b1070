type Cookie = { name: string; value: string; path: string };

export type HttpBrowser = {
  send: (address: string, form?: Record<string, string>) => Promise<Response>;
  follow: (address: string, until: string) => Promise<string>;
  cookies: (address: string) => Cookie[];
  change: (address: string, name: string, value: string) => void;
};

export function createHttpBrowser(hosts: Record<string, string> = {}): HttpBrowser {
  const jars = new Map<string, Map<string, Cookie>>();
  const jarOf = (host: string) => {
    const jar = jars.get(host) ?? new Map<string, Cookie>();
    jars.set(host, jar);
    return jar;
  };
  const cookies = (address: string) => {
    const { host, pathname } = new URL(address);
    return [...jarOf(host).values()].filter(({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`));
  };

  async function send(address: string, form?: Record<string, string>): Promise<Response> {
    const { host, origin, pathname, search } = new URL(address);
    const response = await fetch(`${hosts[origin] ?? origin}${pathname}${search}`, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        cookie: cookies(address)
          .map(({ name, value }) => `${name}=${value}`)
          .join('; '),
      },
      body: form && new URLSearchParams(form),
    });
    for (const header of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = header.split(/; */);
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? pathname;
      const isOver = attributes.some((attribute) => /^max-age=0$/i.test(attribute)) || value === '';
      if (isOver) jarOf(host).delete(name);
      else jarOf(host).set(name, { name, value, path });
    }
    return response;
  }

  return {
    send,
    cookies,
    async follow(address, until) {
      let current = address;
      for (;;) {
        const location = (await send(current)).headers.get('location');
        if (location === null) return current;
        current = new URL(location, current).href;
        if (current.startsWith(until)) return current;
      }
    },
    change(address, name, value) {
      const jar = jarOf(new URL(address).host);
      const cookie = jar.get(name);
      if (!cookie) throw new Error(`there is no cookie ${name}`);
      jar.set(name, { ...cookie, value });
    },
  };
}
