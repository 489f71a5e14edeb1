import { standardRemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { NodeCondition } from '@jwxt/contracts/approval/process-definition.ts';
import { noScoreChange } from '@jwxt/contracts/score/score-change.state.ts';
import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import type {
  ScoreBand,
  ScoreItem,
  ScoreSheetEvent,
  SheetFacts,
  SheetRules,
} from '@jwxt/contracts/score/score-sheet.events.ts';
import { emptySheet, evolveSheet, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import type { DraftFacts } from '../approval/shared/application-draft.ts';
import { isRefused, type Refusal } from '../kernel/refusal.ts';
import type { EntryFacts } from './entry/sheet-access.ts';
import type { ChangeFacts } from './changes/sheet-change.ts';
import type { SaveFacts } from './entry/sheet-save.ts';
import { initialiseDecider } from './settings/sheet-settings.ts';
import type { RosterStudent, SubmitFacts } from './submission/sheet-submit.ts';
import type { SheetDecider } from './score-sheet.decider.ts';

/** An item in tests: a number of 百分制 unless a grade system is named. */
export function item(
  dataKey: string,
  scoreSubItemName: string,
  scoreSubItemProportion: number,
  isExamItem: boolean,
  hierarchy = 'bfz',
): ScoreItem {
  return {
    dataKey,
    scoreSubItemName,
    scoreSubItemProportion,
    isExamItem,
    enable: 'true',
    type: hierarchy === 'bfz' ? 'number' : 'select',
    scoreHierarchyCode: hierarchy,
  };
}

const bands: ScoreBand[] = [
  ['1', '优秀', 9000, 10000, 9500],
  ['2', '良好', 8000, 8999, 8500],
  ['5', '不及格', 0, 7999, 0],
].map(([code, name, min, max, percentile]) => ({
  scoreHierarchyCode: 'wjz',
  scoreValueCode: String(code),
  scoreValueName: String(name),
  scorePercentileMinValue: Number(min),
  scorePercentileMaxValue: Number(max),
  scorePercentileValue: Number(percentile),
}));
/** 平时 40 % and 期末 60 %, with the bands of a grade system for graded items. */
export const rules: SheetRules = {
  items: [item('ps', '平时成绩', 40, false), item('qm', '期末成绩', 60, true)],
  scoreHierarchyCode: 'bfz',
  scoreHierarchyName: '百分制',
  listCode: bands,
  digit: 2,
  passMark: 6000,
  ruleVersion: 'ZGF-60',
};
/** {@link rules} with an item that may not be typed. */
export const rulesWithClosedItem: SheetRules = {
  ...rules,
  items: [...rules.items, { ...item('sy', '实验成绩', 0, false), enable: 'false' }],
};
/** One graded item that makes the whole score. */
export const gradeRules: SheetRules = {
  ...rules,
  scoreHierarchyCode: 'wjz',
  scoreHierarchyName: '五级制',
  items: [item('lw', '论文等级', 100, true, 'wjz')],
};

export const about: SheetFacts = {
  teachingClassId: 'TC1',
  teachingClassCode: 'TC1',
  teachingClassName: '高数1班',
  scoreType: '1',
  semesterId: '2026-2027-1',
  semesterName: '2026-2027学年第一学期',
  courseId: 'K1',
  courseNum: 'NK1',
  courseName: '高等数学',
  courseCredit: 40,
  openDepartmentId: '101',
  openDepartmentName: '计算机学院',
  teachers: [
    { gh: 'T1', name: '张老师' },
    { gh: 'T2', name: '李老师' },
  ],
  importTeacher: '张老师',
};
/** The entry window of tests, and a moment inside it. */
export const window = { begin: '2026-11-01T00:00:00.000Z', end: '2026-11-30T00:00:00.000Z' };
export const now = '2026-11-20T01:00:00.000Z';

const names: Record<string, string> = { teacher1: '张老师', teacher2: '李老师', teacher3: '王老师', dean1: '院长' };
/** A person; teachers 1 and 2 teach the class. */
export function actor(userName: string): Actor {
  const gh = /^teacher(\d)$/.exec(userName)?.[1];
  return {
    userName,
    name: names[userName] ?? userName,
    roleCodes: [],
    roleNames: [],
    gh: gh ? `T${gh}` : null,
    studentCode: null,
    departmentId: '101',
    departmentName: '计算机学院',
  };
}

/** Students of the class. */
export const studentRefs: readonly StudentRef[] = ['S1', 'S2', 'S3'].map((studentCode) => ({
  studentCode,
  studentNumber: `2026${studentCode}`,
  studentName: `学生${studentCode}`,
}));
/** The class list. */
export const roster: readonly RosterStudent[] = studentRefs.map((ref) => ({
  ...ref,
  administrativeClassName: '软工2601',
  gradeMajorName: '2026级软件工程',
  isReExamStudentName: '',
  departmentId: '101',
  bjdm: 'B1',
  njzydm: '2026SE',
}));

/** Facts of a process of the unit and, where one of the conditions holds, the office; one approver for each. */
function processWith(processNo: string, processName: string, conditions: NodeCondition[]): DraftFacts {
  return {
    version: 3,
    roleNames: new Map([
      ['04', '院系审核人'],
      ['05', '教务处审核人'],
    ]),
    units: new Map([['101', { name: '计算机学院', parent: null }]]),
    holders: [
      { userName: 'dean1', roleCode: '04', departmentId: '101', scope: '$DW' },
      { userName: 'registrar1', roleCode: '05', departmentId: null, scope: null },
    ],
    definition: {
      processNo,
      processName,
      approvalType: '1',
      recallAllowed: true,
      nodes: [
        { processNodeId: 'P-1', processNodeName: '院系审核', roleCode: '04', scopeRule: 'KKDW', conditions: [] },
        { processNodeId: 'P-2', processNodeName: '教务处审核', roleCode: '05', scopeRule: 'XX', conditions },
      ],
    },
  };
}
/** Process of sheets. */
export const process = processWith('ZKCJSP', '正考成绩审批', [
  { field: 'failRate', operator: '>', value: 300, text: '不及格率超过 30%' },
  { field: 'hasRemark', operator: 'includes', value: '04', text: '有作弊备注' },
]);
const changeProcess = processWith('CJXGSP', '成绩更改审批', [
  { field: 'failToPass', operator: '=', value: true, text: '由不及格改为及格' },
  { field: 'maxChange', operator: '>=', value: 1000, text: '改动达到 10 分' },
]);

/** Who, when, and who teaches the class. */
export function entryFacts(userName = 'teacher1', at = now): EntryFacts {
  return { actor: actor(userName), now: at, teachers: about.teachers };
}
/** {@link entryFacts} of a save: every student of the class. */
export function saveFacts(userName = 'teacher1', at = now): SaveFacts {
  return {
    ...entryFacts(userName, at),
    students: new Map(studentRefs.map((ref) => [ref.studentCode, ref])),
    gradeScaleNames: new Map([
      ['bfz', '百分制'],
      ['wjz', '五级制'],
    ]),
    remarks: standardRemarkSettings,
  };
}
/** {@link entryFacts} of a submission, as application A1. */
export function submitFacts(userName = 'teacher1', at = now): SubmitFacts {
  return { ...entryFacts(userName, at), roster, earlier: null, process, newApplyId: 'A1' };
}
/** {@link entryFacts} of a change application C1, the first on the sheet. */
export function changeFacts(userName = 'teacher1', more: Partial<ChangeFacts> = {}): ChangeFacts {
  return {
    ...entryFacts(userName),
    gradeScaleNames: saveFacts().gradeScaleNames,
    remarks: standardRemarkSettings,
    process: changeProcess,
    newApplyId: 'C1',
    files: [],
    idTaken: false,
    sentAgain: noScoreChange,
    holders: new Map(),
    ...more,
  };
}

/** A sheet told as sentences: given what happened, when somebody asks, then events or a refusal. */
export interface SheetStory {
  readonly state: ScoreSheetState;
  readonly revision: number;
  readonly events: readonly ScoreSheetEvent[];
  /** The story as it stood right after this revision. */
  upTo(revision: number): SheetStory;
  /** Carries it out; the story goes on from its events. Throws when refused. */
  given<C, F>(decider: SheetDecider<C, F>, command: C, facts: F, userName?: string): SheetStory;
  /** The events that the command would append, or the refusal. */
  when<C, F>(
    decider: SheetDecider<C, F>,
    command: C,
    facts: F,
  ): { events: readonly ScoreSheetEvent[]; types: readonly string[]; refused: Refusal | null };
}

type Told = readonly { readonly event: ScoreSheetEvent; readonly userName: string }[];

/** Begins a story with no event. Event number n happens n minutes after 08:00 school time. */
export function sheetStory(history: Told = []): SheetStory {
  const state = history.reduce<ScoreSheetState>(
    (before, { event, userName }, revision) =>
      evolveSheet(before, event, {
        revision,
        time: new Date(Date.UTC(2026, 10, 20, 0, revision)).toISOString(),
        userName,
        name: names[userName] ?? userName,
      }),
    emptySheet,
  );
  return {
    state,
    revision: history.length - 1,
    events: history.map(({ event }) => event),
    upTo: (last) => sheetStory(history.slice(0, last + 1)),
    given(decider, command, facts, userName = 'teacher1') {
      const decided = decider.decide(state, command, facts);
      if (isRefused(decided)) throw new Error(`refused: ${JSON.stringify(decided.refused)}`);
      return sheetStory([...history, ...decided.map((event) => ({ event, userName }))]);
    },
    when(decider, command, facts) {
      const decided = decider.decide(state, command, facts);
      return isRefused(decided)
        ? { events: [], types: [], refused: decided.refused }
        : { events: decided, types: decided.map(({ type }) => type), refused: null };
    },
  };
}

/** A sheet that is set up and open. */
export function setUp(sheetRules: SheetRules = rules): SheetStory {
  return sheetStory().given(initialiseDecider, {}, { about, rules: sheetRules, window }, 'office1');
}
