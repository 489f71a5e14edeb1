import { createHmac, hash } from 'node:crypto';

declare module '../kernel/services.ts' {
  interface Services {
    readonly tempLogins: TempLogins;
  }
}

/** Tokens of temporary links (LOGIN-43…45). */
export interface TempLogins {
  /**
   * The token of a command. It follows from the command's id, so that a command that is sent again names the same link.
   */
  tokenFor(commandId: string, issuedBy: string): { token: string; tokenHash: string };
}

/** Creates them; `key` is a secret of the services. */
export function createTempLogins(key: string): TempLogins {
  return {
    tokenFor(commandId, issuedBy) {
      const token = createHmac('sha256', key)
        .update(`temp-login\n${commandId}\n${issuedBy}`, 'utf8')
        .digest('base64url');
      return { token, tokenHash: hashOfToken(token) };
    },
  };
}

/** What is kept of a token. */
export function hashOfToken(token: string): string {
  return hash('sha256', token, 'hex');
}
