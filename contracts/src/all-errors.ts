import { accessErrors } from './access/access-error.vocabulary.ts';
import { approvalErrors } from './approval/approval-error.vocabulary.ts';
import { auditErrors } from './audit/audit-error.vocabulary.ts';
import { baseInfoErrors } from './base-info/base-info-error.vocabulary.ts';
import { changeFeedErrors } from './change-feed/change-feed-error.vocabulary.ts';
import { dataMonitorErrors } from './data-monitor/data-monitor-error.vocabulary.ts';
import { dataScopeErrors } from './data-scope/data-scope-error.vocabulary.ts';
import { gradeExamErrors } from './grade-exam/grade-exam-error.vocabulary.ts';
import { deferredExamErrors } from './deferred-exam/deferred-exam-error.vocabulary.ts';
import { studentApplicationErrors } from './student-application/student-application-error.vocabulary.ts';
import { electiveErrors } from './elective/elective-error.vocabulary.ts';
import { examSetErrors } from './exam-set/exam-set-error.vocabulary.ts';
import { homeErrors } from './home/home-error.vocabulary.ts';
import { makeupErrors } from './makeup/makeup-error.vocabulary.ts';
import { noticeErrors } from './notice/notice-error.vocabulary.ts';
import { fileErrors } from './file/file-error.vocabulary.ts';
import { planChangeErrors } from './scheme/change/change-error.vocabulary.ts';
import { individualErrors } from './scheme/individual/individual-error.vocabulary.ts';
import { planErrors } from './scheme/plan/plan-error.vocabulary.ts';
import { schemaErrors } from './scheme/schema/schema-error.vocabulary.ts';
import { scoreErrors } from './score/score-error.vocabulary.ts';
import { scoreCardErrors } from './score-card/score-card-error.vocabulary.ts';
import { standingErrors } from './standing/standing-error.vocabulary.ts';
import { scoreSettingErrors } from './score-setting/score-setting-error.vocabulary.ts';
import { schemeErrors } from './scheme/scheme-error.vocabulary.ts';
import { statusFileErrors } from './student-status/file/file-error.vocabulary.ts';
import { statusCheckErrors } from './student-status/check/check-error.vocabulary.ts';
import { statusChangeErrors } from './student-status/change/change-error.vocabulary.ts';
import { statusFreshmanErrors } from './student-status/freshman/freshman-error.vocabulary.ts';
import { statusTermErrors } from './student-status/term/term-error.vocabulary.ts';
import { statusConductErrors } from './student-status/conduct/conduct-error.vocabulary.ts';
import { statusWarningErrors } from './student-status/warning/warning-error.vocabulary.ts';
import { statusDivertErrors } from './student-status/divert/divert-error.vocabulary.ts';
import { openCourseErrors } from './open-course/open-course-error.vocabulary.ts';
import { recognitionErrors } from './recognition/recognition-error.vocabulary.ts';
import { sessionErrors } from './session/session-error.vocabulary.ts';
import { requestErrors } from './system/request-error.vocabulary.ts';
import { systemErrors } from './system/system-error.vocabulary.ts';
import { systemSettingErrors } from './system-setting/system-setting-error.vocabulary.ts';

/** What a person is told, and the HTTP status it travels with. `{name}` is filled in from the refusal's details. */
export type ErrorEntry = { readonly status: number; readonly text: string };

/** Every refusal of the product, once. The code is the envelope's `code`. */
export const errors = {
  ...requestErrors,
  ...systemErrors,
  ...accessErrors,
  ...sessionErrors,
  ...approvalErrors,
  ...scoreErrors,
  ...recognitionErrors,
  ...deferredExamErrors,
  ...studentApplicationErrors,
  ...electiveErrors,
  ...planErrors,
  ...planChangeErrors,
  ...individualErrors,
  ...schemaErrors,
  ...openCourseErrors,
  ...gradeExamErrors,
  ...makeupErrors,
  ...auditErrors,
  ...changeFeedErrors,
  ...dataMonitorErrors,
  ...fileErrors,
  ...noticeErrors,
  ...homeErrors,
  ...scoreCardErrors,
  ...scoreSettingErrors,
  ...standingErrors,
  ...examSetErrors,
  ...baseInfoErrors,
  ...schemeErrors,
  ...statusFileErrors,
  ...statusCheckErrors,
  ...statusChangeErrors,
  ...statusFreshmanErrors,
  ...statusTermErrors,
  ...statusConductErrors,
  ...statusWarningErrors,
  ...statusDivertErrors,
  ...systemSettingErrors,
  ...dataScopeErrors,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

/** The Chinese text of a code with its `{placeholders}` filled in. */
export function errorText(code: ErrorCode, details: Record<string, string | number> = {}): string {
  return errors[code].text.replace(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole));
}
