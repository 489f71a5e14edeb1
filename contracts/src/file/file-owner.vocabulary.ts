import { DEFERRED_EXAM_FILES } from '../deferred-exam/deferred-exam.vocabulary.ts';
import { electiveFileNames } from '../elective/elective.vocabulary.ts';
import { COURSE_ADJUST_FILES } from '../scheme/change/course-adjust.vocabulary.ts';
import { WARNING_RECORD_FILES } from '../student-status/warning/warning.vocabulary.ts';
import { studentApplicationKinds } from '../student-application/all-student-applications.ts';
import { INFO_CHECK_FILES } from '../student-status/check/info-check.vocabulary.ts';
import { PHOTO_FILES } from '../student-status/check/student-photo.vocabulary.ts';
import { CERTIFICATE_FILES } from '../student-status/file/certificate.rules.ts';
import { GUIDE_FILES, NOTICE_FILES, RECOGNITION_FILES, SCORE_CHANGE_FILES } from './file.vocabulary.ts';

/** What files are attached to, by business table. */
export const businessTableNames: Readonly<Record<string, string>> = {
  [NOTICE_FILES]: '通知公告',
  [GUIDE_FILES]: '操作指南',
  [RECOGNITION_FILES]: '成绩认定',
  [SCORE_CHANGE_FILES]: '成绩更改申请',
  [DEFERRED_EXAM_FILES]: '缓考申请',
  [COURSE_ADJUST_FILES]: '课程调整申请',
  [INFO_CHECK_FILES]: '学生信息核对',
  [PHOTO_FILES]: '学生照片',
  [CERTIFICATE_FILES]: '学生证书',
  [WARNING_RECORD_FILES]: '预警处理记录',
  ...Object.fromEntries(studentApplicationKinds.map(({ files, name }) => [files.businessTable, name])),
  ...electiveFileNames,
};
