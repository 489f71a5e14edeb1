import { approvalOperations } from '../approval/approval.operations.ts';
import { adjustCourseOperations } from '../approval/adjust-course.operations.ts';
import { infoCheckOperations } from '../approval/info-check.operations.ts';
import { delegationOperations } from '../approval/secondary-auth.operations.ts';
import { auditOperations } from '../audit/audit.operations.ts';
import { scoreLogOperations } from '../audit/score-log.operations.ts';
import { dataMonitorOperations } from '../data-monitor/data-monitor.operations.ts';
import { monitorBallOperations } from '../data-monitor/monitor-ball.operations.ts';
import { classroomOperations } from '../base-info/classroom.operations.ts';
import { courseOperations } from '../base-info/course.operations.ts';
import { departmentOperations } from '../base-info/department.operations.ts';
import { personalCoursePlanOperations } from '../base-info/personal-course-plan.operations.ts';
import { scoreHierarchyOperations } from '../base-info/score-hierarchy.operations.ts';
import { teacherOperations } from '../base-info/teacher.operations.ts';
import { selectCurrentXnXq } from '../base-info/semester.operations.ts';
import { courseChooseInit } from '../choose/choose.operations.ts';
import { dictionaryOperations } from '../base-info/dictionary.operations.ts';
import { electiveOperations } from '../elective/elective.operations.ts';
import { makeupListOperations } from '../makeup/makeup-list.operations.ts';
import { retakeApprovalOperations } from '../makeup/retake-approval.operations.ts';
import { noticeOperations } from '../notice/notice.operations.ts';
import { publishingOperations } from '../notice/publishing.operations.ts';
import { systemMessageOperations } from '../notice/system-message.operations.ts';
import { homeOperations } from '../home/home.operations.ts';
import { menuOperations } from '../home/menu.operations.ts';
import { examSetOperations } from '../exam-set/exam-set.operations.ts';
import { exportJobOperations } from '../file/export-job.operations.ts';
import { fileOperations } from '../file/file.operations.ts';
import { recognitionOperations } from '../recognition/recognition.operations.ts';
import { scoreCardOperations } from '../score-card/score-card.operations.ts';
import { publishedScoreOperations } from '../score/published-score.operations.ts';
import { regularApprovalOperations } from '../score/regular-approval.operations.ts';
import { scoreChangeAuditOperations } from '../score/score-change-audit.operations.ts';
import { scoreChangeOperations } from '../score/score-change.operations.ts';
import { scoreDocumentOperations } from '../score/score-document.operations.ts';
import { scoreEntryOperations } from '../score/score-entry.operations.ts';
import { appearanceOperations } from '../session/appearance.operations.ts';
import { openSessionOperations } from '../session/open-session.operations.ts';
import { sessionOperations } from '../session/session.operations.ts';
import { statisticsOperations } from '../statistics/statistics.operations.ts';
import { longJobOperations } from '../system/long-job.operations.ts';
import { monitorOperations } from '../system/monitor.operations.ts';
import { parkedEventOperations } from '../system/parked-event.operations.ts';
import { permissionOperations } from '../system/permission.operations.ts';
import { systemOperations } from '../system/system.operations.ts';
import { scoreSettingOperations } from '../score-setting/score-setting.operations.ts';
import type { Operation } from './operation.ts';
import { resourceOptions } from './resource-option.operations.ts';

/** Every operation of the API. The gateway serves exactly these. */
export const operations: readonly Operation[] = [
  ...sessionOperations,
  ...openSessionOperations,
  ...appearanceOperations,
  ...systemOperations,
  ...permissionOperations,
  selectCurrentXnXq,
  courseChooseInit,
  ...parkedEventOperations,
  ...monitorBallOperations,
  ...dataMonitorOperations,
  ...monitorOperations,
  ...approvalOperations,
  ...delegationOperations,
  ...adjustCourseOperations,
  ...infoCheckOperations,
  ...scoreEntryOperations,
  ...scoreDocumentOperations,
  ...scoreChangeOperations,
  ...scoreChangeAuditOperations,
  ...regularApprovalOperations,
  ...publishedScoreOperations,
  ...dictionaryOperations,
  ...recognitionOperations,
  ...auditOperations,
  ...scoreLogOperations,
  ...statisticsOperations,
  ...fileOperations,
  ...noticeOperations,
  ...publishingOperations,
  ...systemMessageOperations,
  ...scoreCardOperations,
  ...homeOperations,
  ...menuOperations,
  ...electiveOperations,
  ...classroomOperations,
  ...courseOperations,
  ...departmentOperations,
  ...personalCoursePlanOperations,
  ...scoreHierarchyOperations,
  ...teacherOperations,
  ...retakeApprovalOperations,
  ...makeupListOperations,
  ...longJobOperations,
  ...exportJobOperations,
  ...examSetOperations,
  resourceOptions,
  ...scoreSettingOperations,
];
