import { z } from 'zod';
import { commandId, dateTimeText } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/**
 * An event that a read model or a policy had to leave aside, with the reason; later ones of its stream wait behind it.
 */
const parkedEventView = z.object({
  /** Name of the read model or policy. */
  holder: z.string(),
  holderKind: z.enum(['readModel', 'policy']),
  stream: z.string(),
  revision: z.number().int(),
  eventType: z.string(),
  reason: z.string(),
  parkedAt: dateTimeText,
});

/** Everything that is left aside now, oldest first. */
export const parkedEventQuery = defineOperation({
  id: 'parkedEvent.query',
  method: 'GET',
  path: '/system/parkedEvent/query',
  access: { permission: 'readModel:query' },
  scope: noScope.system,
  summary: '搁置的事件',
  input: z.object({}),
  output: z.object({ list: z.array(parkedEventView) }),
});
/**
 * Tries them again: `replayed` and `remaining` are those of policies, done at once; `readModels` names those that were
 * asked to.
 */
export const parkedEventReplay = defineOperation({
  id: 'parkedEvent.replay',
  method: 'POST',
  path: '/system/parkedEvent/replay',
  access: { permission: 'readModel:rebuild' },
  scope: noScope.system,
  summary: '重放搁置的事件',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId }),
  output: z.object({ replayed: z.number().int(), remaining: z.number().int(), readModels: z.array(z.string()) }),
});
export const parkedEventOperations = [parkedEventQuery, parkedEventReplay] as const;
