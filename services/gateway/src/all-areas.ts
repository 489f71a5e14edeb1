import { allResources } from '@jwxt/contracts/all-areas.ts';
import type { AreaName } from '@jwxt/contracts/kernel/area.vocabulary.ts';
import { sessionArea } from './session/session.area.ts';
import { schemeArea } from './scheme/scheme.area.ts';
import { studentStatusArea } from './student-status/student-status.area.ts';
import { homeArea } from './home/home.area.ts';
import { approvalArea } from './approval/approval.area.ts';
import { baseInfoArea } from './base-info/base-info.area.ts';
import { chooseArea } from './choose/choose.area.ts';
import { scoreArea } from './score/score.area.ts';
import { examSetArea } from './exam-set/exam-set.area.ts';
import { scoreSettingArea } from './score-setting/score-setting.area.ts';
import { makeupArea } from './makeup/makeup.area.ts';
import { deferredExamArea } from './deferred-exam/deferred-exam.area.ts';
import { studentApplicationArea } from './student-application/student-application.area.ts';
import { recognitionArea } from './recognition/recognition.area.ts';
import { gradeExamArea } from './grade-exam/grade-exam.area.ts';
import { electiveArea } from './elective/elective.area.ts';
import { openCourseArea } from './open-course/open-course.area.ts';
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
import type { GatewayArea } from './kernel/area.ts';
import type { Handler } from './kernel/handler.ts';
import { bulkHandlers } from './kernel/bulk-handlers.ts';
import { importHandlers } from './kernel/import-handlers.ts';
import { resourceHandlers, resourceOptionHandlers } from './kernel/resource-handlers.ts';
import type { FileAccess } from './kernel/services.ts';

/** What each area brings to the gateway. */
export const allAreas: Partial<Record<AreaName, GatewayArea>> = {
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
};

const areas = Object.values(allAreas);

/** What carries out each declared operation. One that is missing here keeps the gateway from starting. */
export const handlers: readonly Handler[] = [
  ...areas.flatMap((area) => area.handlers),
  ...allResources.flatMap(resourceHandlers),
  ...allResources.flatMap(importHandlers),
  ...allResources.flatMap(bulkHandlers),
  ...resourceOptionHandlers,
];
/** Who may see and change attachments, by the table of the business object. A table that is not here has none. */
export const allFileAccess: ReadonlyMap<string, FileAccess> = new Map(
  areas.flatMap(({ fileAccess = [] }) => fileAccess).map((access) => [access.businessTable, access]),
);
