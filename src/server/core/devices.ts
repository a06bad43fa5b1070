import type { Ctx } from './context.ts';
import type { DeviceHashes } from './job-kinds.ts';

export function getDeviceHashes({ client, signer }: Pick<Ctx, 'client' | 'signer'>): DeviceHashes {
  const { device, hasDeviceCookie } = client;
  return {
    device: device === null ? null : signer.mac('device', device),
    network: hasDeviceCookie ? null : getNetworkHash({ client, signer }),
  };
}

export const getNetworkHash = ({ client, signer }: Pick<Ctx, 'client' | 'signer'>): string => signer.mac('network', toNetworkText(client));

export const listHashes = ({ device, network }: DeviceHashes): string[] => [device, network].filter((hash) => hash !== null).sort();

type Caller = Pick<Ctx, 'client' | 'signer'>;

export const listPossibleHashes = (caller: Caller): string[] =>
  caller.client.hasDeviceCookie ? listPossibleDeviceHashes(caller) : [...listPossibleDeviceHashes(caller), ...listPossibleNetworkHashes(caller)];

export const listPossibleDeviceHashes = ({ client: { device }, signer }: Caller): string[] =>
  device === null ? [] : signer.listMacs('device', device);

export const listPossibleNetworkHashes = ({ client, signer }: Caller): string[] => signer.listMacs('network', toNetworkText(client));

const toNetworkText = ({ address, userAgent }: Ctx['client']): string => `${address}\n${userAgent}`;
