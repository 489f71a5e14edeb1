import type { ServerMessage } from '@jwxt/contracts/kernel/push.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { NewsKind } from '../lib/area.ts';
import { invalidateOperations, operationKey } from '../lib/queries.ts';
import { isKnownSheet } from '../lib/sheet-news.ts';
import { staleAfter } from './all-areas.ts';

/** The open sheet, by its name alone: what score entry says of itself is not loaded with the shell. */
const openSheet = { id: 'scoreEntry.sheet' };

/** What is being fetched because of a message, and whether another one came meanwhile. */
const rounds = new WeakMap<QueryClient, Map<NewsKind, { again: boolean }>>();

/**
 * Refetches what a kind of message makes stale. While that is under way, further messages of the kind wait for its end
 * and are answered by one more round together: a page under a stream of messages finishes what it fetches, and asks no
 * faster than it is answered.
 */
function refetchInRounds(client: QueryClient, kind: NewsKind): void {
  const own = rounds.get(client) ?? new Map<NewsKind, { again: boolean }>();
  rounds.set(client, own);
  const running = own.get(kind);
  if (running) {
    running.again = true;
    return;
  }
  const round = { again: false };
  own.set(kind, round);
  void invalidateOperations(client, staleAfter[kind]).finally(() => {
    own.delete(kind);
    if (round.again) refetchInRounds(client, kind);
  });
}

/** Refetches what a message of the server says has changed; after a gap, everything that is shown. */
export function refreshAfter(client: QueryClient, message: ServerMessage | 'gap'): void {
  if (message === 'gap') void client.invalidateQueries();
  else if (message.type === 'approvals' || message.type === 'readModels' || message.type === 'message')
    refetchInRounds(client, message.type);
  else if (message.type === 'sheet') {
    refetchInRounds(client, 'sheet');
    if (isKnownSheet(message.sheetId, message.revision)) return;
    const at = message.sheetId.lastIndexOf('.');
    // Partial match: whatever else the input of the sheet query holds.
    void client.invalidateQueries({
      queryKey: operationKey(openSheet, {
        teachingClassId: message.sheetId.slice(0, at),
        scoreType: message.sheetId.slice(at + 1),
      }),
    });
  }
}
