import { z } from 'zod';
import { cellConflict } from '@jwxt/contracts/score/score-sheet.command.ts';
import { SIGNED_OUT, toApiError } from '../../../lib/api-error.ts';
import type { SaveFailure } from './save-queue.ts';

const conflictData = z.object({ conflicts: z.array(cellConflict) });

/** What a failed save means for the queue. */
export function saveFailureOf(error: unknown): SaveFailure {
  const { code, status, message, fieldErrors, traceId, data } = toApiError(error, '保存失败');
  if (status === 401 || status === 510 || code === SIGNED_OUT) return { kind: 'signedOut' };
  if (code === 'SHEET_CELL_CONFLICT')
    return { kind: 'conflict', conflicts: conflictData.safeParse(data).data?.conflicts ?? [] };
  if (code === 'COMMAND_REUSED') return { kind: 'idTaken' };
  // 0: no answer; 429 and CONCURRENT_CHANGE: nothing was written and the same save may succeed next time.
  if (status === 0 || status >= 500 || status === 408 || status === 429 || code === 'CONCURRENT_CHANGE')
    return { kind: 'unreachable', message, traceId };
  if (fieldErrors.some(({ field }) => field.startsWith('rows.')))
    return { kind: 'cells', fieldErrors, message, traceId };
  return { kind: 'refused', code, message, traceId };
}
