/** Who calls. A node asks everybody; only the one that this package's tests open to anybody does not. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { CallError, status } from './grpc-call.ts';
import { ADMINS, type User } from './user.ts';

const ADMINISTRATOR: User = { name: 'admin', groups: [ADMINS] };
const OPERATOR: User = { name: 'ops', groups: ['$ops'] };

/** Passwords of the two users there are; without one, the user does not exist. */
export interface Passwords {
  admin: string;
  ops?: string | undefined;
}

/** Tells who calls from the `authorization` header. Throws the status for those who must not call. */
export type Authenticate = (authorization: string | undefined) => User;

/** For a node that is open to anybody. */
export const everybodyIsAdministrator: Authenticate = () => ADMINISTRATOR;

/** Basic credentials: UNAUTHENTICATED when they are wrong, access-denied when there are none. */
export function basicCredentials(passwords: Passwords): Authenticate {
  const users = [
    { user: ADMINISTRATOR, password: passwords.admin },
    { user: OPERATOR, password: passwords.ops },
  ].flatMap(({ user, password }) =>
    password === undefined ? [] : [{ user, digest: digestOf(`${user.name}:${password}`) }],
  );
  return (authorization) => {
    if (authorization === undefined) throw accessDenied();
    const encoded = /^basic (.+)$/i.exec(authorization)?.[1] ?? '';
    const digest = digestOf(Buffer.from(encoded, 'base64').toString('utf8'));
    const found = users.find((candidate) => timingSafeEqual(candidate.digest, digest));
    if (!found) throw new CallError(status.UNAUTHENTICATED, 'the credentials are not valid');
    return found.user;
  };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The status for what the caller may not do. */
export function accessDenied(): CallError {
  return new CallError(status.PERMISSION_DENIED, 'Access Denied.', { exception: 'access-denied' });
}
