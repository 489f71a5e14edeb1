import type { ContractArea } from '../kernel/area.ts';
import { courseGroup, courseGroupDetail, courseGroupHours } from './course-group.resource.ts';
import { gradeMajorProject, gradeMajorRequirement, majorSystem, schemeSystem } from './scheme-system.resource.ts';
import { schemaCommands, schemaOperations } from './schema/schema-contracts.ts';
import { schemaStreams } from './schema/schema.state.ts';
import { schemeClassify, schemeModule, schemeVersion } from './scheme-version.resource.ts';

/** What the area brings to the contracts: the frame of training schemes (SCHEME-09…12, 26, 29, 40…42). */
export const schemeArea = {
  resources: [
    schemeVersion,
    schemeModule,
    schemeClassify,
    schemeSystem,
    gradeMajorRequirement,
    majorSystem,
    gradeMajorProject,
    courseGroup,
    courseGroupDetail,
    courseGroupHours,
  ],
  operations: [...schemaOperations],
  streams: [schemaStreams],
  commands: [...schemaCommands],
} as const satisfies ContractArea;
