import { initialPassword } from '@jwxt/infra/runtime/initial-password.ts';
import type { SignedInCall } from '../../kernel/handler.ts';

/** An initial password that follows from a command and a person: sent again, it is the same. */
export function passwordFor(userName: string, commandId: string, { services, user }: SignedInCall): string {
  return initialPassword(
    Buffer.from(services.tempLogins.tokenFor(`${commandId} ${userName}`, user.userName).token, 'base64url'),
  );
}
