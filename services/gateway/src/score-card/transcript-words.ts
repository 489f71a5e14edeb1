import type { TranscriptLanguage, TranscriptLine } from '@jwxt/contracts/score-card/transcript.ts';
import { shownRemark } from '@jwxt/contracts/score/score-remark.rules.ts';
import { type ScoreRemarkCode, examNature, scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';

/** The words of a transcript in one language. */
export interface TranscriptWords {
  readonly title: string;
  readonly internal: string;
  readonly facts: {
    readonly name: string;
    readonly number: string;
    readonly department: string;
    readonly major: string;
    readonly className: string;
  };
  readonly columns: {
    readonly semester: string;
    readonly num: string;
    readonly name: string;
    readonly attribute: string;
    readonly credit: string;
    readonly score: string;
    readonly point: string;
    readonly note: string;
  };
  readonly totals: {
    readonly courses: string;
    readonly earned: string;
    readonly failed: string;
    readonly gpa: string;
    readonly average: string;
    readonly printed: string;
  };
  readonly extra: string;
  readonly extraColumns: { readonly name: string; readonly credit: string; readonly value: string };
  readonly legend: (rule: {
    gpaRule: string;
    gpaRuleText: string;
    coefficientText?: string | undefined;
    effectiveRule: string;
    ruleVersion: string;
  }) => readonly string[];
  readonly verify: (address: string) => readonly string[];
  /** Where no address is known. */
  readonly verifyByCode: string;
  readonly code: string;
  readonly colon: string;
  readonly signatures: readonly string[];
  readonly seal: string;
  /** With {page} and {count}. */
  readonly page: string;
  readonly semester: (semesterId: string, semesterName: string) => string;
  readonly attribute: (code: string, name: string) => string;
  readonly score: (finalName: string) => string;
  /** 补考, 重修 …, the remark, and that it does not count; empty for the ordinary. */
  readonly note: (line: TranscriptLine) => string;
}

const natures: Record<string, readonly [zh: string, en: string]> = {
  [examNature.deferred]: ['缓考', 'Deferred exam'],
  [examNature.absentWithoutLeave]: ['旷考', 'Absent'],
  [examNature.firstMakeup]: ['补考', 'Make-up'],
  [examNature.secondMakeup]: ['补考', 'Make-up'],
  [examNature.retake]: ['重修', 'Reassessment'],
  [examNature.exempted]: ['免修', 'Exempted'],
  [examNature.supplementary]: ['补修', 'Supplementary'],
  [examNature.recognised]: ['认定', 'Transferred'],
  [examNature.afterCompletion]: ['毕业前补考', 'Make-up'],
  [examNature.certificate]: ['等级考试', 'Certificate'],
};
const remarks: Record<ScoreRemarkCode, string> = {
  [scoreRemark.normal]: '',
  [scoreRemark.deferred]: 'Deferred',
  [scoreRemark.absent]: 'Absent',
  [scoreRemark.absentWithoutLeave]: 'Absent without leave',
  [scoreRemark.cheating]: 'Void (misconduct)',
  [scoreRemark.violation]: 'Void (violation)',
  [scoreRemark.disqualified]: 'Disqualified',
  [scoreRemark.exempted]: 'Exempted',
  [scoreRemark.excused]: 'Excused',
  [scoreRemark.selfStudy]: 'Self-study',
  [scoreRemark.interrupted]: 'Interrupted',
  [scoreRemark.pending]: 'Pending',
  [scoreRemark.onExchange]: 'On exchange',
};
const attributes: Record<string, string> = {
  '1': 'Required',
  '2': 'Restricted elective',
  '3': 'Elective',
  '4': 'Minor',
  '5': 'Practice',
  '6': 'Required',
  '7': 'Restricted elective',
  '8': 'General elective',
  '9': 'Other',
};
/** Longer names first, so that 不及格 is not taken for 及格. */
const grades: readonly (readonly [string, string])[] = [
  ['不及格', 'Fail'],
  ['不合格', 'Fail'],
  ['优秀', 'Excellent'],
  ['良好', 'Good'],
  ['中等', 'Fair'],
  ['及格', 'Pass'],
  ['合格', 'Pass'],
  ['免修', 'Exempted'],
  ['免考', 'Excused'],
];
const terms: Record<string, string> = { '1': 'Autumn', '2': 'Spring', '3': 'Summer' };
const effectiveRules: Record<string, string> = {
  ZGF: 'the highest result counts',
  ZHC: 'the latest result counts',
  SCJ: 'the first pass counts',
};

function noteOf(line: TranscriptLine, at: 0 | 1, remark: string, uncounted: string): string {
  return [natures[line.examNature]?.[at] ?? '', remark, line.counts ? '' : uncounted]
    .filter((part) => part !== '')
    .filter((part, index, all) => all.indexOf(part) === index)
    .join(at === 0 ? '、' : ', ');
}

const zh: TranscriptWords = {
  title: '学生成绩单',
  internal: '（含全部考试记录）',
  facts: { name: '姓名', number: '学号', department: '院系', major: '年级专业', className: '行政班级' },
  columns: {
    semester: '学年学期',
    num: '课程编号',
    name: '课程名称',
    attribute: '课程属性',
    credit: '学分',
    score: '成绩',
    point: '绩点',
    note: '备注',
  },
  totals: {
    courses: '课程门数',
    earned: '已获学分',
    failed: '未通过门数',
    gpa: '平均学分绩点',
    average: '加权平均分',
    printed: '打印时间',
  },
  extra: '其他成绩',
  extraColumns: { name: '名称', credit: '学分', value: '成绩' },
  legend: ({ gpaRuleText, coefficientText = '', ruleVersion }) => [
    `绩点规则（版本 ${ruleVersion}）：${gpaRuleText}。`,
    '平均学分绩点=∑（绩点×学分）÷∑学分，计必修与限选课程；绩点一栏为空的课程不计入。备注一栏为空的是首次考试成绩。',
    ...(coefficientText === '' ? [] : [`${coefficientText}。`]),
  ],
  verify: (address) => ['扫描二维码，或打开以下网址输入验证码，可核对本成绩单：', address],
  verifyByCode: '凭以下验证码，可向本校核对本成绩单：',
  code: '验证码',
  colon: '：',
  signatures: ['经办人', '审核人', '日期'],
  seal: '（盖章）',
  page: '第 {page} 页 共 {count} 页',
  semester: (_id, name) => name,
  attribute: (_code, name) => name,
  score: (finalName) => finalName,
  note: (line) => noteOf(line, 0, line.remarkHidden ? '' : shownRemark(line.scoreRemarkCode), '不计'),
};

const en: TranscriptWords = {
  title: 'Academic Transcript',
  internal: '(all examination records)',
  facts: { name: 'Name', number: 'Student No.', department: 'School', major: 'Programme', className: 'Class' },
  columns: {
    semester: 'Semester',
    num: 'Code',
    name: 'Course',
    attribute: 'Type',
    credit: 'Credits',
    score: 'Score',
    point: 'Points',
    note: 'Note',
  },
  totals: {
    courses: 'Courses',
    earned: 'Credits earned',
    failed: 'Courses failed',
    gpa: 'GPA',
    average: 'Weighted average',
    printed: 'Issued (UTC+8)',
  },
  extra: 'Other results',
  extraColumns: { name: 'Title', credit: 'Credits', value: 'Score' },
  legend: ({ gpaRule, coefficientText = '', effectiveRule, ruleVersion }) => [
    gpaRule === 'GPA50'
      ? `Grade points (rules ${ruleVersion}): (score - 50) / 10 from 60 on, otherwise 0.`
      : `Grade points (rules ${ruleVersion}): 90-100 4.00; 85-89 3.70; 82-84 3.30; 78-81 3.00; 75-77 2.70; 72-74 ` +
        '2.30; 68-71 2.00; 64-67 1.50; 60-63 1.00; below 60 0.',
    'GPA = sum of points x credits / sum of credits over required and restricted elective courses; courses ' +
      'without points are not included. Scores are out of 100 and 60 passes. Of several results ' +
      `${effectiveRules[effectiveRule] ?? ''}.`,
    ...(coefficientText === '' ? [] : ['Credits and points are multiplied by the coefficients of the school first.']),
  ],
  verify: (address) => [
    'Scan the code, or open this address and enter the verification code, to check this transcript:',
    address,
  ],
  verifyByCode: 'This transcript can be checked with the school by its verification code:',
  code: 'Verification code',
  colon: ': ',
  signatures: ['Registrar', 'Reviewed by', 'Date'],
  seal: '(Seal)',
  page: 'Page {page} of {count}',
  semester: (id) => {
    const [from, to, term] = id.split('-');
    return `${from ?? ''}-${to ?? ''} ${terms[term ?? ''] ?? ''}`.trim();
  },
  attribute: (code) => attributes[code] ?? 'Other',
  score: (finalName) => grades.reduce((text, [name, word]) => text.replace(name, word), finalName),
  note: (line) =>
    noteOf(line, 1, line.remarkHidden ? '' : (remarks[line.scoreRemarkCode as ScoreRemarkCode] ?? ''), 'not counted'),
};

/** Words by language. */
export const transcriptWords: Record<TranscriptLanguage, TranscriptWords> = { zh, en };
