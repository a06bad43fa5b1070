import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Options = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } };
type Behaviour = { origin?: string; isUserVerified?: boolean };

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

const toBase64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** A software passkey (ES256, without attestation). */
export function anAuthenticator({ origin = 'http://localhost', isUserVerified = true }: Behaviour = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = toBase64url(credentialId);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const flags = USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0);
  const head = (rpId: string, more = 0) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | more]), count]);
  };

  return {
    id,
    create({ challenge, rp, user }: Options): Record<string, unknown> {
      userHandle = user?.id ?? '';
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseOf(publicKey)]);
      const authData = Buffer.concat([head(rp?.id ?? '', ATTESTED), attested]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, never>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, never>()],
          ['authData', new Uint8Array(authData)],
        ]),
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: toBase64url(clientData('webauthn.create', challenge)),
          attestationObject: toBase64url(attestation),
          transports: ['internal'],
        },
      };
    },
    get({ challenge, rpId = '' }: Options): Record<string, unknown> {
      counter += 1;
      const authData = head(rpId);
      const data = clientData('webauthn.get', challenge);
      const signature = createSign('SHA256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: toBase64url(data),
          authenticatorData: toBase64url(authData),
          signature: toBase64url(signature),
          userHandle,
        },
      };
    },
  };
}

/** A COSE key of the kind EC2, for ES256 on P-256 (RFC 9053). */
function coseOf(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
}

/** The contract leaves these values to the library. */
export const optionsIn = (options: Record<string, unknown>): Options => options as unknown as Options;
