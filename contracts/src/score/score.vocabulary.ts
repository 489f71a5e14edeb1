/** Score types, @CJ_KSLX. */
export const scoreType = { regular: '1', makeup: '2', beforeGraduation: '3', retake: '4' } as const;
export type ScoreType = (typeof scoreType)[keyof typeof scoreType];
/** The score types of exams that stand in for a former one. */
export type ReassessmentType = (typeof scoreType)['makeup' | 'retake'];
export const scoreTypeNames = {
  [scoreType.regular]: '正考',
  [scoreType.makeup]: '补考/缓考',
  [scoreType.beforeGraduation]: '毕业前补考',
  [scoreType.retake]: '重修',
} as const satisfies Record<ScoreType, string>;

/** Process that approves a sheet of each score type. */
export const sheetProcessOf: Record<ScoreType, string> = {
  [scoreType.regular]: 'ZKCJSP',
  [scoreType.makeup]: 'BHKCJSP',
  [scoreType.beforeGraduation]: 'BHKCJSP',
  [scoreType.retake]: 'CXCJSP',
};

/** Why a student is on a make-up list, @CJ_BKLX: 补考一, 补考二, 缓考. */
export const makeupType = { first: '1', second: '2', deferred: '3' } as const;
export type MakeupType = (typeof makeupType)[keyof typeof makeupType];
/** How a make-up type is shown: a deferred exam, or else a make-up (MAKEUP-12, 13). */
export const makeupTypeName = (type: string): string => (type === makeupType.deferred ? '缓考' : '补考');
/** What a make-up counts, `makeupAndDelayTemplateValue`: alone, or in the place of the final exam (MAKEUP-04, 05). */
export const makeupOption = { countsAlone: '0', replacesExam: '1' } as const;
export type MakeupOption = (typeof makeupOption)[keyof typeof makeupOption];
/** How the make-up option is shown. */
export const makeupOptionName = (option: string | null): string =>
  option === makeupOption.replacesExam ? '替代期末' : '100%';
/** Who sits a make-up, deferred or retake exam; CXS is a retake student (MAKEUP-11). */
export const studentTypeNames = { CXS: '重修生', BKS: '补考生', HKS: '缓考生' } as const;
export type ReassessedStudentType = keyof typeof studentTypeNames;
/** List source of a retake student, shown under 名单来源 (MAKEUP-08). */
export const REBUILD_SOURCE = '重修';
/** List source of a student who takes a course that he missed, and whose exam nature that is. */
export const SUPPLEMENTARY_SOURCE = '补修';
/** That a student takes the course again, by the list source; nothing for everybody else. */
export const retakingOf = (listSource: string): { retaking?: true } =>
  listSource === REBUILD_SOURCE ? { retaking: true } : {};

/** State of a sheet (domain-model-score §5). */
export const sheetStatus = { unset: '0', set: '1', entering: '2', submitted: '3', published: '4' } as const;
export type SheetStatus = (typeof sheetStatus)[keyof typeof sheetStatus];
export const sheetStatusNames = {
  [sheetStatus.unset]: '未设置',
  [sheetStatus.set]: '已设置',
  [sheetStatus.entering]: '录入中',
  [sheetStatus.submitted]: '审核中',
  [sheetStatus.published]: '已审核',
} as const satisfies Record<SheetStatus, string>;

/**
 * Entry state of a class as teachers, lists and charts see it, in the words of the sheet's states. `returned` is sheet
 * state 2 after a return, until it is submitted again.
 */
export const entryStateNames = {
  empty: '未录入',
  entering: sheetStatusNames[sheetStatus.entering],
  submitted: sheetStatusNames[sheetStatus.submitted],
  passed: sheetStatusNames[sheetStatus.published],
  returned: '已退回',
} as const;
export type EntryState = keyof typeof entryStateNames;

/**
 * Labels under which a submission tells its approver more than its header: warnings and who confirmed them, and why the
 * office hands in for the teachers.
 */
