import { namedWithAccount, type EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import { loginWay } from '@jwxt/contracts/session/session.vocabulary.ts';

/**
 * In which roles somebody acted, and, where the session was opened by a temporary link, that it was and who had issued
 * it. Who acted by a permission that was handed on to him: whose.
 */
export function actingAs({
  actor,
  signIn,
  onBehalfOf,
}: Pick<EventMetadata, 'actor' | 'signIn' | 'onBehalfOf'>): string {
  const temporary = signIn?.way === loginWay.temporary ? [`临时登录，由${signIn.issuedBy ?? '未知账号'}签发`] : [];
  const lent = onBehalfOf ? [`代${namedWithAccount(onBehalfOf)}`] : [];
  return [...actor.roleNames, ...lent, ...temporary].join('、');
}
