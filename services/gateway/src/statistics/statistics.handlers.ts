import {
  approvalStatistics,
  entryProgress,
  scoreStatistics,
} from '@jwxt/contracts/statistics/statistics.operations.ts';
import { handler } from '../kernel/handler.ts';
import { readApprovalStatistics, readEntryProgress, readScoreStatistics } from './statistics.read.ts';

const scoreHandler = handler(scoreStatistics, (input, call) => readScoreStatistics(call.services.db, call.user, input));
const approvalHandler = handler(approvalStatistics, (_input, call) => readApprovalStatistics(call.services.db));
const progressHandler = handler(entryProgress, ({ semesterId }, call) =>
  readEntryProgress(call.services.db, call.user, semesterId),
);

export const statisticsHandlers = [scoreHandler, approvalHandler, progressHandler];
