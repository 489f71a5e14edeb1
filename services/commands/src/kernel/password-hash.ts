import { hash, verify } from '@node-rs/argon2';
import { initialHash, isDrawn } from '@jwxt/infra/runtime/initial-password.ts';

/** The parameters that OWASP recommends: 19 MiB, 2 passes. The package's default algorithm is argon2id. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id hash of a password, in PHC form with a salt of its own. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

/** The same of a random password of the system, which is hashed for less (`initialHash`); of any other, as of all. */
export function hashInitialPassword(password: string): Promise<string> {
  return hash(password, isDrawn(password) ? initialHash : parameters);
}

/** Whether a password is the one that was hashed. */
export async function isPassword(hashed: string, password: string): Promise<boolean> {
  return await verify(hashed, password);
}
