import type { AreaName } from '@jwxt/contracts/kernel/area.vocabulary.ts';
import { approvalArea } from './approval/approval.area.ts';
import { scoreArea } from './score/score.area.ts';
import { recognitionArea } from './recognition/recognition.area.ts';
import { deferredExamArea } from './deferred-exam/deferred-exam.area.ts';
import { studentApplicationArea } from './student-application/student-application.area.ts';
import { schemeArea } from './scheme/scheme.area.ts';
import { studentStatusArea } from './student-status/student-status.area.ts';
import { electiveArea } from './elective/elective.area.ts';
import { integrityArea } from './integrity/integrity.area.ts';
import { statisticsArea } from './statistics/statistics.area.ts';
import type { ProjectionsArea } from './kernel/area.ts';
import type { Projection } from './kernel/projection.ts';

/** What each area brings to the projections. */
export const allAreas: Partial<Record<AreaName, ProjectionsArea>> = {
  approval: approvalArea,
  score: scoreArea,
  recognition: recognitionArea,
  'deferred-exam': deferredExamArea,
  'student-application': studentApplicationArea,
  elective: electiveArea,
  scheme: schemeArea,
  'student-status': studentStatusArea,
  statistics: statisticsArea,
  integrity: integrityArea,
};

/** Every read model of the product. */
export const allProjections: readonly Projection[] = Object.values(allAreas).flatMap(({ readModels }) => readModels);
