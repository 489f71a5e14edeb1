import { dictionaryRows } from '@jwxt/infra/base-data/dictionary.data.ts';
import { accessSamples } from './access-samples.ts';
import { approvalSamples, prepareApprovals } from './approval-samples.ts';
import { baseDataSamples } from './base-data-samples.ts';
import { gradeExamSamples } from './grade-exam-samples.ts';
import { conductSamples } from './conduct-samples.ts';
import { dataScopeSamples } from './data-scope-samples.ts';
import { load, type CommandSamples } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { studentApplicationSamples } from './student-application-samples.ts';
import { deferredExamSamples } from './deferred-exam-samples.ts';
import { electiveSamples, prepareElectives } from './elective-samples.ts';
import { openCourseSamples, prepareOpenCourse } from './open-course-samples.ts';
import { mergeSamples } from './merge-samples.ts';
import { prepareReassessments, reassessmentSamples } from './reassessment-samples.ts';
import { prepareScores, scoreSamples } from './score-samples.ts';
import { loadScoreSchool } from './score-school.ts';
import { planChangeSamples } from './plan-change-samples.ts';
import { statusFileSamples } from './status-file-samples.ts';
import { planSamples } from './plan-samples.ts';
import { schemaSamples } from './schema-samples.ts';
import { schemeSamples } from './scheme-samples.ts';
import { settingSamples } from './setting-samples.ts';
import { prepareSystem, systemSamples } from './system-samples.ts';
import { standingSamples } from './standing-samples.ts';
import { statusCheckSamples } from './status-check-samples.ts';
import { statusWarningSamples } from './status-warning-samples.ts';
import { statusTermSamples } from './status-term-samples.ts';
import { statusChangeSamples } from './status-change-samples.ts';
import { statusDivertSamples } from './status-divert-samples.ts';
import { statusFreshmanSamples } from './status-freshman-samples.ts';
import { systemSettingSamples } from './system-setting-samples.ts';

/** Every command that may be sent, with what makes it accepted. */
export const allCommandSamples: CommandSamples = {
  ...scoreSamples,
  ...approvalSamples,
  ...reassessmentSamples,
  ...electiveSamples,
  ...openCourseSamples,
  ...gradeExamSamples,
  ...conductSamples,
  ...schemeSamples,
  ...schemaSamples,
  ...planSamples,
  ...statusFileSamples,
  ...planChangeSamples,
  ...deferredExamSamples,
  ...studentApplicationSamples,
  ...statusChangeSamples,
  ...settingSamples,
  ...baseDataSamples,
  ...mergeSamples,
  ...dataScopeSamples,
  ...systemSamples,
  ...accessSamples,
  ...systemSettingSamples,
  ...standingSamples,
  ...statusCheckSamples,
  ...statusWarningSamples,
  ...statusTermSamples,
  ...statusFreshmanSamples,
  ...statusDivertSamples,
};

/** The school in which all of them can be prepared. */
export async function loadSampleSchool(t: TestApp): Promise<void> {
  await loadScoreSchool(t);
  await load(t, 'dataDict', dictionaryRows);
  for (const prepare of [
    prepareScores,
    prepareApprovals,
    prepareReassessments,
    prepareElectives,
    prepareOpenCourse,
    prepareSystem,
  ])
    await prepare(t);
}
