import type { AreaName } from '@jwxt/contracts/kernel/area.vocabulary.ts';
import type { AnyRoute } from '@tanstack/react-router';
import { homeArea } from '../areas/home/home.area.ts';
import { schemeArea } from '../areas/scheme/scheme.area.ts';
import { studentStatusArea } from '../areas/student-status/student-status.area.ts';
import { approvalArea } from '../areas/approval/approval.area.ts';
import { baseInfoArea } from '../areas/base-info/base-info.area.ts';
import { scoreArea } from '../areas/score/score.area.ts';
import { examSetArea } from '../areas/exam-set/exam-set.area.ts';
import { recognitionArea } from '../areas/recognition/recognition.area.ts';
import { gradeExamArea } from '../areas/grade-exam/grade-exam.area.ts';
import { deferredExamArea } from '../areas/deferred-exam/deferred-exam.area.ts';
import { studentApplicationArea } from '../areas/student-application/student-application.area.ts';
import { electiveArea } from '../areas/elective/elective.area.ts';
import { openCourseArea } from '../areas/open-course/open-course.area.ts';
import { makeupArea } from '../areas/makeup/makeup.area.ts';
import { noticeArea } from '../areas/notice/notice.area.ts';
import { scoreCardArea } from '../areas/score-card/score-card.area.ts';
import { scoreSettingArea } from '../areas/score-setting/score-setting.area.ts';
import { auditArea } from '../areas/audit/audit.area.ts';
import { standingArea } from '../areas/standing/standing.area.ts';
import { statisticsArea } from '../areas/statistics/statistics.area.ts';
import { schoolSetupArea } from '../areas/school-setup/school-setup.area.ts';
import { accessArea } from '../areas/access/access.area.ts';
import { dataScopeArea } from '../areas/data-scope/data-scope.area.ts';
import { systemArea } from '../areas/system/system.area.ts';
import { systemSettingArea } from '../areas/system-setting/system-setting.area.ts';
import { dataMonitorArea } from '../areas/data-monitor/data-monitor.area.ts';
import { appBuildArea } from '../areas/app-build/app-build.area.ts';
import { fileArea } from '../areas/file/file.area.ts';
import { sessionArea } from '../areas/session/session.area.ts';
import type { NewsKind, WebArea } from '../lib/area.ts';
import type { ApprovalContents, BusinessLinks } from '../lib/business-links.ts';
import { resourcePageRoutes } from './resource.routes.tsx';

/** What each area brings to the pages. */
export const allAreas: Partial<Record<AreaName, WebArea>> = {
  home: homeArea,
  approval: approvalArea,
  'base-info': baseInfoArea,
  scheme: schemeArea,
  'student-status': studentStatusArea,
  score: scoreArea,
  'exam-set': examSetArea,
  recognition: recognitionArea,
  'deferred-exam': deferredExamArea,
  'student-application': studentApplicationArea,
  elective: electiveArea,
  'open-course': openCourseArea,
  'grade-exam': gradeExamArea,
  makeup: makeupArea,
  notice: noticeArea,
  'score-card': scoreCardArea,
  'score-setting': scoreSettingArea,
  audit: auditArea,
  standing: standingArea,
  statistics: statisticsArea,
  'school-setup': schoolSetupArea,
  access: accessArea,
  'data-scope': dataScopeArea,
  system: systemArea,
  'system-setting': systemSettingArea,
  'data-monitor': dataMonitorArea,
  'app-build': appBuildArea,
  file: fileArea,
  session: sessionArea,
};

const areas = Object.values(allAreas);
const staleFor = (kind: NewsKind): string[] => areas.flatMap(({ staleAfter }) => staleAfter?.[kind] ?? []);

/** Pages below the shell. */
export function shellRoutes(parent: AnyRoute): AnyRoute[] {
  const brought = areas.flatMap(({ routes }) => routes?.(parent) ?? []);
  const addresses = new Set(brought.map(({ options }) => (options as { path?: string }).path ?? ''));
  return [...brought, ...resourcePageRoutes(parent, addresses)];
}

/** What each message of the server makes stale, by operation id or its beginning. */
export const staleAfter: Readonly<Record<NewsKind, readonly string[]>> = {
  approvals: staleFor('approvals'),
  sheet: staleFor('sheet'),
  readModels: staleFor('readModels'),
  message: staleFor('message'),
};
/** Where applications are shown, by process. */
export const businessLinks: BusinessLinks = Object.assign({}, ...areas.map((area) => area.businessLinks));
/** What of them is decided, by process. */
export const approvalContents: ApprovalContents = Object.assign({}, ...areas.map((area) => area.approvalContents));
