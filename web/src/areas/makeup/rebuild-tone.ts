import { payStatus, signUpStatus } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import type { Tone } from '../../ui/tokens.ts';

/** Colour of how far a sign-up has come. */
export function signUpTone(status: string | null): Tone {
  switch (status) {
    case signUpStatus.signedUp:
      return 'blue';
    case signUpStatus.confirmed:
      return 'orange';
    case signUpStatus.assigned:
    case signUpStatus.done:
      return 'green';
    case signUpStatus.notPassed:
      return 'red';
    default:
      return 'grey';
  }
}

/** Colour of a fee: red while it is owed. */
export function payTone(status: string | null): Tone {
  if (status === payStatus.owed) return 'red';
  return status === payStatus.paid ? 'green' : 'grey';
}
