type Setting = Readonly<{ host: string | null; publicUrl: string }>;

/** In the place of any answer of development to a name that is not this machine's. */
export const NOT_THIS_MACHINE =
  'Development answers only for localhost, *.localhost, 127.0.0.0/8 and [::1], so that no web page can reach it under a name of its own (DNS rebinding).\n' +
  'To open it to other names, start it with HOST, for example HOST=0.0.0.0 npm run dev, or name the address that you use in PUBLIC_URL.\n';

/** Whether development answers a request with this Host header; with a HOST that others reach it is open, as was asked for. */
export function isForThisMachine(header: string | undefined, { host, publicUrl }: Setting): boolean {
  if (!isThisMachine(host)) return true;
  const name = nameIn(header);
  return name !== null && (isThisMachine(name) || name === new URL(publicUrl).hostname);
}

/** Whether nobody else reaches this HOST, or name of a request; null stands for every interface. */
export function isThisMachine(name: string | null): boolean {
  return name !== null && (/(^|\.)localhost$/.test(name) || /^127(\.\d{1,3}){3}$/.test(name) || name === '::1' || name === '[::1]');
}

/** Without its port; null for what is no name. */
function nameIn(header: string | undefined): string | null {
  if (header === undefined || !/^[\w.[\]:-]+$/.test(header) || !URL.canParse(`http://${header}`)) return null;
  return new URL(`http://${header}`).hostname.replace(/\.$/, '');
}
