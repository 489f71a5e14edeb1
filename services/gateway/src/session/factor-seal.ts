import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** What is sealed: the secret that an authenticator shares with us (base32), and when it was made (ms). */
const content = z.object({ secret: z.string().min(1), madeAt: z.number() });
type Sealed = z.output<typeof content>;

/** Keeps secrets of second factors such that the database alone tells nothing (AES-256-GCM, bound to the account). */
export interface FactorSeal {
  seal(userName: string, content: Sealed): string;
  /** Null when it is not ours, another person's, or of a key that is gone. `stale`: of the former key. */
  open(userName: string, sealed: string): (Sealed & { readonly stale: boolean }) | null;
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Creates the seal over the gateways' secrets: the first seals, all open. */
export function createFactorSeal(secrets: readonly string[]): FactorSeal {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'jwxt second factor', 32)));
  const first = keys[0];
  if (!first) throw new TypeError('a seal needs a secret');
  const openWith = (key: Buffer, userName: string, bytes: Buffer): Sealed | null => {
    try {
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes));
      opening.setAAD(Buffer.from(userName));
      opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const text = Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]);
      return content.parse(JSON.parse(text.toString('utf8')));
    } catch {
      return null;
    }
  };
  return {
    seal(userName, { secret, madeAt }) {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, first, iv).setAAD(Buffer.from(userName));
      const bytes = Buffer.concat([sealing.update(JSON.stringify({ secret, madeAt }), 'utf8'), sealing.final()]);
      return Buffer.concat([iv, sealing.getAuthTag(), bytes]).toString('base64url');
    },
    open(userName, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      for (const key of keys) {
        const opened = openWith(key, userName, bytes);
        if (opened) return { ...opened, stale: key !== first };
      }
      return null;
    },
  };
}
