/** Score types, @CJ_KSLX. */
export const scoreTypeNames = { '1': '正考', '2': '补考/缓考', '3': '毕业前补考', '4': '重修' } as const;
export type ScoreType = keyof typeof scoreTypeNames;

/** Process that approves a sheet of each score type. */
export const sheetProcessOf: Record<ScoreType, string> = {
  '1': 'ZKCJSP',
  '2': 'BHKCJSP',
  '3': 'BHKCJSP',
  '4': 'CXCJSP',
};

/** Why a student is on a make-up list, @CJ_BKLX: 1 补考一, 2 补考二, 3 缓考. */
export const DEFERRED_EXAM = '3';
/** How a make-up type is shown: 3 is a deferred exam, everything else a make-up (MAKEUP-12, 13). */
export const makeupTypeName = (makeupType: string): string => (makeupType === DEFERRED_EXAM ? '缓考' : '补考');
/** How the make-up option is shown: 1 replaces the final exam, everything else counts 100 % (MAKEUP-04, 05). */
export const makeupOptionName = (makeupAndDelayTemplateValue: string | null): string =>
  makeupAndDelayTemplateValue === '1' ? '替代期末' : '100%';
/** Who sits a make-up, deferred or rebuild exam; CXS is a retake student (MAKEUP-11). */
export const studentTypeNames = { CXS: '重修生', BKS: '补考生', HKS: '缓考生' } as const;
export type RetakeStudentType = keyof typeof studentTypeNames;
/** List source of a rebuild student, shown under 名单来源 (MAKEUP-08). */
export const REBUILD_SOURCE = '重修';

/** State of a sheet (domain-model-score §5). */
export const sheetStatusNames = { '0': '未设置', '1': '已设置', '2': '录入中', '3': '审核中', '4': '已审核' } as const;
export type SheetStatus = keyof typeof sheetStatusNames;

/**
 * Entry state of a class as teachers, lists and charts see it, in the words of the sheet's states. `returned` is sheet
 * state 2 after a return, until it is submitted again.
 */
export const entryStateNames = {
  empty: '未录入',
  entering: sheetStatusNames[2],
  submitted: sheetStatusNames[3],
  passed: sheetStatusNames[4],
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
} as const;

/** Score remarks, @CJ_BZ: which items may be typed and what becomes of the final value (domain-model-score §2). */
export const scoreRemarks = {
  '00': { name: '正常', final: 'computed', items: 'all', teacherMaySet: true },
  '01': { name: '缓考', final: 'none', items: 'usual', teacherMaySet: false },
  '02': { name: '缺考', final: 'zero', items: 'usual', teacherMaySet: true },
  '03': { name: '旷考', final: 'zero', items: 'none', teacherMaySet: true },
  '04': { name: '作弊', final: 'zero', items: 'none', teacherMaySet: false },
  '05': { name: '违纪', final: 'zero', items: 'none', teacherMaySet: false },
  '06': { name: '取消考试资格', final: 'zero', items: 'usual', teacherMaySet: true },
  '07': { name: '免修', final: 'fixed', items: 'none', teacherMaySet: false },
  '08': { name: '免考', final: 'fixed', items: 'none', teacherMaySet: false },
  '09': { name: '免听', final: 'computed', items: 'exam', teacherMaySet: false },
  '10': { name: '休学/退学中断', final: 'none', items: 'none', teacherMaySet: false },
  '11': { name: '成绩待定', final: 'none', items: 'all', teacherMaySet: true },
  '12': { name: '交流', final: 'none', items: 'none', teacherMaySet: false },
} as const satisfies Record<
  string,
  {
    name: string;
    final: 'computed' | 'zero' | 'none' | 'fixed';
    items: 'all' | 'usual' | 'exam' | 'none';
    teacherMaySet: boolean;
  }
>;
export type ScoreRemarkCode = keyof typeof scoreRemarks;
export const NORMAL_REMARK: ScoreRemarkCode = '00';

/** Scores are integers: item values in tenths, totals and final values in hundredths (C5). */
export const PERCENTAGE_HIERARCHY = 'bfz';
export const GRADE_HIERARCHY = 'wjz';
export const PASS_MARK = 6000;
export const MAX_ITEM_TENTHS = 1000;

/** Rows per page of the score table (SCORE-ENTRY-08). */
export const SCORE_PAGE_SIZE = 20;

/** Shown where there is no final score (SCORE-RULES-08). */
export const NO_SCORE = '-';
