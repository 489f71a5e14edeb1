import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A key of the school (Ed25519), with what others know it by. */
export interface SigningKey {
  /** SHA-256 of the public part, hexadecimal. */
  readonly keyId: string;
  /** SPKI, PEM. */
  readonly publicKey: string;
  /** Signs a text (UTF-8); base64url. */
  sign(text: string): string;
}

/** The key that signs, and the one before it where it is still there to vouch for it. */
export interface SigningKeys {
  readonly current: SigningKey;
  readonly former: SigningKey | null;
}

/** The private key that signs, and the one that did before it: what `openssl genpkey -algorithm ed25519` writes. */
const currentFile = 'signing-key.pem';
const formerFile = 'former-signing-key.pem';

/**
 * Reads the keys in a folder, and makes the one that signs where there is none: its owner's alone, never half written.
 * The public part of each is put beside it, for auditors and for the check on the page.
 */
export async function loadSigningKeys(folder: string): Promise<SigningKeys> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, currentFile);
  let pem = await readIfThere(path);
  if (pem === null) {
    const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const temporary = `${path}.${process.pid}`;
    await writeFile(temporary, made, { mode: 0o600, flush: true });
    // Whoever else makes one at this moment: the first counts.
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await unlink(temporary);
    pem = await readFile(path, 'utf8');
  }
  const former = await readIfThere(join(folder, formerFile));
  const keys = {
    current: keyOf(pem, path),
    former: former === null ? null : keyOf(former, join(folder, formerFile)),
  };
  for (const key of [keys.current, keys.former])
    if (key !== null) await writeFile(join(folder, publicKeyFile(key.keyId)), key.publicKey);
  return keys;
}

/** Name of the file with the public part of a key. */
export function publicKeyFile(keyId: string): string {
  return `public-${keyId.slice(0, 16)}.pem`;
}

/** The key in a PEM text. Throws, with a sentence for the operator, when it is another kind of key. */
export function keyOf(pem: string, path: string): SigningKey {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch (error) {
    throw new Error(`签名密钥文件 ${path} 无法读取`, { cause: error });
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`签名密钥文件 ${path} 中不是 Ed25519 私钥`);
  const open = createPublicKey(key);
  return {
    keyId: createHash('sha256')
      .update(open.export({ type: 'spki', format: 'der' }))
      .digest('hex'),
    publicKey: open.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  };
}

async function readIfThere(path: string): Promise<string | null> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
