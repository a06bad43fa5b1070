import type { Ctx } from './context.ts';

/** Keyed hashes by which a device is recognised again. */
export type DeviceHashes = {
  /** Of the cookie; null for a caller that has none. */
  device: string | null;
  /** Of the network and the user agent, for programs that store no cookies; null where the cookie was brought. */
  network: string | null;
};

export function deviceHashes({ client, signer }: Pick<Ctx, 'client' | 'signer'>): DeviceHashes {
  const { device, hasDeviceCookie } = client;
  return {
    device: device === null ? null : signer.mac('device', device),
    network: hasDeviceCookie ? null : networkHash({ client, signer }),
  };
}

export const networkHash = ({ client, signer }: Pick<Ctx, 'client' | 'signer'>): string =>
  signer.mac('network', `${client.address}\n${client.userAgent}`);

/** Those that there are, in one order. */
export const hashesOf = ({ device, network }: DeviceHashes): string[] => [device, network].filter((hash) => hash !== null).sort();
