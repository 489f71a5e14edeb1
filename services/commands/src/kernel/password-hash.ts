import { hash, verify } from '@node-rs/argon2';

/** The parameters that OWASP recommends: 19 MiB, 2 passes. The package's default algorithm is argon2id. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id hash of a password, in PHC form with a salt of its own. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

/** Whether a password is the one that was hashed. */
export async function isPassword(hashed: string, password: string): Promise<boolean> {
  return await verify(hashed, password);
}
