import { approvalHandlers } from './approval/approval.handlers.ts';
import { auditHandlers } from './audit/audit.handlers.ts';
import { scoreLogHandlers } from './audit/score-log.handlers.ts';
import { dataMonitorHandlers } from './data-monitor/data-monitor.handlers.ts';
import { monitorBallHandlers } from './data-monitor/monitor-ball.handlers.ts';
import { classroomHandlers } from './base-info/classroom.handlers.ts';
import { courseHandlers } from './base-info/course.handlers.ts';
import { departmentHandlers } from './base-info/department.handlers.ts';
import { personalCoursePlanHandlers } from './base-info/personal-course-plan.handlers.ts';
import { scoreHierarchyHandlers } from './base-info/score-hierarchy.handlers.ts';
import { teacherHandlers } from './base-info/teacher.handlers.ts';
import { dictionaryHandlers } from './base-info/dictionary.handlers.ts';
import { homeHandlers } from './home/home.handlers.ts';
import { menuHandlers } from './home/menu.handlers.ts';
import { semesterHandlers } from './base-info/semester.handlers.ts';
import { chooseHandlers } from './choose/choose.handlers.ts';
import { examSetReadingHandlers } from './exam-set/exam-set-reading.handlers.ts';
import { examSetHandlers } from './exam-set/exam-set.handlers.ts';
import { exportJobHandlers } from './file/export-job.handlers.ts';
import { fileHandlers } from './file/file.handlers.ts';
import type { Handler } from './kernel/handler.ts';
import { makeupListHandlers } from './makeup/makeup-list.handlers.ts';
import { rebuildClassHandlers } from './makeup/rebuild-class.handlers.ts';
import { retakeApprovalHandlers } from './makeup/retake-approval.handlers.ts';
import { noticeHandlers } from './notice/notice.handlers.ts';
import { publishingHandlers } from './notice/publishing.handlers.ts';
import { resourceOptionHandlers } from './kernel/resource-handlers.ts';
import { scoreSettingHandlers } from './score-setting/score-setting.handlers.ts';
import { electiveHandlers } from './elective/elective.handlers.ts';
import { systemMessageHandlers } from './notice/system-message.handlers.ts';
import { permissionHandlers } from './permission/permission.handlers.ts';
import { recognitionHandlers } from './recognition/recognition.handlers.ts';
import { scoreCardHandlers } from './score-card/score-card.handlers.ts';
import { publishedScoreHandlers } from './regular-approval/published-score.handlers.ts';
import { regularApprovalHandlers } from './regular-approval/regular-approval.handlers.ts';
import { scoreChangeHandlers } from './score-change/score-change.handlers.ts';
import { scoreDocumentHandlers } from './score/score-document.handlers.ts';
import { scoreEntryHandlers } from './score/score-entry.handlers.ts';
import { appearanceHandlers } from './session/appearance.handlers.ts';
import { openSessionHandlers } from './session/open-session.handlers.ts';
import { sessionHandlers } from './session/session.handlers.ts';
import { statisticsHandlers } from './statistics/statistics.handlers.ts';
import { studentHandlers } from './student/student.handlers.ts';
import { longJobHandlers } from './system/long-job.handlers.ts';
import { monitorHandlers } from './system/monitor.handlers.ts';
import { parkedEventHandlers } from './system/parked-event.handlers.ts';
import { systemHandlers } from './system/system.handlers.ts';

/** What carries out each declared operation. One that is missing here keeps the gateway from starting. */
export const handlers: readonly Handler[] = [
  ...sessionHandlers,
  ...monitorBallHandlers,
  ...dataMonitorHandlers,
  ...openSessionHandlers,
  ...appearanceHandlers,
  ...systemHandlers,
  ...permissionHandlers,
  ...semesterHandlers,
  ...chooseHandlers,
  ...parkedEventHandlers,
  ...monitorHandlers,
  ...studentHandlers,
  ...approvalHandlers,
  ...scoreEntryHandlers,
  ...scoreDocumentHandlers,
  ...scoreChangeHandlers,
  ...regularApprovalHandlers,
  ...publishedScoreHandlers,
  ...dictionaryHandlers,
  ...recognitionHandlers,
  ...auditHandlers,
  ...scoreLogHandlers,
  ...statisticsHandlers,
  ...fileHandlers,
  ...exportJobHandlers,
  ...noticeHandlers,
  ...publishingHandlers,
  ...systemMessageHandlers,
  ...scoreCardHandlers,
  ...homeHandlers,
  ...menuHandlers,
  ...electiveHandlers,
  ...classroomHandlers,
  ...courseHandlers,
  ...departmentHandlers,
  ...personalCoursePlanHandlers,
  ...scoreHierarchyHandlers,
  ...teacherHandlers,
  ...retakeApprovalHandlers,
  ...makeupListHandlers,
  ...rebuildClassHandlers,
  ...longJobHandlers,
  ...examSetHandlers,
  ...examSetReadingHandlers,
  ...resourceOptionHandlers,
  ...scoreSettingHandlers,
];
