import type { AreaName } from './kernel/area.vocabulary.ts';
import { operationsOf, type ContractArea } from './kernel/area.ts';
import type { Operation } from './kernel/operation.ts';
import { resourceOptions } from './kernel/resource-option.operations.ts';
import type { Resource } from './kernel/resource.ts';
import { sessionArea } from './session/session.area.ts';
import { homeArea } from './home/home.area.ts';
import { approvalArea } from './approval/approval.area.ts';
import { baseInfoArea } from './base-info/base-info.area.ts';
import { schemeArea } from './scheme/scheme.area.ts';
import { studentStatusArea } from './student-status/student-status.area.ts';
import { chooseArea } from './choose/choose.area.ts';
import { scoreArea } from './score/score.area.ts';
import { examSetArea } from './exam-set/exam-set.area.ts';
import { scoreSettingArea } from './score-setting/score-setting.area.ts';
import { makeupArea } from './makeup/makeup.area.ts';
import { deferredExamArea } from './deferred-exam/deferred-exam.area.ts';
import { studentApplicationArea } from './student-application/student-application.area.ts';
import { recognitionArea } from './recognition/recognition.area.ts';
import { electiveArea } from './elective/elective.area.ts';
import { openCourseArea } from './open-course/open-course.area.ts';
import { gradeExamArea } from './grade-exam/grade-exam.area.ts';
import { scoreCardArea } from './score-card/score-card.area.ts';
import { standingArea } from './standing/standing.area.ts';
import { statisticsArea } from './statistics/statistics.area.ts';
import { auditArea } from './audit/audit.area.ts';
import { integrityArea } from './integrity/integrity.area.ts';
import { fileArea } from './file/file.area.ts';
import { noticeArea } from './notice/notice.area.ts';
import { dataMonitorArea } from './data-monitor/data-monitor.area.ts';
import { schoolSetupArea } from './school-setup/school-setup.area.ts';
import { accessArea } from './access/access.area.ts';
import { dataScopeArea } from './data-scope/data-scope.area.ts';
import { changeFeedArea } from './change-feed/change-feed.area.ts';
import { systemArea } from './system/system.area.ts';
import { systemSettingArea } from './system-setting/system-setting.area.ts';

/** What each area brings to the contracts. Its refusals stand in `all-errors.ts`, which the pages load alone. */
export const allAreas = {
  session: sessionArea,
  home: homeArea,
  approval: approvalArea,
  'base-info': baseInfoArea,
  scheme: schemeArea,
  'student-status': studentStatusArea,
  choose: chooseArea,
  score: scoreArea,
  'exam-set': examSetArea,
  'score-setting': scoreSettingArea,
  makeup: makeupArea,
  'deferred-exam': deferredExamArea,
  'student-application': studentApplicationArea,
  recognition: recognitionArea,
  elective: electiveArea,
  'open-course': openCourseArea,
  'grade-exam': gradeExamArea,
  'score-card': scoreCardArea,
  standing: standingArea,
  statistics: statisticsArea,
  audit: auditArea,
  integrity: integrityArea,
  file: fileArea,
  notice: noticeArea,
  'data-monitor': dataMonitorArea,
  'school-setup': schoolSetupArea,
  access: accessArea,
  'data-scope': dataScopeArea,
  'change-feed': changeFeedArea,
  system: systemArea,
  'system-setting': systemSettingArea,
} as const satisfies Partial<Record<AreaName, ContractArea>>;

const areas: readonly ContractArea[] = Object.values(allAreas);

/** Every operation of the API. The gateway serves exactly these. */
export const operations: readonly Operation[] = [...areas.flatMap(operationsOf), resourceOptions];

/** Every resource. */
export const allResources: readonly Resource[] = areas.flatMap(({ resources = [] }) => resources);
