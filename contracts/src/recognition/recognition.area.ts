import { decideApplication } from '../approval/application.command.ts';
import { recognitionAccountStreams } from './recognition-account.state.ts';
import {
  applyForRecognition,
  removeRecognition,
  revokeRecognition,
  saveRecognition,
  settleRecognition,
} from './recognition.command.ts';
import { outsideSchoolScore } from './outside-school-score.resource.ts';
import { recognitionOperations, recognitionOperationsOf } from './recognition.operations.ts';
import { recognitionStreams } from './recognition.state.ts';
import type { ContractArea } from '../kernel/area.ts';

const { system, outside, outSchool } = recognitionOperationsOf;

/** What the area brings to the contracts. */
export const recognitionArea = {
  resources: [outsideSchoolScore],
  operations: [...recognitionOperations],
  streams: [recognitionStreams, recognitionAccountStreams],
  commands: [
    [decideApplication, [system.audit, outside.audit, outSchool.audit]],
    [applyForRecognition, [system.apply, outside.apply, outSchool.apply]],
    [saveRecognition, [system.save, outside.save, outSchool.save]],
    [removeRecognition, [system.batchDelete, outside.batchDelete, outSchool.batchDelete]],
    [settleRecognition, [system.settle]],
    [revokeRecognition, [system.revoke, outside.revoke, outSchool.revoke]],
  ],
} as const satisfies ContractArea;
