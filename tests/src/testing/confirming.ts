import { z } from 'zod';
import { confirmedCheck, type ConfirmedCheck } from '@jwxt/contracts/score/score-sheet.events.ts';
import { ApiRefused } from './api-session.ts';

const asked = z.object({ warnings: z.array(confirmedCheck) });

/**
 * Hands a class in as a person does who says of everything unusual that it is right: asked about it, the same again
 * with the answers. Called once more because no answer came, it sends what it sent last.
 */
export function confirming<R>(submit: (confirmed: ConfirmedCheck[]) => Promise<R>): () => Promise<R> {
  let confirmed: ConfirmedCheck[] = [];
  return async () => {
    try {
      return await submit(confirmed);
    } catch (error) {
      if (!(error instanceof ApiRefused) || error.failure.code !== 'SHEET_WARNINGS_OPEN') throw error;
      confirmed = asked.parse(error.failure.data).warnings;
      return await submit(confirmed);
    }
  };
}
