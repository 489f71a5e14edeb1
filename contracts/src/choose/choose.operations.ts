import { z } from 'zod';
import { defineOperation } from '../kernel/operation.ts';

/** `type` of the check when a round of course selection is open for the caller (SHELL-44). */
export const MAY_ENTER = '6';

/**
 * SHELL-43: whether the caller may enter course selection now. With another type than {@link MAY_ENTER} the message
 * says why not.
 */
export const courseChooseInit = defineOperation({
  id: 'courseChoose.init',
  method: 'GET',
  path: '/courseChoose/init',
  access: { permission: 'courseChoose:init' },
  summary: '选课入口检查',
  input: z.object({}),
  output: z.object({ type: z.string(), message: z.string() }),
});
