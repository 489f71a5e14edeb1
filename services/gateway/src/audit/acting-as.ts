import type { EventMetadata } from '@jwxt/contracts/kernel/actor.ts';
import { loginWay } from '@jwxt/contracts/session/session.vocabulary.ts';

/**
 * In which roles somebody acted, and, where the session was opened by a temporary link, that it was and who had issued
 * it.
 */
export function actingAs({ actor, signIn }: Pick<EventMetadata, 'actor' | 'signIn'>): string {
  const temporary = signIn?.way === loginWay.temporary ? [`临时登录，由${signIn.issuedBy ?? '未知账号'}签发`] : [];
  return [...actor.roleNames, ...temporary].join('、');
}
