import { z } from 'zod';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/** `type` of the check: a round of course selection is open for the caller (SHELL-44), or why not. */
export const chooseRound = { open: '6', none: '1', notBegun: '2', over: '3' } as const;

/**
 * SHELL-43: whether the caller may enter course selection now. With another type than `open` the message
 * says why not.
 */
export const courseChooseInit = defineOperation({
  id: 'courseChoose.init',
  method: 'GET',
  path: '/courseChoose/init',
  access: { permission: 'courseChoose:init' },
  scope: noScope.own,
  summary: '选课入口检查',
  input: z.object({}),
  output: z.object({ type: z.string(), message: z.string() }),
});
