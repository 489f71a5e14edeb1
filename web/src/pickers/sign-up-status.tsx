import { signUpStatus } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { StatusTag } from '../ui/status-tag.tsx';
import type { Tone } from '../ui/tokens.ts';

/** How far a sign-up to take a course again has come. */
export function SignUpStatus({ status, name }: { status: string | null; name: string }) {
  return <StatusTag tone={toneOf(status)}>{name}</StatusTag>;
}

function toneOf(status: string | null): Tone {
  switch (status) {
    case signUpStatus.signedUp:
    case signUpStatus.confirmed:
      return 'blue';
    case signUpStatus.assigned:
    case signUpStatus.done:
      return 'green';
    case signUpStatus.notPassed:
      return 'red';
    default:
      return 'grey';
  }
}
