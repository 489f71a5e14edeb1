import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import {
  IconAddressBook,
  IconAdjustments,
  IconAward,
  IconCalendarClock,
  IconCalendarPause,
  IconCalendarTime,
  IconCalendarCheck,
  IconSettings,
  IconStairs,
  IconTrophy,
  IconTemplate,
  IconProgress,
  IconBook,
  IconBooks,
  IconBuildingBank,
  IconCalendarEvent,
  IconCoinYuan,
  IconFileText,
  IconFilter,
  IconPlane,
  IconPrinter,
  IconLanguage,
  IconLink,
  IconPercentage,
  IconTag,
  IconMedal,
  IconUserPlus,
  IconChecks,
  IconCertificate,
  IconChartBar,
  IconChartHistogram,
  IconChecklist,
  IconClockHour4,
  IconEdit,
  IconEye,
  IconHistory,
  IconListCheck,
  IconListDetails,
  IconRefresh,
  IconReceipt,
  IconReplace,
  IconScale,
  IconSchool,
  IconUserCheck,
  IconUsersGroup,
} from '@tabler/icons-react';
import {
  moduleOfApplication,
  studentApplicationGroups,
} from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import { applicationEntry } from './application-entry.ts';
import { resourceEntry, type MenuEntry } from './menu-entry.ts';

const page = (key: string) => ({ key, url: modulePath('scoreManage', key) });

