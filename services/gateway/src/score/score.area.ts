import type { GatewayArea } from '../kernel/area.ts';
import { scoreChangeFileAccess } from './changes/score-change.file-access.ts';
import { scoreChangeHistoryHandlers } from './changes/score-change-history.handlers.ts';
import { scoreChangeHandlers } from './changes/score-change.handlers.ts';
import { scoreDocumentHandlers } from './documents/score-document.handlers.ts';
import { scoreEntryHandlers } from './entry/score-entry.handlers.ts';
import { historicalScoreHandlers } from './historical/historical-score.handlers.ts';
import { publishedScoreHandlers } from './published/published-score.handlers.ts';
import { regularApprovalHandlers } from './regular-approval/regular-approval.handlers.ts';

/** What the area brings to the gateway. */
export const scoreArea: GatewayArea = {
  handlers: [
    ...scoreChangeHandlers,
    ...scoreChangeHistoryHandlers,
    ...scoreDocumentHandlers,
    ...scoreEntryHandlers,
    ...historicalScoreHandlers,
    ...publishedScoreHandlers,
    ...regularApprovalHandlers,
  ],
  fileAccess: [scoreChangeFileAccess],
};