export const submissionNoteLabels = {
  confirmed: '已确认',
  seenByOffice: '代为提交时的提醒',
  remark: '说明',
  enteredBy: '录入教师',
  forced: '强制提交',
  leftClass: '已退出名单',
} as const;

/** Codes of the score remarks, @CJ_BZ. */
export const scoreRemark = {
  normal: '00',
  deferred: '01',
  absent: '02',
  absentWithoutLeave: '03',
  cheating: '04',
  violation: '05',
  disqualified: '06',
  exempted: '07',
  excused: '08',
  selfStudy: '09',
  interrupted: '10',
  pending: '11',
  onExchange: '12',
} as const;
export type ScoreRemarkCode = (typeof scoreRemark)[keyof typeof scoreRemark];
/** What a remark means: which items may be typed and what becomes of the final value (domain-model-score §2). */
export const scoreRemarks = {
  [scoreRemark.normal]: { name: '正常', final: 'computed', items: 'all', teacherMaySet: true, allowMakeup: true },
  [scoreRemark.deferred]: { name: '缓考', final: 'none', items: 'usual', teacherMaySet: false, allowMakeup: true },
  [scoreRemark.absent]: { name: '缺考', final: 'zero', items: 'usual', teacherMaySet: true, allowMakeup: true },
  [scoreRemark.absentWithoutLeave]: {
    name: '旷考',
    final: 'zero',
    items: 'none',
    teacherMaySet: true,
    allowMakeup: false,
  },
  [scoreRemark.cheating]: { name: '作弊', final: 'zero', items: 'none', teacherMaySet: false, allowMakeup: false },
  [scoreRemark.violation]: { name: '违纪', final: 'zero', items: 'none', teacherMaySet: false, allowMakeup: false },
  [scoreRemark.disqualified]: {
    name: '取消考试资格',
    final: 'zero',
    items: 'usual',
    teacherMaySet: true,
    allowMakeup: false,
  },
  [scoreRemark.exempted]: { name: '免修', final: 'fixed', items: 'none', teacherMaySet: false, allowMakeup: false },
  [scoreRemark.excused]: { name: '免考', final: 'fixed', items: 'none', teacherMaySet: false, allowMakeup: false },
  [scoreRemark.selfStudy]: { name: '免听', final: 'computed', items: 'exam', teacherMaySet: false, allowMakeup: false },
  [scoreRemark.interrupted]: {
    name: '休学/退学中断',
    final: 'none',
    items: 'none',
    teacherMaySet: false,
    allowMakeup: false,
  },
  [scoreRemark.pending]: { name: '成绩待定', final: 'none', items: 'all', teacherMaySet: true, allowMakeup: false },
  [scoreRemark.onExchange]: { name: '交流', final: 'none', items: 'none', teacherMaySet: false, allowMakeup: false },
} as const satisfies Record<
  ScoreRemarkCode,
  {
    name: string;
    final: 'computed' | 'zero' | 'none' | 'fixed';
    items: 'all' | 'usual' | 'exam' | 'none';
    /** As every school starts; its own settings are rows (SCORE-MORE-18). */
    teacherMaySet: boolean;
    allowMakeup: boolean;
  }
>;

/** Exam nature of an attempt, @XTGL_KSXZ, as far as the product asks for it. */
export const examNature = {
  regular: '01',
  deferred: '02',
  absentWithoutLeave: '03',
  firstMakeup: '11',
  secondMakeup: '12',
  retake: '13',
  exempted: '14',
  supplementary: '15',
  recognised: '16',
  afterCompletion: '21',
  certificate: '41',
} as const;
/** Where an attempt comes from, @CJ_CJLY. */
export const attemptSource = { typed: '1', imported: '2', recognised: '3', changed: '4', converted: '5' } as const;

/** Scores are integers: item values in tenths, totals and final values in hundredths (C5). */
export const PERCENTAGE_HIERARCHY = 'bfz';
export const GRADE_HIERARCHY = 'wjz';
export const PASS_MARK = 6000;
export const MAX_ITEM_TENTHS = 1000;

/** Shown where there is no final score (SCORE-RULES-08). */
export const NO_SCORE = '-';