/** 成绩管理. */
export const scoreManageMenu: readonly MenuEntry[] = [
  {
    key: 'scoreBusiness',
    name: '成绩办理',
    icon: IconEdit,
    children: [
      { ...page('entry'), name: '成绩录入', icon: IconEdit, permission: 'scoreEntry:query' },
      { ...page('examSet'), name: '教学班与考试设置', icon: IconAdjustments, permission: 'examSet:query' },
      { ...page('change'), name: '成绩更改', icon: IconReplace, permission: 'scoreChange:query' },
      { ...page('publishedScore'), name: '已发布成绩', icon: IconListDetails, permission: 'publishedScore:query' },
      { ...page('jobs'), name: '任务进度', icon: IconProgress, permission: 'longJob:query' },
    ],
  },
  {
    key: 'scoreApproval',
    name: '成绩审批',
    icon: IconChecks,
    children: [
      {
        ...page('regularApproval'),
        name: '正考成绩审批',
        icon: IconChecklist,
        permission: 'regularScoreApproval:query',
      },
      { ...page('changeAudit'), name: '成绩更改审核', icon: IconReplace, permission: 'scoreChangeAudit:exportExcel' },
    ],
  },
  {
    key: 'scoreReassessment',
    name: '补考与重修',
    icon: IconRefresh,
    children: [
      {
        ...page('deferredExam'),
        name: '缓考申请',
        icon: IconCalendarPause,
        permission: 'deferredExamApply:query',
      },
      { ...page('makeupList'), name: '补缓考名单', icon: IconListCheck, permission: 'makeupList:query' },
      {
        ...page('retakeApproval'),
        name: '补缓考成绩审批',
        icon: IconChecklist,
        permission: 'retakeApproval:scoreApprovalAll:query',
      },
      {
        ...page('rebuildManagement'),
        name: '重修管理',
        icon: IconUserCheck,
        permission: 'rebuildManagement:query',
      },
      { ...page('rebuildClass'), name: '重修班', icon: IconUsersGroup, permission: 'rebuildClass:query' },
      {
        ...page('rebuildScoreApproval'),
        name: '重修成绩审批',
        icon: IconChecklist,
        permission: 'rebuildScoreApproval:scoreApprovalAll:query',
      },
    ],
  },
  {
    key: 'scoreSettings',
    name: '成绩设置',
    icon: IconSettings,
    children: [
      resourceEntry(
        'scoreTermControl',
        IconCalendarTime,
        async () => (await import('@jwxt/contracts/score-setting/score-window.resource.ts')).scoreTermControl,
      ),
      resourceEntry(
        'outsideScoreTime',
        IconCalendarCheck,
        async () => (await import('@jwxt/contracts/score-setting/score-window.resource.ts')).outsideScoreTime,
      ),
      resourceEntry(
        'repairApplicationTime',
        IconCalendarClock,
        async () => (await import('@jwxt/contracts/score-setting/score-window.resource.ts')).repairApplicationTime,
      ),
      resourceEntry(
        'rebuildExpenseSet',
        IconReceipt,
        async () => (await import('@jwxt/contracts/score-setting/rebuild-expense-set.resource.ts')).rebuildExpenseSet,
      ),
      resourceEntry(
        'deferredReason',
        IconCalendarPause,
        async () => (await import('@jwxt/contracts/deferred-exam/deferred-reason.resource.ts')).deferredReason,
      ),
      resourceEntry(
        'scoreQueryControl',
        IconEye,
        async () => (await import('@jwxt/contracts/score-setting/score-query-control.resource.ts')).scoreQueryControl,
      ),
      resourceEntry(
        'courseBinding',
        IconLink,
        async () => (await import('@jwxt/contracts/score-setting/course-binding.resource.ts')).courseBinding,
      ),
      resourceEntry(
        'scorePrintTemplate',
        IconPrinter,
        async () => (await import('@jwxt/contracts/score-card/score-print-template.resource.ts')).scorePrintTemplate,
      ),
      resourceEntry(
        'scoreTemplate',
        IconTemplate,
        async () => (await import('@jwxt/contracts/score-setting/score-template.resource.ts')).scoreTemplate,
      ),
      resourceEntry('scoreValue', IconStairs),
      resourceEntry('scoreRules', IconScale),
      resourceEntry(
        'scoreRemark',
        IconTag,
        async () => (await import('@jwxt/contracts/score-setting/score-remark.resource.ts')).scoreRemarkSetting,
      ),
      resourceEntry(
        'scoreCoefficient',
        IconPercentage,
        async () => (await import('@jwxt/contracts/score-setting/score-coefficient.resource.ts')).scoreCoefficient,
      ),
    ],
  },
  {
    key: 'scoreCards',
    name: '成绩查询',
    icon: IconAddressBook,
    children: [
      { ...page('scoreQuery'), name: '学生成绩', icon: IconAddressBook, permission: 'scoreQuery:query' },
      resourceEntry(
        'studentExtraScore',
        IconAward,
        async () => (await import('@jwxt/contracts/score-card/student-extra-score.resource.ts')).studentExtraScore,
      ),
      resourceEntry('scoreImport', IconHistory),
      { ...page('gpaCheckList'), name: '绩点核查', icon: IconListCheck, permission: 'gpaCheckList:query' },
      { ...page('graduationScore'), name: '毕业成绩', icon: IconSchool, permission: 'graduationScore:query' },
    ],
  },
  {
    key: 'scoreRecognition',
    name: '成绩认定',
    icon: IconCertificate,
    children: [
      {
        ...page('recognition/system'),
        name: '系统内成绩认定',
        icon: IconCertificate,
        permission: 'systemScoreCognizance:query',
      },
      {
        ...page('recognition/outside'),
        name: '系统外成绩认定',
        icon: IconCertificate,
        permission: 'outsideScoreCognizance:query',
      },
      {
        ...page('recognition/outSchool'),
        name: '校外成绩认定',
        icon: IconCertificate,
        permission: 'outSideSchoolScoreCognizance:query',
      },
      resourceEntry(
        'outsideSchoolScore',
        IconBuildingBank,
        async () => (await import('@jwxt/contracts/recognition/outside-school-score.resource.ts')).outsideSchoolScore,
      ),
    ],
  },
  {
    key: 'studentApplications',
    name: '学生业务申请',
    icon: IconFileText,
    children: [
      ...studentApplicationGroups
        .filter((group) => moduleOfApplication(group) === 'scoreManage')
        .map((group) => applicationEntry(group)),
      resourceEntry(
        'projectCategory',
        IconTrophy,
        async () => (await import('@jwxt/contracts/student-application/project-category.resource.ts')).projectCategory,
      ),
      resourceEntry(
        'expenseCategory',
        IconCoinYuan,
        async () => (await import('@jwxt/contracts/student-application/expense-category.resource.ts')).expenseCategory,
      ),
      resourceEntry(
        'exchangeStudent',
        IconPlane,
        async () => (await import('@jwxt/contracts/student-application/exchange-student.resource.ts')).exchangeStudent,
      ),
    ],
  },
  {
    key: 'gradeExams',
    name: '等级考试',
    icon: IconLanguage,
    children: [
      resourceEntry('gradeExam', IconCalendarEvent),
      resourceEntry(
        'gradeExamSubject',
        IconBooks,
        async () => (await import('@jwxt/contracts/grade-exam/grade-exam.resource.ts')).gradeExamSubject,
      ),
      resourceEntry(
        'gradeExamRequirement',
        IconFilter,
        async () => (await import('@jwxt/contracts/grade-exam/grade-exam.resource.ts')).gradeExamRequirement,
      ),
      resourceEntry(
        'gradeExamRegistration',
        IconUserPlus,
        async () => (await import('@jwxt/contracts/grade-exam/grade-exam.resource.ts')).gradeExamRegistration,
      ),
      resourceEntry(
        'gradeExamScore',
        IconMedal,
        async () => (await import('@jwxt/contracts/grade-exam/grade-exam.resource.ts')).gradeExamScore,
      ),
    ],
  },
  {
    key: 'publicElective',
    name: '公选课',
    icon: IconBook,
    children: [
      { ...page('elective'), name: '公选课申请', icon: IconEdit, permission: 'publicCourseManage:apply' },
      { ...page('electiveAudit'), name: '公选课审核', icon: IconChecks, permission: 'publicCourseManage:query' },
      { ...page('electivePlan'), name: '公选课计划', icon: IconBook, permission: 'publicCourseManage:query' },
    ],
  },
  {
    key: 'scoreAudit',
    name: '成绩审计',
    icon: IconHistory,
    children: [
      { ...page('replay'), name: '成绩回放', icon: IconClockHour4, permission: 'scoreLog:query' },
      { ...page('changeHistory'), name: '成绩更改历史', icon: IconReplace, permission: 'scoreChangeHistory:query' },
      { ...page('scoreLog'), name: '成绩日志', icon: IconHistory, permission: 'scoreLog:query' },
    ],
  },
  {
    key: 'scoreAnalysis',
    name: '统计分析',
    icon: IconChartBar,
    children: [
      { ...page('analysis'), name: '成绩统计', icon: IconChartHistogram, permission: 'scoreStatistics:query' },
      { ...page('scoreAnalysis'), name: '成绩分析', icon: IconChartBar, permission: 'scoreAnalysis:query' },
    ],
  },
];
