/**
 * A certificate for this machine alone, signed by its own key: Node makes keys and signatures, but not the paper around
 * them.
 */
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate and its private key, both PEM. */
export interface SelfSigned {
  cert: string;
  key: string;
}

/** Tags of ASN.1, as DER writes them. */
const tag = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
  time: 0x18,
  explicit0: 0xa0,
  explicit3: 0xa3,
  dnsName: 0x82,
  ipAddress: 0x87,
};
/** Object identifiers, encoded: ecdsa-with-SHA256, commonName, subjectAltName. */
const oid = { ecdsaWithSha256: '06082a8648ce3d040302', commonName: '0603550403', subjectAltName: '0603551d11' };

function der(kind: number, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)));
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([kind, ...length]), body]);
}

const text = (kind: number, value: string): Buffer => der(kind, Buffer.from(value));

/**
 * Makes a certificate for `localhost`, 127.0.0.1 and ::1 that never ends: whoever holds it trusts this one key, so that
 * its age says nothing, and a clock that is wrong must not close the store.
 */
export function selfSigned(commonName: string): SelfSigned {
  const { publicKey, privateKey: key } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const algorithm = der(tag.sequence, oid.ecdsaWithSha256);
  const name = der(tag.sequence, der(tag.set, der(tag.sequence, oid.commonName, text(tag.utf8, commonName))));
  const names = der(
    tag.sequence,
    text(tag.dnsName, 'localhost'),
    der(tag.ipAddress, '7f000001'),
    der(tag.ipAddress, `${'00'.repeat(15)}01`),
  );
  const toBeSigned = der(
    tag.sequence,
    der(tag.explicit0, der(tag.integer, '02')),
    der(tag.integer, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    der(tag.sequence, text(tag.utcTime, '000101000000Z'), text(tag.time, '99991231235959Z')),
    name,
    publicKey,
    der(tag.explicit3, der(tag.sequence, der(tag.sequence, oid.subjectAltName, der(tag.octets, names)))),
  );
  const signature = sign('sha256', toBeSigned, createPrivateKey(key));
  const whole = der(tag.sequence, toBeSigned, algorithm, der(tag.bits, '00', signature));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return { cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, key };
}
