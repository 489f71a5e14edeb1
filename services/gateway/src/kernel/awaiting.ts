import type { Principal } from './principal.ts';
import type { SqlParams } from './sql-params.ts';

/** SQL condition: the application waits in one of these queues and the person may decide it (not the own, nor what the person has entered). */
export function awaitingCondition(applyId: string, user: Principal, queueKeys: readonly string[], params: SqlParams): string {
  if (queueKeys.length === 0) return 'false';
  return `exists (select from rm_todo_queue.item waiting where waiting.apply_id = ${applyId} and waiting.queue_key = any(${params.add(queueKeys)}) and not (${params.add(user.userName)} = any(waiting.excluded)))`;
}
