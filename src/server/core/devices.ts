import type { Ctx } from './context.ts';
import type { DeviceHashes } from './job-kinds.ts';

export function deviceHashes({ client, signer }: Pick<Ctx, 'client' | 'signer'>): DeviceHashes {
  const { device, hasDeviceCookie } = client;
  return {
    device: device === null ? null : signer.mac('device', device),
    network: hasDeviceCookie ? null : networkHash({ client, signer }),
  };
}

export const networkHash = ({ client, signer }: Pick<Ctx, 'client' | 'signer'>): string => signer.mac('network', ofNetwork(client));

/** Those that there are, in one order. */
export const hashesOf = ({ device, network }: DeviceHashes): string[] => [device, network].filter((hash) => hash !== null).sort();

type Caller = Pick<Ctx, 'client' | 'signer'>;

/** All by which the caller's device may be remembered: APP_SECRET may have been changed since. */
export const possibleHashes = (caller: Caller): string[] =>
  caller.client.hasDeviceCookie ? possibleDeviceHashes(caller) : [...possibleDeviceHashes(caller), ...possibleNetworkHashes(caller)];

export const possibleDeviceHashes = ({ client: { device }, signer }: Caller): string[] => (device === null ? [] : signer.macs('device', device));

export const possibleNetworkHashes = ({ client, signer }: Caller): string[] => signer.macs('network', ofNetwork(client));

const ofNetwork = ({ address, userAgent }: Ctx['client']): string => `${address}\n${userAgent}`;
