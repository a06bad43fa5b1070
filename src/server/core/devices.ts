import type { Ctx } from './context.ts';
import type { DeviceHashes } from './job-kinds.ts';

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

/** All by which the caller's device may be remembered: APP_SECRET may have been changed since. */
export function possibleHashes({ client: { device, hasDeviceCookie, address, userAgent }, signer }: Pick<Ctx, 'client' | 'signer'>): string[] {
  const ofDevice = device === null ? [] : signer.macs('device', device);
  return hasDeviceCookie ? ofDevice : [...ofDevice, ...signer.macs('network', `${address}\n${userAgent}`)];
}
