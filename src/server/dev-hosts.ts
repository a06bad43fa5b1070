type Setting = Readonly<{ host: string | null; publicUrl: string }>;

export const NOT_THIS_MACHINE =
  'Development answers only for localhost, *.localhost, 127.0.0.0/8 and [::1], so that no web page can reach it under a name of its own (DNS rebinding).\n' +
  'To open it to other names, start it with HOST, for example HOST=0.0.0.0 npm run dev, or name the address that you use in PUBLIC_URL.\n';

export function isForThisMachine(header: string | undefined, { host, publicUrl }: Setting): boolean {
  if (!isThisMachine(host)) return true;
  const name = nameIn(header);
  return name !== null && (isThisMachine(name) || name === new URL(publicUrl).hostname);
}

export function isThisMachine(name: string | null): boolean {
  return name !== null && (/(^|\.)localhost$/.test(name) || /^127(\.\d{1,3}){3}$/.test(name) || name === '::1' || name === '[::1]');
}

function nameIn(header: string | undefined): string | null {
  if (header === undefined || !/^[\w.[\]:-]+$/.test(header) || !URL.canParse(`http://${header}`)) return null;
  return new URL(`http://${header}`).hostname.replace(/\.$/, '');
}
