import { decideApplication } from '../approval/application.command.ts';
import { attemptsStreams } from './attempts.state.ts';
import { publishedScoreOperations } from './published-score.operations.ts';
import { auditRegularScores, regularApprovalOperations } from './regular-approval.operations.ts';
import { auditScoreChange, scoreChangeAuditOperations } from './score-change-audit.operations.ts';
import { scoreChangeHistoryOperations } from './score-change-history.operations.ts';
import { applyScoreChangeFor, applyScoreChangeOperation, scoreChangeOperations } from './score-change.operations.ts';
import { scoreChangeStreams } from './score-change.state.ts';
import { importScores, scoreDocumentOperations } from './score-document.operations.ts';
import {
  registerRemark,
  saveScores,
  saveScoresFor,
  scoreEntryOperations,
  submitScores,
} from './score-entry.operations.ts';
import {
  applyForScoreChange,
  registerRemark as registerRemarkCommand,
  saveSheet,
  submitSheet,
} from './score-sheet.command.ts';
import { sheetStreams } from './score-sheet.state.ts';
import {
  confirmHistoricalScores,
  historicalScoreOperations,
  revokeHistoricalScore,
  revokeHistoricalScoreCommand,
} from './historical/historical-score.operations.ts';
import { scoreImport } from './historical/historical-score.resource.ts';
import { startLongJob } from '../system/long-job.command.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const scoreArea = {
  resources: [scoreImport],
  operations: [
    ...scoreEntryOperations,
    ...scoreDocumentOperations,
    ...scoreChangeOperations,
    ...scoreChangeAuditOperations,
    ...scoreChangeHistoryOperations,
    ...regularApprovalOperations,
    ...publishedScoreOperations,
    ...historicalScoreOperations,
  ],
  streams: [sheetStreams, scoreChangeStreams, attemptsStreams],
  commands: [
    [saveSheet, [saveScores, saveScoresFor, importScores]],
    [registerRemarkCommand, [registerRemark]],
    [submitSheet, [submitScores]],
    [applyForScoreChange, [applyScoreChangeOperation, applyScoreChangeFor]],
    [startLongJob, [confirmHistoricalScores]],
    [revokeHistoricalScoreCommand, [revokeHistoricalScore]],
    [decideApplication, [auditScoreChange, auditRegularScores]],
  ],
} as const satisfies ContractArea;
