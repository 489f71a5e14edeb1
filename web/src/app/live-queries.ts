import type { ServerMessage } from '@jwxt/contracts/kernel/push.ts';
import { sheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { QueryClient } from '@tanstack/react-query';
import { invalidateOperations, operationKey } from '../lib/queries.ts';

/** What each message makes stale, by operation id or area. Own applications change with approvals, so lists that show their state go along. */
export const staleAfter = {
  approvals: ['approval.', 'scoreEntry.classes', 'scoreChange.', 'recognition.query', 'recognition.detail', 'statistics.approval'],
  sheet: ['scoreEntry.classes', 'statistics.entryProgress'],
  readModels: ['readModel.'],
} as const;

/** Refetches what a message of the server says has changed; after a gap, everything that is shown. */
export function refreshAfter(client: QueryClient, message: ServerMessage | 'gap'): void {
  if (message === 'gap') void client.invalidateQueries();
  else if (message.type === 'approvals' || message.type === 'readModels') void invalidateOperations(client, staleAfter[message.type]);
  else if (message.type === 'sheet') {
    void invalidateOperations(client, staleAfter.sheet);
    const at = message.sheetId.lastIndexOf('.');
    // Partial match: whatever else the input of the sheet query holds.
    void client.invalidateQueries({ queryKey: operationKey(sheet, { teachingClassId: message.sheetId.slice(0, at), scoreType: message.sheetId.slice(at + 1) }) });
  }
}
