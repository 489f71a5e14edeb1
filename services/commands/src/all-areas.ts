import { allResources } from '@jwxt/contracts/all-areas.ts';
import type { AreaName } from '@jwxt/contracts/kernel/area.vocabulary.ts';
import { approvalArea } from './approval/approval.area.ts';
import { schemeArea } from './scheme/scheme.area.ts';
import { studentStatusArea } from './student-status/student-status.area.ts';
import { baseInfoArea } from './base-info/base-info.area.ts';
import { dataMonitorArea } from './data-monitor/data-monitor.area.ts';
import { accessArea } from './access/access.area.ts';
import { dataScopeArea } from './data-scope/data-scope.area.ts';
import { changeFeedArea } from './change-feed/change-feed.area.ts';
import { systemArea } from './system/system.area.ts';
import { systemSettingArea } from './system-setting/system-setting.area.ts';
import { sessionArea } from './session/session.area.ts';
import { scoreArea } from './score/score.area.ts';
import { recognitionArea } from './recognition/recognition.area.ts';
import { deferredExamArea } from './deferred-exam/deferred-exam.area.ts';
import { studentApplicationArea } from './student-application/student-application.area.ts';
import { makeupArea } from './makeup/makeup.area.ts';
import { electiveArea } from './elective/elective.area.ts';
import { openCourseArea } from './open-course/open-course.area.ts';
import { gradeExamArea } from './grade-exam/grade-exam.area.ts';
import { integrityArea } from './integrity/integrity.area.ts';
import { fileArea } from './file/file.area.ts';
import { noticeArea } from './notice/notice.area.ts';
import { homeArea } from './home/home.area.ts';
import { scoreCardArea } from './score-card/score-card.area.ts';
import { standingArea } from './standing/standing.area.ts';
import { scoreSettingArea } from './score-setting/score-setting.area.ts';
import type { Chore, CommandsArea } from './kernel/area.ts';
import type { CommandRoute, FileRule, PassRule, Policy } from './kernel/command-route.ts';
import { importJobs } from './kernel/import-jobs.ts';
import { importRoutes } from './kernel/import-routes.ts';
import type { LongJobKind } from './kernel/long-job.ts';
import { resourceRoutes, type RulesOfResources } from './kernel/resource-routes.ts';

/** What each area brings to the commands. */
export const allAreas: Partial<Record<AreaName, CommandsArea>> = {
  approval: approvalArea,
  'base-info': baseInfoArea,
  scheme: schemeArea,
  'student-status': studentStatusArea,
  'data-monitor': dataMonitorArea,
  access: accessArea,
  'data-scope': dataScopeArea,
  'change-feed': changeFeedArea,
  system: systemArea,
  'system-setting': systemSettingArea,
  session: sessionArea,
  score: scoreArea,
  recognition: recognitionArea,
  'deferred-exam': deferredExamArea,
  'student-application': studentApplicationArea,
  makeup: makeupArea,
  elective: electiveArea,
  'open-course': openCourseArea,
  'grade-exam': gradeExamArea,
  integrity: integrityArea,
  file: fileArea,
  notice: noticeArea,
  home: homeArea,
  'score-card': scoreCardArea,
  'score-setting': scoreSettingArea,
  standing: standingArea,
};

const areas = Object.values(allAreas);

/** What the rows of resources obey besides their declarations. */
const rulesOfResources: RulesOfResources = Object.assign({}, ...areas.map(({ resourceRules }) => resourceRules));
/** Every command that may be sent. */
export const allRoutes: readonly CommandRoute[] = [
  ...areas.flatMap(({ routes }) => routes),
  ...allResources.flatMap(importRoutes),
  ...allResources.flatMap((resource) => resourceRoutes(resource, rulesOfResources[resource.name], allResources)),
];
/** Every policy. Its name is the key of its checkpoint. */
export const allPolicies: readonly Policy[] = areas.flatMap(({ policies = [] }) => policies);
/** Every kind of long job. */
export const allJobKinds: readonly LongJobKind[] = [
  ...areas.flatMap(({ jobKinds = [] }) => jobKinds),
  ...importJobs(allResources, rulesOfResources),
];
/** When attachments may change, by the table of the business object. A table that is not here has none. */
export const allFileRules: ReadonlyMap<string, FileRule> = new Map(
  areas.flatMap(({ fileRules = [] }) => fileRules).map((rule) => [rule.businessTable, rule]),
);
/** Why applications may not be passed now, by their process. A process that is not here has no such reason. */
export const allPassRules: ReadonlyMap<string, PassRule> = new Map(
  areas.flatMap(({ passRules = [] }) => passRules).map((rule) => [rule.processNo, rule]),
);
/** What goes on by itself, by the name of its lock. */
export const allChores: Readonly<Record<string, Chore>> = Object.assign({}, ...areas.map(({ chores }) => chores));
