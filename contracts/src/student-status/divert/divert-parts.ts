import { untold } from '../../kernel/stream.ts';
import { interviewScore, majorOrDirection, professionalDiversion } from './diversion.resource.ts';
import {
  adjustShunt,
  adjustShuntOperation,
  assignShuntClasses,
  assignShuntClassesOperation,
  computeShunt,
  computeShuntOperation,
  fileVolunteers,
  fileVolunteersOperation,
  implementShunt,
  implementShuntOperation,
  publishShunt,
  publishShuntOperation,
  shuntOperations,
  submitShunt,
  submitShuntOperation,
} from './shunt.operations.ts';
import { shuntStreams } from './shunt.state.ts';
import {
  assignTransferClass,
  assignTransferClassOperation,
  implementTransfers,
  implementTransfersOperation,
  publishTransfers,
  publishTransfersOperation,
  transferOperations,
} from './transfer.operations.ts';
import { transferBatch, transferQuota } from './transfer.resource.ts';

/** Rows that people keep of streaming and transfer of majors (STUDENT-STATUS-20, 22, 23, 36, 37, 41). */
export const statusDivertResources = [
  professionalDiversion,
  majorOrDirection,
  interviewScore,
  transferBatch,
  transferQuota,
] as const;
/** What can be asked for. */
export const statusDivertOperations = [...shuntOperations, ...transferOperations] as const;
/** Kinds of streams: lists tell of a batch as it stands, the log of approvals of its application. */
export const statusDivertStreams = [untold(shuntStreams)] as const;
/** Commands, with who sends them. */
export const statusDivertCommands = [
  [computeShunt, [computeShuntOperation]],
  [adjustShunt, [adjustShuntOperation]],
  [assignShuntClasses, [assignShuntClassesOperation]],
  [publishShunt, [publishShuntOperation]],
  [submitShunt, [submitShuntOperation]],
  [implementShunt, [implementShuntOperation]],
  [fileVolunteers, [fileVolunteersOperation]],
  [publishTransfers, [publishTransfersOperation]],
  [assignTransferClass, [assignTransferClassOperation]],
  [implementTransfers, [implementTransfersOperation]],
] as const;
