import { decideApplication, recallApplication, urgeApplication } from '../approval/application.command.ts';
import type { ContractArea } from '../kernel/area.ts';
import { untold } from '../kernel/stream.ts';
import { deferredExam } from './deferred-exam.events.ts';
import {
  applyForDeferredExam,
  deferredExamApply,
  deferredExamAudit,
  deferredExamOperations,
  deferredExamRecall,
  deferredExamRevoke,
  deferredExamUrge,
  revokeDeferredExam,
} from './deferred-exam.operations.ts';
import { deferredReason } from './deferred-reason.resource.ts';

/** What the area brings to the contracts (SCORE-MORE-16, 17). */
export const deferredExamArea = {
  resources: [deferredReason],
  operations: [...deferredExamOperations],
  // Replayed with its application, which has it in its content; what it does to a score is told on the sheet.
  streams: [untold(deferredExam.streams)],
  commands: [
    [applyForDeferredExam, [deferredExamApply]],
    [revokeDeferredExam, [deferredExamRevoke]],
    [decideApplication, [deferredExamAudit]],
    [recallApplication, [deferredExamRecall]],
    [urgeApplication, [deferredExamUrge]],
  ],
} as const satisfies ContractArea;
