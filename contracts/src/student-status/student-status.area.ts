import type { ContractArea } from '../kernel/area.ts';
import { statusFileCommands, statusFileOperations, statusFileResources, statusFileStreams } from './file/file-parts.ts';
import {
  statusCheckCommands,
  statusCheckOperations,
  statusCheckResources,
  statusCheckStreams,
} from './check/check-parts.ts';
import {
  statusChangeCommands,
  statusChangeOperations,
  statusChangeResources,
  statusChangeStreams,
} from './change/change-parts.ts';
import {
  statusFreshmanCommands,
  statusFreshmanOperations,
  statusFreshmanResources,
  statusFreshmanStreams,
} from './freshman/freshman-parts.ts';
import { statusTermCommands, statusTermOperations, statusTermResources, statusTermStreams } from './term/term-parts.ts';
import {
  statusConductCommands,
  statusConductOperations,
  statusConductResources,
  statusConductStreams,
} from './conduct/conduct-parts.ts';
import {
  statusWarningCommands,
  statusWarningOperations,
  statusWarningResources,
  statusWarningStreams,
} from './warning/warning-parts.ts';
import {
  statusDivertCommands,
  statusDivertOperations,
  statusDivertResources,
  statusDivertStreams,
} from './divert/divert-parts.ts';

/** What the area brings to the contracts: the life of a student (STUDENT-STATUS-01). */
export const studentStatusArea = {
  resources: [
    ...statusFileResources,
    ...statusCheckResources,
    ...statusChangeResources,
    ...statusFreshmanResources,
    ...statusTermResources,
    ...statusConductResources,
    ...statusWarningResources,
    ...statusDivertResources,
  ],
  operations: [
    ...statusFileOperations,
    ...statusCheckOperations,
    ...statusChangeOperations,
    ...statusFreshmanOperations,
    ...statusTermOperations,
    ...statusConductOperations,
    ...statusWarningOperations,
    ...statusDivertOperations,
  ],
  streams: [
    ...statusFileStreams,
    ...statusCheckStreams,
    ...statusChangeStreams,
    ...statusFreshmanStreams,
    ...statusTermStreams,
    ...statusConductStreams,
    ...statusWarningStreams,
    ...statusDivertStreams,
  ],
  commands: [
    ...statusFileCommands,
    ...statusCheckCommands,
    ...statusChangeCommands,
    ...statusFreshmanCommands,
    ...statusTermCommands,
    ...statusConductCommands,
    ...statusWarningCommands,
    ...statusDivertCommands,
  ],
} as const satisfies ContractArea;
