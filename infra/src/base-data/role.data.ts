import { recognitionKinds } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { codesOfResource, type PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { studentApplicationKinds } from '@jwxt/contracts/student-application/all-student-applications.ts';
import { planActions, planOfStudents, planKeeping, planReading } from './role-plan.data.ts';
import {
  openCourseConfirming,
  openCourseFilling,
  openCourseOfOffice,
  openCourseReading,
} from './role-open-course.data.ts';
import { resourceNames, resources, type ResourceName } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import {
  reading,
  integrity,
  personProtection,
  operationLog,
  publishing,
  schoolFigures,
  homeLayout,
  monitorReading,
  monitorCleaning,
  merging,
  processSettings,
  processCategories,
  replay,
  runningProcesses,
  programs,
  changeFeed,
  fileCatalogue,
  fileKeeping,
  confirming,
  transfersOfOwn,
  transferring,
  transfersOfAll,
  rolesReading,
  rolesOfOffice,
  permissionsReading,
  rolesKeeping,
  unitsKeeping,
  dimensionReading,
  approvalCentre,
} from './role-of-system.data.ts';
import { majorHeadScope, schemeOfMajorHeads } from './role-of-major.data.ts';
import { schemaOfOffice, schemeOfUnit, schemeReading } from './role-of-scheme.data.ts';
import { statusCheckScopes } from './role-student/check.data.ts';
import { statusOfAdvisers } from './role-student/conduct.data.ts';
import { teacherWarningScope } from './role-student/warning.data.ts';
import {
  statusOfOffice,
  statusOfStudents,
  statusOfTeachers,
  statusOfUnit,
  statusReading,
} from './role-student-status.data.ts';

/**
 * Roles (PERM-10) with what each may do and see: the defaults of domain model §4, as far as this version has operations
 * for them.
 */

export const roles = [
  { jsbh: '01', jsmc: '系统管理员', jslx: 'casual' },
  { jsbh: '02', jsmc: '教务处管理员', jslx: 'teacher' },
  { jsbh: '03', jsmc: '院系教务员', jslx: 'teacher' },
  { jsbh: '04', jsmc: '院系审核人', jslx: 'teacher' },
  { jsbh: '05', jsmc: '教务处审核人', jslx: 'teacher' },
  { jsbh: '06', jsmc: '任课教师', jslx: 'teacher' },
  { jsbh: '07', jsmc: '审计员', jslx: 'casual' },
  { jsbh: '08', jsmc: '学生', jslx: 'student' },
  { jsbh: '09', jsmc: '辅导员', jslx: 'teacher' },
  { jsbh: '10', jsmc: '专业负责人', jslx: 'teacher' },
  { jsbh: '11', jsmc: '数据保护专员', jslx: 'casual' },
] as const;

type RoleCode = (typeof roles)[number]['jsbh'];

/**
 * Choosing courses, teachers, rooms and units in forms: for all staff. Plans of students besides, within the own scope.
 */
const picking: readonly PermissionCode[] = [
  'courseInfo:query',
  'courseManage:query',
  'teacher:query',
  'classroom:query',
  'department:query',
];
const studentPlans: readonly PermissionCode[] = ['personalCoursePlan:query'];
/** Audit lists of submitted and published scores, and their workbooks. */
const scoreAudits: readonly PermissionCode[] = [
  'scoreChangeAudit:exportExcel',
  'regularScoreApproval:query',
  'regularScoreApproval:exportExcel',
  'publishedScore:query',
  'publishedScore:exportExcel',
];
const scoreDetails: readonly PermissionCode[] = ['scoreEntry:detail', 'scoreChange:query', 'scoreChangeAudit:detail'];
/** Score sheets as files: to keep and to print for whoever works with them, to fill in for who types. */
const sheetFiles: readonly PermissionCode[] = ['scoreEntry:exportExcel', 'scoreEntry:print'];
const sheetImport: readonly PermissionCode[] = [...sheetFiles, 'scoreEntry:template', 'scoreEntry:import'];
/** Typing scores, and asking for changes of published ones, for the teachers, with a reason. */
const forTeachers: readonly PermissionCode[] = ['scoreEntry:saveFor', 'scoreChange:applyFor'];
/** Recognitions of the three kinds: to read, to take away as a workbook, and to apply for students. */
const recognitionDetails: readonly PermissionCode[] = [
  'systemScoreCognizance:query',
  'systemScoreCognizanceAudit:detail',
  'outsideScoreCognizance:query',
  'outsideScoreCognizance:detail',
  'outSideSchoolScoreCognizance:query',
  'outSideSchoolScoreCognizance:detail',
  'systemScoreCognizanceAudit:exportAuditExcel',
  'outsideScoreCognizanceAudit:exportAuditExcel',
  'outSideSchoolScoreCognizance:exportAuditExcel',
];
const recognitionApplying: readonly PermissionCode[] = Object.values(recognitionKinds).flatMap(({ codes }) => [
  codes.apply,
  codes.remove,
]);
const staffReading: readonly PermissionCode[] = [...reading, ...picking, 'userMessage:query'];
/** What scores of the classes in scope come to, and how they were changed: office, units, auditors and teachers. */
/** Frozen standings of the students in scope (SCORE-MORE-21, 25). */
const frozenStandings: readonly PermissionCode[] = [
  'gpaCheckList:query',
  'gpaCheckList:exportExcel',
  'graduationScore:query',
  'graduationScore:exportExcel',
];
const analysis: readonly PermissionCode[] = [
  'scoreAnalysis:query',
  'scoreAnalysis:exportExcel',
  'scoreChangeHistory:query',
  'scoreChangeHistory:exportExcel',
];
/** A student's score card; printing a transcript is for the office and the units' clerks. */
const scoreCards: readonly PermissionCode[] = ['scoreQuery:query', 'scoreQuery:exportExcel'];
const transcripts: readonly PermissionCode[] = [...scoreCards, 'scoreQuery:print'];

/**
 * Exam settings of teaching classes; the office sets everything, a unit who types and when, a teacher the proportions
 * of the own classes.
 */
const examSetReading: readonly PermissionCode[] = ['examSet:query', 'examSet:exportExcel', 'longJob:query'];
const examSetOfUnit: readonly PermissionCode[] = [
  ...examSetReading,
  'examSet:teacherSet',
  'examSet:timeSet',
  'longJob:cancel',
];
const examSetOfOffice: readonly PermissionCode[] = [
  ...examSetOfUnit,
  'examSet:initSet',
  'examSet:quickSet',
  'examSet:subItemBatch',
  'examSet:hierarchy',
  'examSet:rollback',
  'examSet:forceSubmit',
  'examSet:batchAdjustment',
];

/**
 * Make-up, deferred and retake scores: approvers decide, clerks and auditors look, the office makes the lists and
 * classes. A teacher sees the own ones.
 */
const ownReassessments: readonly PermissionCode[] = ['retakeApproval:query', 'rebuildScoreApproval:query'];
const reassessmentReading: readonly PermissionCode[] = [
  ...ownReassessments,
  'retakeApproval:scorePassApproval:query',
  'retakeApproval:scoreApprovalAll:query',
  'rebuildScoreApproval:scorePassApproval:query',
  'rebuildScoreApproval:scoreApprovalAll:query',
  'makeupList:query',
  'rebuildClass:query',
  'rebuildManagement:query',
];
const reassessments: readonly PermissionCode[] = [
  ...reassessmentReading,
  'retakeApproval:exportExcel',
  'retakeApproval:exportPassApprovalExcel',
  'retakeApproval:exportApprovalAllExcel',
  'rebuildScoreApproval:exportRebuildScoreApprovalExcel',
  'makeupList:exportExcel',
  'rebuildManagement:exportExcel',
];
const reassessmentApproving: readonly PermissionCode[] = [
  ...reassessments,
  'retakeApproval:approval',
  'rebuildScoreApproval:approval',
];
const reassessmentsOfOffice: readonly PermissionCode[] = [
  ...reassessmentApproving,
  'makeupList:generate',
  'makeupList:update',
  'makeupList:freeze',
  'rebuildClass:update',
  'rebuildClass:publish',
  'rebuildManagement:update',
];

/** Leave to sit exams later: students and clerks apply, units decide, the office takes leave back. */
const deferrals: readonly PermissionCode[] = ['deferredExamApply:query'];
const deferralApplying: readonly PermissionCode[] = [...deferrals, 'deferredExamApply:apply'];

/**
 * Applications of students of every kind: who decides or looks reads them, clerks and the office apply for students,
 * students for themselves where their kind says so, the office takes back what is in force.
 */
const applications = studentApplicationKinds.map(({ permissions }): PermissionCode => permissions.query);
const applicationsForStudents = studentApplicationKinds.flatMap(({ permissions }): PermissionCode[] => [
  permissions.query,
  permissions.apply,
]);
const applicationsOfOffice = studentApplicationKinds.flatMap(({ permissions }): PermissionCode[] =>
  Object.values(permissions),
);
const applicationsOfStudents = studentApplicationKinds.flatMap(({ byStudent, permissions }): PermissionCode[] =>
  byStudent ? [permissions.query, permissions.apply] : [],
);

/** Public elective applications: teachers and clerks apply, the office says when. */
const electives: readonly PermissionCode[] = ['publicCourseManage:query', 'publicCourseManage:exportExcel'];
const electiveApplying: readonly PermissionCode[] = [...electives, 'publicCourseManage:apply'];

/** Resources, among them score rules, templates, windows: the office keeps them, those who work by them read them. */
const beyondPicking = (codes: readonly PermissionCode[]): readonly PermissionCode[] =>
  codes.filter((code) => !picking.includes(code) && !publishing.includes(code));
/** Settings of the whole system: the administrator's. The office reads what it works by. */
const ofAdministrator: readonly ResourceName[] = ['sysSet', 'appSetting', 'domain'];
const settingKeeping: readonly PermissionCode[] = ofAdministrator.flatMap(codesOfResource);
const settingReading: readonly PermissionCode[] = ['sysSet:query', 'sysSet:detail'];
const resourceKeeping: readonly PermissionCode[] = [
  ...beyondPicking(resourceNames.filter((name) => !ofAdministrator.includes(name)).flatMap(codesOfResource)),
  'baseImport:query',
  'codeRule:generate',
];
const scoreSettingReading: readonly PermissionCode[] = resourceNames
  .filter((name) => resources[name].module === 'scoreManage')
  .flatMap((name) => [`${name}:query` as const, `${name}:detail` as const]);

/**
 * Base data (domain model §4): lists, which hold nothing personal, for approvers, administrators and auditors; units
 * read the whole and keep their classes.
 */
const baseDataNames = resourceNames.filter((name) => resources[name].module === 'baseInfo');
const baseDataQueries: readonly PermissionCode[] = beyondPicking(baseDataNames.map((name) => `${name}:query` as const));
const baseDataReading: readonly PermissionCode[] = [
  ...baseDataQueries,
  ...baseDataNames.map((name) => `${name}:detail` as const),
];
const baseDataOfUnit: readonly PermissionCode[] = [
  ...baseDataReading,
  'classInfo:create',
  'classInfo:update',
  'classInfo:exportExcel',
  'courseManage:exportExcel',
  'teacher:exportExcel',
  'teacher:reveal',
  'syllabus:create',
  'syllabus:update',
  'syllabus:delete',
  'teachingClass:query',
  'teachingClass:detail',
  'teachingClassTeacher:query',
  'classSchedule:query',
  'classSchedule:exportExcel',
  'timetable:query',
  'teachingClassTeacher:assign',
  'teachingClassStudent:query',
  'teachingClassStudent:exportExcel',
];
/** Students of the own unit: read with what is personal, and kept up to date. */
const studentsOfUnit: readonly PermissionCode[] = [
  'studentInfo:query',
  'studentInfo:detail',
  'studentInfo:reveal',
  'studentInfo:update',
  'studentInfo:exportExcel',
];

/** Permission codes of each role. The administrator (01) sees no score: separation of duties. */
export const permissionsOfRole: Record<RoleCode, readonly string[]> = {
  '01': [
    ...transfersOfAll,
    ...unitsKeeping,
    ...confirming,
    'schoolSetup:query',
    ...operationLog,
    ...integrity,
    ...rolesKeeping,
    'dataPermission:query',
    'dataPermission:save',
    ...dimensionReading,
    'dataDimension:update',
    'studentDataDimension:update',
    'appBuild:components',
    ...codesOfResource('dataDict'),
    ...settingKeeping,
    ...baseDataQueries,
    ...studentPlans,
    ...approvalCentre,
    ...fileCatalogue,
    ...monitorCleaning,
    ...schoolFigures,
    ...homeLayout,
    ...staffReading,
    ...publishing,
    'readModel:query',
    'readModel:rebuild',
    'loginUserRedis:query',
    'loginUserRedis:kickOut',
    'systemUser:tempLogin',
    'user:viewAs',
    'user:resetSecondFactor',
    ...programs,
    'systemMonitor:query',
    'person:query',
    'resources:query',
    'resources:update',
    'cacheManagement:query',
    'cacheManagement:clear',
    'cacheManagement:warm',
    ...processSettings,
    ...processCategories,
    'scoreStatistics:query',
  ],
  '02': [
    ...statusOfOffice,
    ...planActions,
    ...dimensionReading,
    ...transferring,
    ...confirming,
    'schoolSetup:query',
    ...operationLog,
    ...rolesOfOffice,
    ...resourceKeeping,
    ...settingReading,
    ...programs,
    ...changeFeed,
    'scoreRules:publish',
    'scoreImport:confirm',
    ...frozenStandings,
    'gpaCheckList:generate',
    'graduationScore:generate',
    'graduationScore:lock',
    'gradeExamRegistration:giveTickets',
    'timetable:query',
    'teachingClassTeacher:assign',
    'semester:setCurrent',
    'semester:archive',
    'teachingClassStudent:addClasses',
    'semester:copySettings',
    ...electives,
    ...openCourseOfOffice,
    'publicCourseManage:setRound',
    ...schemaOfOffice,
    ...examSetOfOffice,
    ...reassessmentsOfOffice,
    ...approvalCentre,
    ...studentPlans,
    ...fileKeeping,
    ...monitorCleaning,
    ...merging,
    'dataMonitor:update',
    ...schoolFigures,
    ...homeLayout,
    ...staffReading,
    ...publishing,
    'system:approve',
    ...scoreDetails,
    ...scoreAudits,
    ...analysis,
    ...sheetImport,
    ...forTeachers,
    'scoreEntry:registerRemark',
    ...recognitionDetails,
    ...recognitionApplying,
    'scoreCognizance:overrideCredit',
    'scoreCognizance:settle',
    'scoreCognizance:revoke',
    ...deferralApplying,
    ...applicationsOfOffice,
    'deferredExamApply:revoke',
    ...replay,
    ...runningProcesses,
    ...transcripts,
    'scoreLog:exportExcel',
    ...processSettings,
    'scoreStatistics:query',
    'studentInformationApproval:apply',
  ],
  '03': [
    ...statusOfUnit,
    ...planKeeping,
    ...transferring,
    ...schemeOfUnit,
    ...scoreSettingReading,
    ...frozenStandings,
    'gradeExamRegistration:exportExcel',
    'gradeExamScore:exportExcel',
    'exchangeStudent:exportExcel',
    'studentExtraScore:exportExcel',
    'outsideSchoolScore:create',
    'outsideSchoolScore:update',
    'outsideSchoolScore:delete',
    'outsideSchoolScore:exportExcel',
    'outsideSchoolScore:import',
    ...baseDataOfUnit,
    ...studentsOfUnit,
    ...openCourseFilling,
    ...electiveApplying,
    ...examSetOfUnit,
    ...reassessments,
    ...approvalCentre,
    ...studentPlans,
    ...monitorCleaning,
    ...schoolFigures,
    ...staffReading,
    ...publishing,
    'system:approve',
    ...scoreDetails,
    ...scoreAudits,
    ...analysis,
    ...sheetImport,
    ...forTeachers,
    ...recognitionDetails,
    ...recognitionApplying,
    ...deferralApplying,
    ...applicationsForStudents,
    ...replay,
    ...transcripts,
    'processSetting:query',
    'scoreStatistics:query',
  ],
  '04': [
    ...statusReading,
    ...planReading,
    ...transferring,
    ...schemeReading,
    ...scoreSettingReading,
    ...baseDataQueries,
    ...openCourseConfirming,
    ...electives,
    ...examSetReading,
    ...reassessmentApproving,
    ...approvalCentre,
    ...studentPlans,
    ...schoolFigures,
    ...staffReading,
    'system:approve',
    ...scoreDetails,
    ...scoreAudits,
    ...analysis,
    ...sheetFiles,
    ...recognitionDetails,
    ...deferrals,
    ...applications,
    ...replay,
    ...scoreCards,
    'studentInfo:query',
    'scoreStatistics:query',
  ],
  '05': [
    ...statusReading,
    ...planReading,
    ...transferring,
    ...schemeReading,
    ...scoreSettingReading,
    ...baseDataQueries,
    ...openCourseReading,
    ...electives,
    ...examSetReading,
    ...reassessmentApproving,
    ...approvalCentre,
    ...studentPlans,
    ...schoolFigures,
    ...staffReading,
    'system:approve',
    'scoreImport:confirm',
    ...scoreDetails,
    ...scoreAudits,
    ...analysis,
    ...sheetFiles,
    ...recognitionDetails,
    ...deferrals,
    ...applications,
    ...replay,
    ...scoreCards,
    'scoreLog:exportExcel',
    'studentInfo:query',
    'processSetting:query',
    'scoreStatistics:query',
  ],
  '06': [
    ...statusOfTeachers,
    ...transfersOfOwn,
    ...electiveApplying,
    ...examSetReading,
    ...ownReassessments,
    'examSet:subItemBatch',
    ...approvalCentre,
    ...staffReading,
    'courseChoose:init',
    'publishedScore:query',
    'publishedScore:exportExcel',
    ...analysis,
    'scoreEntry:query',
    'scoreEntry:detail',
    'scoreEntry:save',
    'scoreEntry:submit',
    ...sheetImport,
    'scoreChange:query',
    'scoreChange:apply',
    'scoreChangeAudit:detail',
    'adjustCourse:apply',
    'timetable:own',
    'teacherPlan:answer',
  ],
  '07': [
    ...statusReading,
    ...planReading,
    ...operationLog,
    ...integrity,
    ...rolesReading,
    ...permissionsReading,
    ...schemeReading,
    ...scoreSettingReading,
    ...baseDataQueries,
    ...openCourseReading,
    ...electives,
    ...examSetReading,
    ...reassessmentReading,
    ...approvalCentre,
    ...monitorReading,
    ...schoolFigures,
    ...staffReading,
    ...scoreDetails,
    ...scoreAudits,
    ...analysis,
    ...recognitionDetails,
    ...deferrals,
    ...applications,
    ...replay,
    'scoreQuery:query',
    'studentInfo:query',
    'scoreLog:exportExcel',
    'processSetting:query',
    'processSetting:simulate',
    'readModel:query',
    'loginUserRedis:query',
    'scoreStatistics:query',
  ],
  '08': [
    ...statusOfStudents,
    ...planOfStudents,
    ...reading,
    'timetable:own',
    ...studentPlans,
    'courseChoose:init',
    'systemMessageStudent:query',
    'scoreQuery:query',
    'scoreQuery:print',
    'gradeExam:own',
    'gradeExam:signUp',
    'gpaCheckList:own',
    'gpaCheckList:confirm',
    'graduationScore:own',
    'studentInformationApproval:apply',
    ...deferralApplying,
    ...applicationsOfStudents,
  ],
  '09': [...statusOfAdvisers, ...approvalCentre, ...staffReading, 'system:approve', 'studentInfo:query'],
  '10': [...schemeOfMajorHeads, ...approvalCentre, ...staffReading],
  '11': [...personProtection, ...operationLog, ...confirming, ...staffReading],
};

export const rolePermissions = Object.entries(permissionsOfRole).flatMap(([jsbh, codes]) =>
  codes.map((qxbh) => ({ jsbh, qxbh })),
);

/** Data scopes that restrict; a missing dimension does not. */
export const roleScopes = [
  { jsbh: '03', sjqxbh: 'DW', fwz: '$DW' },
  { jsbh: '04', sjqxbh: 'DW', fwz: '$DW' },
  { jsbh: '06', sjqxbh: 'DW', fwz: '$SELF' },
  // Student status: an adviser sees the classes that he leads (STUDENT-STATUS-01).
  { jsbh: '06', qxbh: 'student', sjqxbh: 'XZB', fwz: '$BJ' },
  { jsbh: '08', sjqxbh: 'DW', fwz: '$SELF' },
  ...statusCheckScopes,
  { jsbh: '09', sjqxbh: 'XZB', fwz: '$BJ' },
  teacherWarningScope,
  majorHeadScope,
];
